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

  test.each([
    ['English', 'We went there to see Dr. Smith and his wife', 26, 'We went there to see'],
    ['English initials', 'This was written by J. R. R. Tolkien long ago', 26, 'This was written by'],
    ['German ordinals', 'Wir sehen uns dann am 3. Oktober in Berlin', 26, 'Wir sehen uns dann am'],
    ['German letters', 'Wir mögen Obst, z.B. Äpfel und Birnen', 22, 'Wir mögen Obst,'],
    ['French', 'Nous avons rencontré M. Dupont hier soir', 25, 'Nous avons rencontré'],
    ['Spanish', 'Ayer estuvimos con la Sra. García en casa', 27, 'Ayer estuvimos con la'],
    ['Portuguese', 'Ontem estivemos com a Dra. Almeida em casa', 27, 'Ontem estivemos com a'],
  ])('keeps an abbreviation with the next word: %s', (_language, text, firstMaxChars, first) => {
    expect(splitIntoPieces(text, { firstMaxChars })[0]).toBe(first);
  });

  test.each([
    ['groups of digits', 'La ville compte maintenant 10 000 habitants', 30, 'La ville compte maintenant'],
    ['a currency', 'Das neue Fahrrad kostet 250 € im Laden', 28, 'Das neue Fahrrad kostet'],
    ['a decimal', 'It is now exactly 3.14159 times as long', 22, 'It is now exactly'],
    ['a full-width comma', '今天一共来了很多很多客人总共有10，000人来', 18, '今天一共来了很多很多客人总共有'],
    ['a full-width colon', '今天晚上，我们大家一起看电影在20：30开始', 19, '今天晚上，我们大家一起看电影在'],
    ['a Japanese year', '私たちがここに引っ越してきたのは2026年です', 20, '私たちがここに引っ越してきたのは'],
    ['a Korean counter', '우리 가족은 이번 여름에 바다에서 3 000명을', 23, '우리 가족은 이번 여름에 바다에서'],
  ])('does not cut within a number: %s', (_kind, text, firstMaxChars, first) => {
    expect(splitIntoPieces(text, { firstMaxChars })[0]).toBe(first);
  });

  test('cuts numbers that leave no other place', () => {
    expect(splitIntoPieces('1 2 3 4 5 6 7 8 9', { maxChars: 9, firstMaxChars: 9 })).toEqual(['1 2 3 4 5', '6 7 8 9']);
  });

  test('gives an abbreviation no mark of a sentence', () => {
    expect(splitIntoPieces('Meet Dr. Who. Now.', { mark: '[whisper]' })).toEqual([
      '[whisper] Meet Dr. Who. [whisper] Now.',
    ]);
  });
});
