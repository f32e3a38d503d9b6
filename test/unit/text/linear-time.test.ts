import { expect, test } from 'vitest';
import { makeCues } from '../../../src/text/cues.ts';
import { splitIntoPieces } from '../../../src/text/split-into-pieces.ts';
import { joinTexts } from '../../../src/text/timed-words.ts';
import { alignWords } from '../../../src/text/word-alignment.ts';

// Quadratic work would take minutes for these lengths, far beyond the timeout of a test.

test('splitting text is linear: a text of four million characters in short sentences is split', {
  meta: { promises: ['splitting-text-takes-linear'] },
}, () => {
  const pieces = splitIntoPieces('Oh. '.repeat(1_000_000));
  expect(pieces.reduce((sum, { length }) => sum + length, pieces.length - 1)).toBe(3_999_999);
});

test('splitting text is linear: a text of 300,000 characters without a space is split', () => {
  expect(splitIntoPieces('漢'.repeat(300_000)).join('')).toHaveLength(300_000);
});

test('joining texts is linear: a million words are joined', () => {
  expect(joinTexts(Array.from({ length: 1_000_000 }, () => 'oh'))).toHaveLength(2_999_999);
});

/** More than anybody says in an hour. */
const SAID_CHARS = 60_000;
const repeated = (part: string): string => part.repeat(SAID_CHARS / part.length);

test.each([
  ['what is said again and again', repeated('la '), 'lala'],
  ['one word without an end', repeated('a'), 'bbbbb'],
  ['words that never match', repeated('a '), 'b'],
  ['words that match in part', repeated('abab ba abb '), 'abbab'],
  ['a script without spaces', repeated('漢'), '漢字'],
  ['nothing but punctuation', repeated('. '), 'a'],
])(
  'aligning an hour of text and dividing it into cues is linear: %s',
  { timeout: 30_000 },
  async (_what, text, segment) => {
    const segments = Array.from({ length: 12_000 }, (_, index) => ({
      ...{ text: segment, startMs: index * 300, endMs: index * 300 + 300 },
    }));
    const words = alignWords(text, segments, { startMs: 0, endMs: 3_600_000 });
    const cues = await makeCues([words], () => undefined);
    expect(cues.map((cue) => cue.text.replace(/\s/g, '')).join('')).toBe(text.replace(/\s/g, ''));
  },
);
