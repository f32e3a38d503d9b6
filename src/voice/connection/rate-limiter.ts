/** Limits attempts in a sliding window, so that a connection that keeps breaking is given up. */
export interface RateLimiter {
  /** Takes one attempt; false when the window has none left. */
  take(nowMs: number): boolean;
}

/** Creates a limiter of `limit` attempts in any `windowMs`. */
export function createRateLimiter(limit: number, windowMs: number): RateLimiter {
  let takenAtMs: number[] = [];
  return {
    take(nowMs) {
      takenAtMs = takenAtMs.filter((atMs) => nowMs - atMs < windowMs);
      if (takenAtMs.length >= limit) return false;
      takenAtMs.push(nowMs);
      return true;
    },
  };
}
