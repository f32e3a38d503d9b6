import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinTextsOfClips, sanitizedLength, splitText, toCaptionText } from '../../../src/captions/caption-text.ts';

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
test('splitting text is linear: captions of two million characters without a space are split', {
  meta: { promises: ['splitting-text-takes-linear'] },
}, () => {
  expect(splitText('*'.repeat(2_000_000), 1_900).join('')).toHaveLength(2_000_000);
});

test('each speaker turn of a transcript is a line, and every other text is one line', () => {
  expect(toCaptionText({ text: ' One\n two. ' })).toBe('One two.');
  const turns = [{ text: ' One\n two. ' }, { text: ' ' }, { text: 'Three.' }];
  expect(toCaptionText({ text: 'One two. Three.', turns })).toBe('One two.\nThree.');
});

test('texts of clips continue a line, except beside one of several speaker turns', () => {
  expect(joinTextsOfClips(['One.', '', 'Two.'])).toBe('One. Two.');
  expect(joinTextsOfClips(['One.', 'Two.\nThree.', 'Four.', 'Five.'])).toBe('One.\nTwo.\nThree.\nFour. Five.');
});

test('a text is split between speaker turns where possible, and keeps them as lines', () => {
  expect(splitText('one\ntwo three', 8)).toEqual(['one\ntwo', 'three']);
  expect(splitText('one two\nthree', 8)).toEqual(['one two', 'three']);
  expect(splitText('one two\nthree', 13)).toEqual(['one two\nthree']);
});
