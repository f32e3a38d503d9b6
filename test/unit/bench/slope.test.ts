import { expect, test } from 'vitest';
import { trendOf } from '../../../bench/slope.ts';

test('points on a straight line give its slope, without an error', () => {
  const { slope, error } = trendOf([3, 5, 7, 9].map((y, x) => ({ x, y })));
  expect(slope).toBeCloseTo(2);
  expect(error).toBeCloseTo(0);
});

test('scatter gives the slope its standard error', () => {
  const { slope, error } = trendOf([
    { x: 0, y: 1 },
    { x: 1, y: 1 },
    { x: 2, y: 4 },
  ]);
  expect(slope).toBeCloseTo(1.5);
  expect(error).toBeCloseTo(Math.sqrt(1.5 / 2));
});

test('constant values have no slope', () => {
  expect(trendOf([0, 1, 2].map((x) => ({ x, y: 40 })))).toEqual({ slope: 0, error: 0 });
});
