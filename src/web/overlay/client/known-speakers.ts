import type { LineData } from '../overlay-events.ts';

/** Who has spoken, by speaker id: as long as a line of theirs counts. Pure. */
export class KnownSpeakers {
  readonly #names = new Map<string, string>();
  /** How many lines each of them has. */
  readonly #counts = new Map<string, number>();
  /** Whose each line is, by line id. */
  readonly #lines = new Map<string, string>();

  /** What they are called now. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** Takes in a line; returns whether that changed the names. */
  add({ id, speaker, speakerId }: Pick<LineData, 'id' | 'speaker' | 'speakerId'>): boolean {
    if (!this.#lines.has(id)) this.#counts.set(speakerId, (this.#counts.get(speakerId) ?? 0) + 1);
    this.#lines.set(id, speakerId);
    const isNew = this.#names.get(speakerId) !== speaker;
    this.#names.set(speakerId, speaker);
    return isNew;
  }

  /** Forgets a line, and its speaker with the last one; returns whether that changed the names. */
  remove(lineId: string): boolean {
    const speakerId = this.#lines.get(lineId);
    if (speakerId === undefined) return false;
    this.#lines.delete(lineId);
    const left = (this.#counts.get(speakerId) ?? 1) - 1;
    if (left > 0) {
      this.#counts.set(speakerId, left);
      return false;
    }
    this.#counts.delete(speakerId);
    return this.#names.delete(speakerId);
  }

  clear(): void {
    this.#lines.clear();
    this.#counts.clear();
    this.#names.clear();
  }
}
