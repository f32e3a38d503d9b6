import { sleepUnlessAborted } from '../concurrency/async.ts';

/** Those who wait until something has changed. */
export class Waiters {
  readonly #listeners = new Set<() => void>();

  /** Calls back whenever something has changed, until `clear`. */
  add(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Something has changed. */
  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves with true once the condition holds, or with whether it does after the timeout. */
  async until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    const met = new AbortController();
    const check = (): void => {
      if (condition()) met.abort();
    };
    this.#listeners.add(check);
    check();
    await sleepUnlessAborted(timeoutMs, met.signal);
    this.#listeners.delete(check);
    return condition();
  }

  clear(): void {
    this.#listeners.clear();
  }
}
