import { expect, test } from 'vitest';
import { readLoadOptions } from '../../../bench/load-options.ts';

test('a short measurement names its length, channels, contenders and meters', () => {
  const { contestants, ...rest } = readLoadOptions({
    seconds: '10',
    rounds: '1',
    channels: '400,200',
    contenders: 'in-process,stock',
    meter: 'both',
  });
  expect(rest).toEqual({ windowMs: 10_000, rounds: 1, counts: [200, 400], meters: ['kernel', 'callback'] });
  expect(contestants?.map(({ name }) => name)).toEqual(['Mynah, in process', 'stock player']);
});

test('what is not named is left to the benchmark', () => {
  expect(Object.values(readLoadOptions({})).every((value) => value === undefined)).toBe(true);
});

test.each([
  ['--seconds takes a number above 0', { seconds: '0' }],
  ['--rounds takes whole numbers', { rounds: '1.5' }],
  ['--channels takes a number above 0', { channels: '200,' }],
  ['--contenders takes any of mynah,in-process,two-threads,stock,ffmpeg', { contenders: 'mynah,other' }],
  ['--meter takes kernel, callback or both', { meter: 'clock' }],
])('%s', (why, values) => {
  expect(() => readLoadOptions(values)).toThrow(why);
});
