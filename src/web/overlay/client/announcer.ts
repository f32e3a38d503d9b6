import type { Line } from './line-book.ts';

/** What comes within this time is one batch, such as everything that was missed. */
const BATCH_MS = 300;
/** Of a batch, screen readers get the newest. The list has the rest. */
const MAX_IN_BATCH = 5;
/** The log keeps as many: the captions are in the list already. */
const MAX_KEPT = 10;

/** Gives final lines to screen readers. The list itself changes too often for that. */
export class Announcer {
  readonly #log: HTMLElement;
  readonly #batch = new Map<string, Line>();
  readonly #kept = new Map<string, HTMLElement>();

  constructor(log: HTMLElement) {
    this.#log = log;
  }

  announce(line: Line): void {
    if (this.#batch.size === 0) setTimeout(() => this.#flush(), BATCH_MS);
    this.#batch.set(line.id, line);
  }

  /** Takes back all lines but those that still count. */
  retain(counts: (id: string) => boolean): void {
    for (const id of this.#batch.keys()) if (!counts(id)) this.#batch.delete(id);
    for (const id of this.#kept.keys()) if (!counts(id)) this.#drop(id);
  }

  #flush(): void {
    for (const { id, speaker, text } of [...this.#batch.values()].slice(-MAX_IN_BATCH)) {
      this.#drop(id);
      const said = document.createElement('p');
      said.textContent = `${speaker}: ${text}`;
      this.#log.append(said);
      this.#kept.set(id, said);
    }
    this.#batch.clear();
    for (const id of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#drop(id);
  }

  #drop(id: string): void {
    this.#kept.get(id)?.remove();
    this.#kept.delete(id);
  }
}
