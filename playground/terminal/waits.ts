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
   * long as it grows, speech goes on. False after `silenceMs` without any. Rejects with the signal's reason.
   */
  async next(packets: () => number, silenceMs: number, signal?: AbortSignal): Promise<boolean> {
    while (this.#ended === 0) {
      const before = packets();
      const hasEnded = await within(silenceMs, this.#next.promise, signal);
      if (!hasEnded && packets() === before) return false;
    }
    this.#ended -= 1;
    return true;
  }
}

/** Whether a promise resolves within `ms`. Rejects like the promise, or with the signal's reason. */
export async function within(ms: number, promise: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  const { promise: other, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const abort = (): void => reject(signal?.reason as Error);
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    return await Promise.race([promise.then(() => true), other]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** What a promise resolves with, unless the signal aborts before: then rejects with its reason. */
export async function interruptible<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    if (signal.aborted) abort();
    return await Promise.race([promise, interrupted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
