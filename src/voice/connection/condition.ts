/** Lets code wait for a state that others change. */
export interface Condition {
  /** To be called after every change: whoever waits looks again. */
  changed(): void;
  /** True once `holds` says so, looked at now and after every change; false at the deadline or when aborted. */
  until(holds: () => boolean, timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** Makes a condition that nobody waits for yet. */
export function createCondition(): Condition {
  const waiting = new Set<() => void>();
  return {
    changed() {
      for (const look of waiting) look();
    },
    async until(holds, timeoutMs, signal) {
      if (signal?.aborted) return false;
      if (holds()) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const look = (): void => {
        if (holds()) resolve(true);
      };
      const giveUp = (): void => resolve(false);
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(look);
      const held = await promise;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      waiting.delete(look);
      return held;
    },
  };
}
