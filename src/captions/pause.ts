/** Resolves after `delayMs`, or as soon as the signal aborts. */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  const stop = (): void => resolve();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}

/** What the promise gives, or `otherwise` when that takes longer than `timeoutMs` or fails. */
export async function within<T, U>(promise: Promise<T>, timeoutMs: number, otherwise: U): Promise<T | U> {
  const over = new AbortController();
  try {
    return await Promise.race([promise, pause(timeoutMs, over.signal).then(() => otherwise)]);
  } catch {
    return otherwise;
  } finally {
    over.abort();
  }
}
