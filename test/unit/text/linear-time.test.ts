import { expect, test } from 'vitest';
import { splitIntoPieces } from '../../../src/text/split-into-pieces.ts';

// Quadratic work would take minutes for these lengths, far beyond the timeout of a test.

test('splitting text is linear: a text of four million characters in short sentences is split', () => {
  const pieces = splitIntoPieces('Oh. '.repeat(1_000_000));
  expect(pieces.reduce((sum, { length }) => sum + length, pieces.length - 1)).toBe(3_999_999);
});

test('splitting text is linear: a text of 300,000 characters without a space is split', () => {
  expect(splitIntoPieces('漢'.repeat(300_000)).join('')).toHaveLength(300_000);
});
