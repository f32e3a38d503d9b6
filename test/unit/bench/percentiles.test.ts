import { expect, test } from 'vitest';
import { percentilesOf } from '../../../bench/percentiles.ts';

test('percentiles are actual measurements, by nearest rank', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(percentilesOf(values)).toEqual({ p50: 10, p95: 19, max: 20 });
});

test('all percentiles of a single measurement are that measurement', () => {
  expect(percentilesOf([7])).toEqual({ p50: 7, p95: 7, max: 7 });
});
