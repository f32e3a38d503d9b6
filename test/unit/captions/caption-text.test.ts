import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizedLength, splitText } from '../../../src/captions/caption-text.ts';

test('any text is split into pieces that fit and lose no letter', () => {
  const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 })).map((words) => words.join(' ').trim());
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 40 }), (said, maxLength) => {
      const pieces = splitText(said, maxLength);
      const letters = (each: string): string => each.replaceAll(' ', '');
      expect(letters(pieces.join(''))).toBe(letters(said));
      for (const piece of pieces) expect(sanitizedLength(piece)).toBeLessThanOrEqual(maxLength);
    }),
  );
});

test('a text is split between words where possible', () => {
  expect(splitText('one two three', 8)).toEqual(['one two', 'three']);
});

// Work that grows with the pieces' length as well would take minutes, far beyond the timeout of a test.
test('splitting text is linear: captions of two million characters without a space are split', () => {
  expect(splitText('*'.repeat(2_000_000), 1_900).join('')).toHaveLength(2_000_000);
});
