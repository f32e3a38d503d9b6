/** Lets so many in at once and so many wait. */
export interface Slots {
  /**
   * Waits for a place, which is free again once disposed; `undefined` at once when too many wait already.
   * Rejects with the signal's reason.
   */
  take(signal?: AbortSignal): Promise<Disposable | undefined>;
}

/** Makes `concurrency` places with at most `maxWaiting` in the queue before them, first come, first served. */
export function createSlots({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): Slots {
  let taken = 0;
  const queue: (() => void)[] = [];

  const enter = (): Disposable => {
    let open = true;
    return {
      [Symbol.dispose]() {
        if (!open) return;
        open = false;
        const next = queue.shift();
        if (next === undefined) taken -= 1;
        else next();
      },
    };
  };
  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (taken < concurrency) {
        taken += 1;
        return enter();
      }
      if (queue.length >= maxWaiting) return undefined;
      return await new Promise((resolve, reject) => {
        const onAbort = (): void => {
          queue.splice(queue.indexOf(admit), 1);
          reject(signal?.reason as Error);
        };
        const admit = (): void => {
          signal?.removeEventListener('abort', onAbort);
          resolve(enter());
        };
        queue.push(admit);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
