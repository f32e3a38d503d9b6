import type { Line } from './line-book.ts';

/** This near to the end, in CSS pixels, one reads along. */
const NEAR_PX = 48;

/** Where somebody reads: along with the newest line, further up, or paused. */
export class ReadingPlace {
  readonly #scroller: HTMLElement;
  readonly #onChange: () => void;
  /** What is shown during a pause. */
  #frozen: readonly Line[] | undefined;
  /** The newest line when the reader left the end. */
  #seen: ReadonlySet<string> | undefined;
  #shown: readonly Line[] = [];

  constructor(scroller: HTMLElement, onChange: () => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#follow(), { passive: true });
    // Larger text, a narrower window, another font once it is loaded: the end stays in sight.
    const observer = new ResizeObserver(() => this.keepEnd());
    for (const element of [scroller, ...scroller.children]) observer.observe(element);
  }

  get isPaused(): boolean {
    return this.#frozen !== undefined;
  }

  get isAtEnd(): boolean {
    return this.#frozen === undefined && this.#seen === undefined;
  }

  /** The lines to show, of all that count: a pause changes nothing but that removed lines go. After a reset they come back. */
  choose(lines: readonly Line[]): readonly Line[] {
    const counts = new Set(this.#frozen === undefined ? [] : lines.map(({ id }) => id));
    this.#shown = this.#frozen?.filter(({ id }) => counts.has(id)) ?? lines;
    return this.#shown;
  }

  /** How many lines the reader hasn't seen. */
  countNew(lines: readonly Line[]): number {
    const seen = this.#seen;
    return seen === undefined ? 0 : lines.filter(({ id }) => !seen.has(id)).length;
  }

  pause(): void {
    const wasAtEnd = this.isAtEnd;
    this.#frozen = [...this.#shown];
    this.#seen ??= new Set(this.#shown.map(({ id }) => id));
    this.#onChange();
    // The button that continues must not hide the newest line.
    if (wasAtEnd) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  /** Goes on with the newest line. */
  resume(): void {
    this.#frozen = undefined;
    this.#seen = undefined;
    this.#onChange();
    this.keepEnd();
  }

  /** Scrolls to the newest line, unless the reader is elsewhere. */
  keepEnd(): void {
    if (this.isAtEnd) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #follow(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    if (isNear === this.isAtEnd || this.isPaused) return;
    this.#seen = isNear ? undefined : new Set(this.#shown.map(({ id }) => id));
    this.#onChange();
  }
}
