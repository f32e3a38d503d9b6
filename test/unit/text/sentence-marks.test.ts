import { describe, expect, it, test } from 'vitest';
import { markSentences, readStyle } from '../../../src/text/sentence-marks.ts';
import { splitIntoPieces } from '../../../src/text/split-into-pieces.ts';

const MARK = '[whispering]';

describe('an expression mark', () => {
  it('goes before every sentence', () => {
    expect(markSentences('Come here. Quickly! now', MARK)).toBe(
      '[whispering] Come here. [whispering] Quickly! [whispering] now',
    );
    expect(markSentences('你好。再见。', MARK)).toBe('[whispering] 你好。[whispering] 再见。');
  });

  it('leaves a sentence alone that begins with its own, or has three', () => {
    expect(markSentences('[sad] Oh. Well.', MARK)).toBe('[sad] Oh. [whispering] Well.');
    expect(markSentences('One [a b] two [c d] three [e f] four.', MARK)).toBe('One [a b] two [c d] three [e f] four.');
  });

  it('goes with no sentence without a letter or digit', () => {
    expect(markSentences('...', MARK)).toBe('...');
  });

  it('goes with every piece of a text, also where one begins in mid-sentence, and shortens none', () => {
    const sentence = 'word '.repeat(100).trim();
    const plain = splitIntoPieces(sentence);
    expect(plain.length).toBeGreaterThan(1);
    expect(splitIntoPieces(sentence, { mark: MARK })).toEqual(plain.map((piece) => `${MARK} ${piece}`));
  });
});

describe('a style', () => {
  test.each([
    ['whispering', 'whispering'],
    ['  [soft   tone] ', 'soft tone'],
    ['(angry)', 'angry'],
    ["tired, end of a child's day", "tired, end of a child's day"],
    ['低声说', '低声说'],
  ])('“%s” is “%s”', (written, style) => {
    expect(readStyle(written)).toBe(style);
  });

  test.each([
    '',
    '[]',
    'a'.repeat(41),
    'sad] <|speaker:1|>',
    'a|b',
    '<|phoneme_start|>',
    'one]two',
    '5 times',
    '\u202eevil',
  ])('“%s” is none', { meta: { promises: ['style-say-made-words'] } }, (written) => {
    expect(readStyle(written)).toBeUndefined();
  });
});
