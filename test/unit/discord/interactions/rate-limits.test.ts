import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimits } from '../../../../src/discord/interactions/rate-limits.ts';

const LIMIT = { name: 'test', uses: 3, withinS: 10 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What each of `count` uses in a row has to wait, in seconds. */
async function use(count: number, limits = createRateLimits(), userId = '1', limit = LIMIT): Promise<number[]> {
  const waits: number[] = [];
  for (let used = 0; used < count; used += 1) waits.push(await limits.secondsToWait(limit, userId));
  return waits;
}

describe('a rate limit', () => {
  it('allows its uses, then names the seconds until the next', async () => {
    const limits = createRateLimits();
    expect(await use(4, limits)).toEqual([0, 0, 0, 10]);
    await vi.advanceTimersByTimeAsync(7_500);
    expect(await use(1, limits)).toEqual([3]);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await use(4, limits)).toEqual([0, 0, 0, 10]);
  });

  it('is not made longer by further tries', async () => {
    const limits = createRateLimits();
    await use(3, limits);
    for (let second = 0; second < 10; second += 1) {
      expect(await use(5, limits)).not.toContain(0);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await use(1, limits)).toEqual([0]);
  });

  it('counts each person and each name on its own', async () => {
    const limits = createRateLimits();
    await use(4, limits);
    expect(await use(1, limits, '2')).toEqual([0]);
    expect(await use(1, limits, '1', { ...LIMIT, name: 'other' })).toEqual([0]);
    expect(await use(1, limits, '1', { ...LIMIT })).toEqual([10]);
  });

  it('never names more seconds than its window has, also when the clock is set back', async () => {
    const limits = createRateLimits();
    await use(3, limits);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await use(1, limits)).toEqual([10]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await use(1, limits)).toEqual([0]);
  });

  it('keeps nothing of people once its window is over', {
    meta: { promises: ['counts-take-bounded-memory'] },
  }, async () => {
    const limits = createRateLimits();
    for (let person = 0; person < 1_000; person += 1) await use(1, limits, String(person));
    expect(vi.getTimerCount()).toBe(1_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
