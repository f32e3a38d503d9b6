/** Measures how long one session's texts take from the head of the queue to their first sound. */
export class FirstSoundTimer {
  readonly #observe: (delayMs: number) => void;
  /** The first text of the queue. */
  #textId: string | undefined;
  /** Since when it is, as `performance.now()`; `undefined` if it isn't measured, or has been. */
  #sinceMs: number | undefined;

  /** `observe` receives each delay in milliseconds. */
  constructor(observe: (delayMs: number) => void) {
    this.#observe = observe;
  }

  /** This text is the first of the queue; nothing if it was already. */
  first(textId: string): void {
    if (textId === this.#textId) return;
    this.#textId = textId;
    this.#sinceMs = performance.now();
  }

  /** The first text waits for people, not for sound: somebody paused, nobody is there, or another thread began it. */
  ignore(): void {
    this.#sinceMs = undefined;
  }

  /** The first text is heard. */
  sounded(): void {
    if (this.#sinceMs !== undefined) this.#observe(performance.now() - this.#sinceMs);
    this.#sinceMs = undefined;
  }
}
