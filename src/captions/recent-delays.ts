/** Older delays are dropped. */
const MAX_DELAYS = 200;

/** The delays of a session's newest captions. */
export class RecentDelays {
  readonly #delaysMs: number[] = [];

  add(delayMs: number): void {
    this.#delaysMs.push(delayMs);
    if (this.#delaysMs.length > MAX_DELAYS) this.#delaysMs.shift();
  }

  /** `undefined` while there are none. */
  get medianMs(): number | undefined {
    return this.#delaysMs.toSorted((a, b) => a - b)[Math.floor((this.#delaysMs.length - 1) / 2)];
  }
}
