import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identifyThrottlerOf } from '../../../../../src/discord/client/gateway/identify-throttler.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const signal = new AbortController().signal;
const CONCURRENCY = 4;

const throttlerOf = (turn?: Parameters<typeof identifyThrottlerOf>[0]) =>
  identifyThrottlerOf(turn)({
    fetchGatewayInformation: async () => ({
      ...{ url: '', shards: 1 },
      session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: CONCURRENCY },
    }),
  });

test('a shard identifies in the turn of its bucket', async () => {
  const buckets: number[] = [];
  const throttler = await throttlerOf(async (bucket) => void buckets.push(bucket));
  for (const shard of [0, 5, 7]) await throttler.waitForIdentify(shard, signal);
  expect(buckets).toEqual([0, 1, 3]);
});

test('a shard waits for the turn of its bucket', async () => {
  const turn = Promise.withResolvers<void>();
  const throttler = await throttlerOf(() => turn.promise);
  let hasIdentified = false;
  const identifying = throttler.waitForIdentify(0, signal).then(() => {
    hasIdentified = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hasIdentified).toBe(false);
  turn.resolve();
  await identifying;
});

test('a shard that is given up meanwhile does not identify', async () => {
  const stopping = new AbortController();
  const throttler = await throttlerOf(async () => stopping.abort(new Error('stopped')));
  await expect(throttler.waitForIdentify(0, stopping.signal)).rejects.toThrow('stopped');
});
