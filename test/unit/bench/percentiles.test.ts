import { expect, test } from 'vitest';
import { percentilesOf } from '../../../bench/percentiles.ts';

test('percentiles are measurements that occurred, by nearest rank', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(percentilesOf(values)).toEqual({ p50: 10, p95: 19, max: 20 });
});

test('a single measurement is all of its percentiles', () => {
  expect(percentilesOf([7])).toEqual({ p50: 7, p95: 7, max: 7 });
});
