import { expect, test } from 'vitest';
import { compare, ratiosOf, verdict } from '../../../bench/comparison.ts';

const mynah = { name: 'Mynah', valuesMs: [10, 20] };
const plain = { name: 'plain pipeline', valuesMs: [100, 50] };

test('a comparison aligns both bots and gives their ratios', () => {
  expect(compare(mynah, plain)).toEqual([
    '                rounds   p50    p95    max',
    'Mynah                2  10.0   20.0   20.0',
    'plain pipeline       2  50.0  100.0  100.0',
    'ratio                   0.20   0.20   0.20',
  ]);
});

test('without a baseline there is no ratio', () => {
  expect(compare(mynah, undefined)).toEqual(['       rounds   p50   p95   max', 'Mynah       2  10.0  20.0  20.0']);
});

test('a ratio divides percentile by percentile', () => {
  expect(ratiosOf(mynah, plain)).toEqual({ p50: 0.2, p95: 0.2, max: 0.2 });
});

test('a verdict says whether each target was met', () => {
  const aims = [
    { what: 'p50 ≤ 12', met: true },
    { what: 'p95 ≤ 25', met: false },
  ];
  expect(verdict(aims)).toBe('aim: p50 ≤ 12 met, p95 ≤ 25 missed');
});
