/** A semaphore with a queue of limited length. */
export interface BoundedSemaphore {
  /**
   * Waits for a permit, which the caller must dispose of; `undefined` without waiting when the queue is full. Rejects
   * with the signal's reason.
   */
  acquire(signal?: AbortSignal): Promise<Disposable | undefined>;
}

/** Creates a semaphore of `concurrency` permits with at most `maxWaiting` callers in its queue, first come, first served. */
export function createBoundedSemaphore({
  concurrency,
  maxWaiting,
}: {
  concurrency: number;
  maxWaiting: number;
}): BoundedSemaphore {
  let held = 0;
  const queue: (() => void)[] = [];

  const permit = (): Disposable => {
    let open = true;
    return {
      [Symbol.dispose]() {
        if (!open) return;
        open = false;
        const next = queue.shift();
        if (next === undefined) held -= 1;
        else next();
      },
    };
  };
  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      if (held < concurrency) {
        held += 1;
        return permit();
      }
      if (queue.length >= maxWaiting) return undefined;
      return await new Promise((resolve, reject) => {
        const onAbort = (): void => {
          queue.splice(queue.indexOf(grant), 1);
          reject(signal?.reason as Error);
        };
        const grant = (): void => {
          signal?.removeEventListener('abort', onAbort);
          resolve(permit());
        };
        queue.push(grant);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
