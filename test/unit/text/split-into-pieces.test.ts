import { describe, expect, test } from 'vitest';
import { splitIntoPieces } from '../../../src/text/split-into-pieces.ts';

/** Numbers in 0…1, the same in every run. */
function randomFrom(start: number): () => number {
  let seed = start;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
}

const WORDS = [
  'I',
  'really',
  'mean,',
  'it.',
  'Dr.',
  'Who?',
  '3.14',
  '[laughing]',
  '[a long, long laugh. yes]',
  'naïve',
  '😀',
  '👨‍👩‍👧',
  'https://example.org/a?b=c',
  'x;',
  'wait…',
  '今天天气很好。',
  '“So!”',
  '—',
  'e.g.',
  'Ünïcödé',
];
const WIDE = ['今天', '天气', '很好', '。', '，', '！', '我們', '去', '公園', '吧', '「', '」', '𠮷', 'ภาษาไทย', '😀'];

function randomText(random: () => number, parts: readonly string[], count: number, separator: string): string {
  return Array.from({ length: count }, () => parts[Math.floor(random() * parts.length)]).join(separator);
}

describe('splitIntoPieces', () => {
  test('gives back any text of words when its pieces are joined by spaces', () => {
    const random = randomFrom(1);
    for (let round = 0; round < 300; round += 1) {
      const text = randomText(random, WORDS, 1 + Math.floor(random() * 400), ' ');
      const options = { maxChars: 60 + Math.floor(random() * 400), firstMaxChars: 60 + Math.floor(random() * 100) };
      const pieces = splitIntoPieces(text, options);
      expect(pieces.join(' ')).toBe(text);
      expect(pieces[0]?.length).toBeLessThanOrEqual(options.firstMaxChars);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(options.maxChars);
        expect(piece.split('[')).toHaveLength(piece.split(']').length);
      }
    }
  });

  test('loses and doubles nothing of a text without spaces, nor halves a character', () => {
    const random = randomFrom(2);
    for (let round = 0; round < 200; round += 1) {
      const text = randomText(random, WIDE, 1 + Math.floor(random() * 600), '');
      const pieces = splitIntoPieces(text, { maxChars: 20 + Math.floor(random() * 300), firstMaxChars: 20 });
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
    }
  });

  test('keeps a short text whole', () => {
    expect(splitIntoPieces('Hello there. How are you?')).toEqual(['Hello there. How are you?']);
    expect(splitIntoPieces('')).toEqual([]);
    expect(splitIntoPieces('   ')).toEqual([]);
  });

  test('begins with whole sentences of at most 150 characters and continues with up to 400', () => {
    const sentence = 'This is a sentence of some fifty characters or more.';
    const pieces = splitIntoPieces(new Array(120).fill(sentence).join(' '));
    expect(pieces[0]).toBe(`${sentence} ${sentence}`);
    for (const piece of pieces.slice(1, -1)) expect(piece).toBe(new Array(7).fill(sentence).join(' '));
  });

  test('speaks 6,000 characters whole', () => {
    const text = 'Nothing is lost, I say. '.repeat(250).trim();
    const pieces = splitIntoPieces(text);
    expect(pieces.join(' ')).toBe(text);
    expect(pieces.length).toBeLessThan(20);
  });

  test('cuts an overlong sentence at a comma, else at a space', () => {
    const options = { maxChars: 40, firstMaxChars: 40 };
    expect(splitIntoPieces('one two three four five six, seven eight nine ten eleven', options)).toEqual([
      'one two three four five six,',
      'seven eight nine ten eleven',
    ]);
    expect(splitIntoPieces('one two three four five six seven eight nine ten', options)).toEqual([
      'one two three four five six seven eight',
      'nine ten',
    ]);
  });

  test('does not cut at a comma at the very beginning', () => {
    expect(splitIntoPieces('Oh, one two three four five six seven eight', { maxChars: 40, firstMaxChars: 40 })[0]).toBe(
      'Oh, one two three four five six seven',
    );
  });

  test('fills a piece to the last character', () => {
    expect(splitIntoPieces('abcd efgh ijkl', { maxChars: 9, firstMaxChars: 9 })).toEqual(['abcd efgh', 'ijkl']);
  });

  test('cuts Chinese after its marks', () => {
    expect(splitIntoPieces('今天天气很好。我们去公园吧！好的。', { maxChars: 12, firstMaxChars: 8 })).toEqual([
      '今天天气很好。',
      '我们去公园吧！好的。',
    ]);
  });

  test('does not cut within a word that has a full stop but no space', () => {
    expect(splitIntoPieces('Wow!Great and so on', { maxChars: 12, firstMaxChars: 12 })[0]).toBe('Wow!Great');
  });

  test('cuts a word that is longer than a piece, between characters', () => {
    expect(splitIntoPieces('a'.repeat(1000))).toEqual([
      'a'.repeat(150),
      'a'.repeat(400),
      'a'.repeat(400),
      'a'.repeat(50),
    ]);
    const families = splitIntoPieces('👨‍👩‍👧'.repeat(30), { maxChars: 50, firstMaxChars: 50 });
    expect(families.every((piece) => piece.length % '👨‍👩‍👧'.length === 0)).toBe(true);
    expect(splitIntoPieces('😀😀', { maxChars: 1, firstMaxChars: 1 })).toEqual(['😀', '😀']);
  });

  test('keeps an expression whole where it fits', () => {
    const pieces = splitIntoPieces('Well now [speaking very softly indeed] good night to you all', {
      maxChars: 32,
      firstMaxChars: 20,
    });
    expect(pieces).toEqual(['Well now', '[speaking very softly indeed]', 'good night to you all']);
  });
});
