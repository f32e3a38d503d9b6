import { expect, it } from 'vitest';
import { formatSize } from '../../../../../playground/page/client/sizes.ts';

it.each([
  ['en-US', 0, '0 bytes'],
  ['en-US', 1, '1 byte'],
  ['en-US', 999, '999 bytes'],
  ['en-US', 1400, '1.4 kB'],
  ['en-US', 10_000_000, '10 MB'],
  ['de', 1_400_000, '1,4 MB'],
  ['en-US', 3e13, '30,000 GB'],
])('in %s, a file of %i bytes has “%s”', (locale, bytes, words) => {
  expect(formatSize(locale, bytes).replaceAll(' ', ' ')).toBe(words);
});
