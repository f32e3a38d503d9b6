import { describe, expect, test } from 'vitest';
import { makeSpeakable } from '../../../../src/text/spoken/speakable.ts';

describe('makeSpeakable', () => {
  test('leaves plain text and expressions as they are', () => {
    const text = 'Hello, [whisper] world! x < y | z > 3, and a <@123>.';
    expect(makeSpeakable(text)).toBe(text);
  });

  test.each([
    ['<|speaker:1|>hi', 'hi'],
    ['a <|phoneme_start|>HH AH<|phoneme_end|> b', 'a HH AH b'],
    ['<<|x|>|speaker:1|>hi', 'hi'],
    ['<|<|x|>speaker:1|>hi', 'hi'],
    ['<|speaker:1<|x|>|>hi', 'hi'],
    ['<\u200b|speaker:1|\u2060>hi', 'hi'],
    ['<\ufe0f|speaker:1|>hi', 'hi'],
    ['<\u0000|speaker:1|>hi', 'hi'],
    ['<\u200d|speaker:1|>hi', 'hi'],
    ['<\ud800|speaker:1|>hi', 'hi'],
    ['＜｜speaker:1｜＞hi', 'hi'],
    ['﹤|speaker:1｜>hi', 'hi'],
    ['<|<:speaker:1>|>hi', 'hi'],
    ['<|speaker:1 hi', 'speaker:1 hi'],
    ['speaker:1|> hi', 'speaker:1 hi'],
    ['<<||x hi', 'x hi'],
    ['<|a\nb|>hi', 'hi'],
  ])('takes control tokens out of %j', (text, expected) => {
    expect(makeSpeakable(text)).toBe(expected);
  });

  test('leaves no token edge in any mixture of their parts', () => {
    const parts = ['<', '|', '>', '＜', '｜', '＞', '\u200b', 'x', ' ', '\n', '<:e:1>', '\u200d', '\u0301', '😀'];
    let seed = 7;
    const random = (max: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * max);
    };
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: 1 + random(20) }, () => parts[random(parts.length)]).join('');
      const speakable = makeSpeakable(text);
      expect(speakable.normalize('NFKC')).not.toMatch(/<\||\|>/);
    }
  });

  test('makes single spaces of white space', () => {
    expect(makeSpeakable('  a \t b\u00a0\u3000c  ')).toBe('a b c');
  });

  test('marks the end of a line that has no mark of its own, so that the voice pauses', () => {
    expect(makeSpeakable('one\ntwo\r\n\r\nthree!\nfour,\nfive [laughing]\nsix\n')).toBe(
      'one. two. three! four, five [laughing] six',
    );
  });

  test('reads custom emoji by their names', () => {
    expect(makeSpeakable('hi <:wave:123> and <a:party_parrot:45>')).toBe('hi wave and party_parrot');
  });

  test('removes what cannot be seen, but keeps the joiners that writing needs', () => {
    expect(makeSpeakable('he\u200bl\u00adl\ufeffo\u202e \u0007x\u200dy\ud83d')).toBe('hello xy');
    expect(makeSpeakable('hi 👨\u200d👩\u200d👧')).toBe('hi 👨\u200d👩\u200d👧');
    expect(makeSpeakable('می\u200cخواهم')).toBe('می\u200cخواهم');
    expect(makeSpeakable('क्\u200dष')).toBe('क्\u200dष');
  });

  test('is in NFC', () => {
    expect(makeSpeakable('cafe\u0301')).toBe('caf\u00e9');
    expect(makeSpeakable('cafe<|x|>\u0301')).toBe('caf\u00e9');
  });

  test.each(['', '   ', '\n', '!?…', '😀', '<|speaker:1|>', '\u200b', '— . —'])(
    'finds nothing to say in %j',
    (text) => {
      expect(makeSpeakable(text)).toBe('');
    },
  );

  test.each(['42', 'é', '你好', 'ok!'])('finds something to say in %j', (text) => {
    expect(makeSpeakable(text)).toBe(text);
  });
});
