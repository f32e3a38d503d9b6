import { describe, expect, it } from 'vitest';
import { createRateBudget, type RateLimit } from '../../../../src/discord/client/rate-budget.ts';

const window = { kind: 'window', limit: 5, windowMs: 2_000 } as const;
const bucket = { kind: 'bucket', capacity: 14, refillMs: 4_000 } as const;

/** The times at which an eager sender sends within `untilMs`. */
function sendEagerly(limits: readonly RateLimit[], untilMs: number): number[] {
  const budget = createRateBudget(limits);
  const sentAtMs: number[] = [];
  for (let nowMs = 1_000; nowMs < untilMs; ) {
    const waitMs = budget.waitMs(nowMs);
    if (waitMs > 0) nowMs += waitMs;
    else {
      budget.take(nowMs);
      sentAtMs.push(nowMs);
    }
  }
  return sentAtMs;
}

function mostWithin(times: readonly number[], spanMs: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + spanMs).length));
}

describe('a budget', () => {
  it('of a window allows its limit in any interval of that length', () => {
    const times = sendEagerly([window], 20_000);
    expect(mostWithin(times, 2_000)).toBe(5);
    expect(times.length).toBe(50);
  });

  it('of a bucket allows a burst, then a steady pace, and never more than both in a minute', () => {
    const times = sendEagerly([window, bucket], 200_000);
    expect(mostWithin(times, 60_000)).toBeLessThanOrEqual(29);
    expect(mostWithin(times, 2_000)).toBe(5);
    expect(times.at(-1)).toBeGreaterThan(190_000);
  });

  it('can hold a reserve', () => {
    const budget = createRateBudget([window]);
    for (let sent = 0; sent < 4; sent += 1) budget.take(1_000);
    expect(budget.waitMs(1_500)).toBe(0);
    expect(budget.waitMs(1_500, 1)).toBe(1_500);
  });

  it('reports what the slowest limit leaves', () => {
    const budget = createRateBudget([window, bucket]);
    for (let sent = 0; sent < 4; sent += 1) budget.take(1_000);
    expect(budget.left(1_000)).toBe(10);
    expect(budget.left(5_000)).toBe(11);
  });
});
