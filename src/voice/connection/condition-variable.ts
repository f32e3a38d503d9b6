/** Lets code wait until state that others change is as it needs it (a condition variable, without its lock). */
export interface ConditionVariable {
  /** To be called after every change: waiters check their condition again. */
  notify(): void;
  /** Resolves with true as soon as `condition` holds, or with false at the deadline or when the signal aborts. */
  waitFor(condition: () => boolean, timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** Creates a condition variable without waiters. */
export function createConditionVariable(): ConditionVariable {
  const waiters = new Set<() => void>();
  return {
    notify() {
      for (const check of waiters) check();
    },
    async waitFor(condition, timeoutMs, signal) {
      if (signal?.aborted) return false;
      if (condition()) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const check = (): void => {
        if (condition()) resolve(true);
      };
      const giveUp = (): void => resolve(false);
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      waiters.add(check);
      const isMet = await promise;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      waiters.delete(check);
      return isMet;
    },
  };
}
