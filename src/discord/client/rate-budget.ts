/** `window`: at most `limit` in any `windowMs`. `bucket`: a burst of `capacity`, then one every `refillMs`. */
export type RateLimit =
  | { readonly kind: 'window'; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'bucket'; readonly capacity: number; readonly refillMs: number };

/** Tracks how much may be sent within limits. Times are milliseconds of one clock. */
export interface RateBudget {
  /** How long until one may be sent with `reserve` more left over; 0: now. */
  waitMs(nowMs: number, reserve?: number): number;
  /** Records that one is sent. */
  take(nowMs: number): void;
  /** How many may be sent now according to the last, slowest limit. */
  left(nowMs: number): number;
}

interface Meter {
  waitMs(nowMs: number, reserve: number): number;
  take(nowMs: number): void;
  left(nowMs: number): number;
}

/** Creates a budget that keeps all of `limits`, the slowest of which must be last. */
export function createRateBudget(limits: readonly RateLimit[]): RateBudget {
  const meters = limits.map((limit) => (limit.kind === 'window' ? createWindow(limit) : createBucket(limit)));
  return {
    waitMs: (nowMs, reserve = 0) => Math.max(0, ...meters.map((meter) => meter.waitMs(nowMs, reserve))),
    take: (nowMs) => {
      for (const meter of meters) meter.take(nowMs);
    },
    left: (nowMs) => meters.at(-1)?.left(nowMs) ?? Number.POSITIVE_INFINITY,
  };
}

function createWindow({ limit, windowMs }: Extract<RateLimit, { kind: 'window' }>): Meter {
  let sentAtMs: readonly number[] = [];
  const recent = (nowMs: number): readonly number[] => {
    sentAtMs = sentAtMs.filter((atMs) => atMs > nowMs - windowMs);
    return sentAtMs;
  };
  return {
    waitMs: (nowMs, reserve) => {
      const blocking = recent(nowMs).at(-limit + reserve);
      return sentAtMs.length + reserve < limit || blocking === undefined ? 0 : blocking + windowMs - nowMs;
    },
    take: (nowMs) => {
      sentAtMs = [...recent(nowMs), nowMs];
    },
    left: (nowMs) => limit - recent(nowMs).length,
  };
}

function createBucket({ capacity, refillMs }: Extract<RateLimit, { kind: 'bucket' }>): Meter {
  let fullAtMs = 0;
  /** The bucket's level, which may be fractional. */
  const level = (nowMs: number): number => capacity - Math.max(0, fullAtMs - nowMs) / refillMs;
  return {
    waitMs: (nowMs, reserve) => Math.max(0, Math.ceil((1 + reserve - level(nowMs)) * refillMs)),
    take: (nowMs) => {
      fullAtMs = Math.max(fullAtMs, nowMs) + refillMs;
    },
    left: (nowMs) => Math.floor(level(nowMs)),
  };
}
