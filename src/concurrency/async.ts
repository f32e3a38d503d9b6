import { setImmediate } from 'node:timers/promises';

/** Resolves after `delayMs`. Rejects with the signal's reason when that aborts first, or has aborted already. */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal?.aborted) {
    reject(signal.reason);
    return promise;
  }
  const onAbort = (): void => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', onAbort);
    resolve();
  }, delayMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise;
}

/** Resolves after `delayMs` or as soon as the signal aborts. Never rejects: the caller asks `signal.aborted`. */
export function sleepUnlessAborted(delayMs: number, signal: AbortSignal): Promise<void> {
  return sleep(delayMs, signal).catch(() => undefined);
}

/** Settles like `work`, or rejects with the signal's reason when that aborts first. `work` itself is not stopped. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Settles like `work`, or resolves with `otherwise` when that takes longer than `timeoutMs`. */
export async function withinTime<T, U>(work: Promise<T>, timeoutMs: number, otherwise: U): Promise<T | U> {
  const { promise: timeout, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(() => resolve(otherwise), timeoutMs);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves with true when all of `work` has settled, or with false when that takes longer than `timeoutMs`. */
export function settlesWithin(work: Iterable<Promise<unknown>>, timeoutMs: number): Promise<boolean> {
  return withinTime(
    Promise.allSettled(work).then(() => true),
    timeoutMs,
    false,
  );
}

/** A signal that follows others for as long as it is not disposed of. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Makes a signal that aborts, with the same reason, as soon as one of `signals` does, or with `timeout.reason()` after
 * `timeout.afterMs`. The caller must dispose of it: that removes its listeners, which `AbortSignal.any` leaves on
 * signals that live as long as the process.
 */
export function linkSignals(
  signals: readonly AbortSignal[],
  timeout?: { readonly afterMs: number; readonly reason: () => unknown },
): LinkedSignal {
  const controller = new AbortController();
  const timer =
    timeout === undefined ? undefined : setTimeout(() => controller.abort(timeout.reason()), timeout.afterMs);
  const listeners = signals.map((source) => {
    const onAbort = (): void => controller.abort(source.reason);
    if (source.aborted) onAbort();
    else source.addEventListener('abort', onAbort, { once: true });
    return () => source.removeEventListener('abort', onAbort);
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const remove of listeners) remove();
    },
  };
}

/** Runs work with the same key one after the other, and settles like the work. */
export interface Order {
  <T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when the work that it has by now is done. */
  settled(): Promise<void>;
}

/** Creates an order in which nothing runs. */
export function createOrder(): Order {
  const last = new Map<string, Promise<unknown>>();
  const run = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const working = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = Promise.allSettled([working]);
    last.set(key, settled);
    void settled.then(() => last.get(key) === settled && last.delete(key));
    return working;
  };
  return Object.assign(run, { settled: async () => void (await Promise.all(last.values())) });
}

/** How waits between attempts grow. */
export interface Backoff {
  /** The first wait, in milliseconds. It doubles with every failure. */
  readonly baseMs: number;
  readonly maxMs: number;
  /**
   * `none` waits exactly that long; `full` waits a random part of it (0 to 1), so that many clients do not return at the
   * same moment; `equal` waits at least half of it. Source of the terms: AWS Architecture Blog, "Exponential Backoff And
   * Jitter".
   */
  readonly jitter: 'none' | 'equal' | 'full';
}

/** Milliseconds to wait after `failures` failures in a row (1 is the first). `random` gives a number in 0…1. */
export function backoffMs(
  failures: number,
  { baseMs, maxMs, jitter }: Backoff,
  random: () => number = Math.random,
): number {
  const fullMs = Math.min(maxMs, baseMs * 2 ** (failures - 1));
  switch (jitter) {
    case 'none':
      return fullMs;
    case 'equal':
      return fullMs / 2 + (random() * fullMs) / 2;
    case 'full':
      return random() * fullMs;
  }
}

/** How long one task may keep the process from other work. */
const TURN_MS = 10;

/** Lets other work of the process go on; returns nothing where it is too early for that. */
export type Pause = () => Promise<void> | undefined;

/** Creates the pause of one long task, which calls it often and awaits it. */
export function createPause(): Pause {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < TURN_MS) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
