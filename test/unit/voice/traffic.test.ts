import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTraffic, NO_TRAFFIC, sumTraffic } from '../../../src/voice/traffic.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('every kind of packet is counted for itself', () => {
  const traffic = createTraffic();
  traffic.sent();
  for (const arrival of ['in-order', 'reordered', 'duplicate'] as const) traffic.received(arrival);
  traffic.lost(4);
  traffic.undecrypted();
  traffic.unknown();
  traffic.reopened();
  traffic.hole(120);
  traffic.hole(40);
  const counts = {
    ...{ packetsSent: 1, packetsReceived: 3, packetsLost: 4, packetsReordered: 1, packetsDuplicated: 1 },
    ...{ decryptFailures: 1, packetsUnknown: 1, holes: 2, holeMs: 160, reopened: 1 },
  };
  expect(traffic.figures).toEqual({ total: counts, lastMinute: counts });
});

test('after a minute, a packet is counted only in the total', () => {
  const traffic = createTraffic();
  traffic.sent();
  vi.advanceTimersByTime(54_000);
  expect(traffic.figures.lastMinute.packetsSent).toBe(1);
  vi.advanceTimersByTime(7_000);
  expect(traffic.figures).toMatchObject({ total: { packetsSent: 1 }, lastMinute: NO_TRAFFIC });
});

test('the last minute of a steady stream has 55 to 60 s of it, however long it lasts', () => {
  const traffic = createTraffic();
  for (let second = 0; second < 200; second += 1) {
    for (let packet = 0; packet < 50; packet += 1) traffic.sent();
    vi.advanceTimersByTime(1_000);
    if (second < 60) continue;
    const { packetsSent } = traffic.figures.lastMinute;
    expect(packetsSent).toBeGreaterThanOrEqual(55 * 50);
    expect(packetsSent).toBeLessThanOrEqual(60 * 50);
  }
  expect(traffic.figures.total.packetsSent).toBe(200 * 50);
});

test('a packet after hours of silence is one of the last minute', () => {
  const traffic = createTraffic();
  traffic.received('in-order');
  vi.advanceTimersByTime(3 * 3_600_000);
  traffic.received('in-order');
  expect(traffic.figures).toMatchObject({ total: { packetsReceived: 2 }, lastMinute: { packetsReceived: 1 } });
});

test('figures do not change after they were read', () => {
  const traffic = createTraffic();
  const before = traffic.figures;
  traffic.sent();
  expect(before).toEqual({ total: NO_TRAFFIC, lastMinute: NO_TRAFFIC });
});

test('the sum of sessions has every count', () => {
  const one = Object.fromEntries(Object.keys(NO_TRAFFIC).map((name, index) => [name, index + 1]));
  const sum = sumTraffic([one, one, NO_TRAFFIC].map((counts) => ({ ...NO_TRAFFIC, ...counts })));
  expect(Object.values(sum)).toEqual(Object.keys(NO_TRAFFIC).map((_, index) => 2 * (index + 1)));
  expect(sumTraffic([])).toEqual(NO_TRAFFIC);
});
