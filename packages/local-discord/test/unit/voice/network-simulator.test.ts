import { expect, test } from 'vitest';
import { createNetworkSimulator } from '../../../src/voice/network-simulator.ts';

const fates = (conditions: Parameters<typeof createNetworkSimulator>[0]) =>
  Array.from({ length: 500 }, createNetworkSimulator(conditions));

test('jitter delays each packet by its own share of the longest delay', () => {
  const delays = fates({ jitterMs: 100 }).map(({ delayMs }) => delayMs);
  expect(Math.min(...delays)).toBeLessThan(10);
  expect(Math.max(...delays)).toBeGreaterThan(90);
  expect(Math.max(...delays)).toBeLessThanOrEqual(100);
});

test('the same seed gives the same loss with no jitter as before there was jitter', () => {
  expect(fates({ lossRate: 0.5, seed: 3 })).toEqual(fates({ lossRate: 0.5, seed: 3, jitterMs: 0 }));
});
