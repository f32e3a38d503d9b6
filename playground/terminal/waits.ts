/** Speech that a script waits for. */
export class SpeechWait {
  /** Pieces of speech that ended since the last command, and that no wait has taken yet. */
  #ended = 0;
  #next = Promise.withResolvers<void>();

  /** A command was typed: what ended before is not its answer. */
  restart(): void {
    this.#ended = 0;
  }

  /** Speech has ended. */
  end(): void {
    this.#ended += 1;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /**
   * Waits for the end of speech; returns at once when it ended since the last command. `packets` counts what is heard: as
   * long as it grows, speech goes on. False after `silenceMs` without any.
   */
  async next(packets: () => number, silenceMs: number): Promise<boolean> {
    while (this.#ended === 0) {
      const before = packets();
      const hasEnded = await within(silenceMs, this.#next.promise);
      if (!hasEnded && packets() === before) return false;
    }
    this.#ended -= 1;
    return true;
  }
}

/** Whether a promise resolves within `ms`. Rejects like the promise. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
