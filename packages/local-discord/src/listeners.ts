/** Listeners for a stream of values. */
export interface Listeners<T> {
  emit(value: T): void;
  /** Calls `listener` for every new value; dispose to stop. */
  listen(listener: (value: T) => void): Disposable;
  /**
   * Resolves with the first defined result of `look`, called immediately and after every value. Rejects with the
   * signal's reason.
   */
  until<R>(look: () => R | undefined, signal?: AbortSignal): Promise<R>;
}

/** Creates an empty set of listeners. */
export function createListeners<T>(): Listeners<T> {
  const all = new Set<(value: T) => void>();
  const listen = (listener: (value: T) => void): Disposable => {
    all.add(listener);
    return { [Symbol.dispose]: () => all.delete(listener) };
  };
  return {
    listen,
    emit(value) {
      for (const listener of [...all]) listener(value);
    },
    until(look, signal) {
      return waitFor(listen, look, signal);
    },
  };
}

function waitFor<T, R>(
  listen: (listener: (value: T) => void) => Disposable,
  look: () => R | undefined,
  signal: AbortSignal | undefined,
): Promise<R> {
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const aborted = (): void => reject(signal?.reason as Error);
  const check = (): void => {
    try {
      const found = look();
      if (found !== undefined) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const registration = listen(check);
  signal?.addEventListener('abort', aborted);
  if (signal?.aborted) aborted();
  else check();
  return promise.finally(() => {
    registration[Symbol.dispose]();
    signal?.removeEventListener('abort', aborted);
  });
}
