/** Promises that resolve once their condition holds; checked again on every `notify`. */
export class Waiters {
  readonly #waiting = new Set<{ check(): void; reject(reason: Error): void }>();
  #failure: Error | undefined;

  /**
   * Resolves with the first result of `attempt` that is not `undefined`. Rejects with the signal's reason, with what
   * `attempt` throws, or with the error given to `fail`.
   */
  until<T>(attempt: () => T | undefined, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiter = {
        check: () => {
          try {
            const result = attempt();
            if (result !== undefined) settle(() => resolve(result));
          } catch (error) {
            waiter.reject(toError(error));
          }
        },
        reject: (reason: Error) => settle(() => reject(reason)),
      };
      const onAbort = () => waiter.reject(toError(signal?.reason));
      const settle = (finish: () => void) => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener('abort', onAbort);
        finish();
      };
      this.#waiting.add(waiter);
      waiter.check();
      if (!this.#waiting.has(waiter)) return;
      if (signal?.aborted) onAbort();
      else if (this.#failure !== undefined) waiter.reject(this.#failure);
      else signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  notify(): void {
    for (const waiter of [...this.#waiting]) waiter.check();
  }

  /** Rejects all current and future waits whose condition does not hold yet. */
  fail(error: Error): void {
    this.#failure ??= error;
    for (const waiter of [...this.#waiting]) waiter.reject(error);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The wait was aborted.', { cause: reason });
}
