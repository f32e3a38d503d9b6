import { expect, test } from 'vitest';
import { createArrivalStatistics } from '../../../../../playground/page/voice/arrival-statistics.ts';

const arrival = (index: number, receivedAtMs = index * 20, userId = 'grace') => ({
  userId,
  sequence: (65_500 + index) & 0xffff,
  timestamp: (4_294_900_000 + index * 960) >>> 0,
  receivedAtMs,
  opus: Uint8Array.of(1, 2, 3),
});

test('nothing is known before anything came', () => {
  const statistics = createArrivalStatistics();
  expect(statistics.lossShare(0)).toBeUndefined();
  expect(statistics.jitterMs(0)).toBeUndefined();
});

test('loss is the share of packets that are missing, across the wrap of numbers, and for each speaker', () => {
  const statistics = createArrivalStatistics();
  for (let index = 0; index < 100; index++) {
    if (index % 10 !== 5) statistics.add(arrival(index));
    statistics.add(arrival(index + 500, index * 20, 'linus'));
  }
  expect(statistics.lossShare(2_000)).toBeCloseTo(10 / 200, 6);
});

test('a packet that was overtaken is not lost', () => {
  const statistics = createArrivalStatistics();
  for (const index of [0, 1, 3, 2, 4]) statistics.add(arrival(index));
  expect(statistics.lossShare(100)).toBe(0);
});

test('jitter is the largest difference from the speaker’s own clock', () => {
  const statistics = createArrivalStatistics();
  const late = [0, 0, 0, 35, 0, 0];
  for (const [index, lateMs] of late.entries()) statistics.add(arrival(index, index * 20 + lateMs));
  expect(statistics.jitterMs(200)).toBeCloseTo(35, 6);
});

test('a pause after silence frames is no jitter, though the speaker’s clock stands still in it', () => {
  const statistics = createArrivalStatistics();
  const silence = Uint8Array.of(0xf8, 0xff, 0xfe);
  for (const index of [0, 1, 2]) statistics.add(arrival(index));
  statistics.add({ ...arrival(3), opus: silence });
  statistics.add(arrival(4, 1_700));
  expect(statistics.jitterMs(1_800)).toBe(0);
});

test('what is older than a minute, and a pause, do not count', () => {
  const statistics = createArrivalStatistics();
  statistics.add(arrival(0));
  statistics.add(arrival(9, 400));
  statistics.add(arrival(10, 61_000));
  expect(statistics.lossShare(61_000)).toBe(0);
  expect(statistics.jitterMs(61_000)).toBe(0);
});
