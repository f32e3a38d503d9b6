import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDelays, createThreadMonitor, DELAY_BUCKETS_MS, NO_DELAYS } from '../../../src/telemetry/thread-load.ts';

let nowMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The timer runs, `lateMs` after it was due. */
function sample(lateMs: number): void {
  nowMs += 20 + lateMs;
  vi.advanceTimersByTime(20);
}

test('each delay is counted in the bucket of its length', () => {
  using monitor = createThreadMonitor();
  for (const lateMs of [0, 2, 3, 60, 60_000]) sample(lateMs);
  const { counts, sumMs } = monitor.read().eventLoopDelay;
  expect(sumMs).toBe(60_065);
  const inBucket = (boundMs: (typeof DELAY_BUCKETS_MS)[number]) => counts[DELAY_BUCKETS_MS.indexOf(boundMs)];
  expect([inBucket(2), inBucket(5), inBucket(100), counts.at(-1)]).toEqual([2, 1, 1, 1]);
});

test('a timer that is early by a fraction is no delay', () => {
  using monitor = createThreadMonitor();
  sample(-0.4);
  expect(monitor.read().eventLoopDelay.sumMs).toBe(0);
});

test('after disposal nothing is counted, and nothing keeps the thread alive', () => {
  const monitor = createThreadMonitor();
  monitor[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
  sample(100);
  expect(monitor.read().eventLoopDelay).toEqual(NO_DELAYS);
});

test('the heap is that of this thread', () => {
  using monitor = createThreadMonitor();
  const { heapUsedBytes, heapTotalBytes } = monitor.read();
  expect(heapUsedBytes).toBeGreaterThan(1_000_000);
  expect(heapTotalBytes).toBeGreaterThanOrEqual(heapUsedBytes);
});

test('delays add up bucket by bucket', () => {
  const one = { counts: NO_DELAYS.counts.map((_, bucket) => bucket), sumMs: 3 };
  expect(addDelays(one, one)).toEqual({ counts: one.counts.map((count) => 2 * count), sumMs: 6 });
});
