import { describe, expect, test } from 'vitest';
import {
  annotate,
  hasPhonemes,
  readPhonemes,
  speechParts,
  withoutPhonemes,
} from '../../../../src/text/pronunciation/phonemes.ts';
import { makeSpeakable } from '../../../../src/text/spoken/speakable.ts';

describe('phonemes in braces', () => {
  test.each([
    ['{EH1 N JH AH0 N IH1 R}', 'EH1 N JH AH0 N IH1 R'],
    [' {  P AH  T ER } ', 'P AH T ER'],
    ['{zhong4 yao4}', 'zhong4 yao4'],
    ['{lü4}', 'lü4'],
    ['{ha0shi1ga0}', 'ha0shi1ga0'],
    ['{kyo0N1cl}', 'kyo0N1cl'],
  ])('%s is in an alphabet of the service', (as, phonemes) => {
    expect(readPhonemes(as)).toBe(phonemes);
  });

  test.each([
    ['{ɪndʒɪˈnɪr}'],
    ['{eh1 n}'],
    ['{EH3}'],
    ['{EH1  <|speaker:1|>}'],
    ['{zhong}'],
    ['{zhong6}'],
    ['{}'],
    ['{hashiga}'],
    ['EH1 N'],
    [`{${'AH '.repeat(60)}AH}`],
  ])('%s is not', (as) => {
    expect(readPhonemes(as)).toBeUndefined();
  });
});

test('a text with phonemes has parts for the service, one for each Chinese syllable', () => {
  const text = `去${annotate('重庆', 'chong2 qing4')}, ${annotate('now', 'N AW1')}.`;
  expect(speechParts(text)).toEqual([
    { kind: 'text', text: '去' },
    { kind: 'phonemes', phonemes: 'chong2' },
    { kind: 'phonemes', phonemes: 'qing4' },
    { kind: 'text', text: ', ' },
    { kind: 'phonemes', phonemes: 'N AW1' },
    { kind: 'text', text: '.' },
  ]);
  expect(withoutPhonemes(text)).toBe('去重庆, now.');
  expect([hasPhonemes(text), hasPhonemes('去重庆')]).toEqual([true, false]);
});

test('what is in no alphabet becomes its spelling, and stray marks vanish', () => {
  expect(speechParts(annotate('hi', 'x<|speaker:1|>'))).toEqual([{ kind: 'text', text: 'hi' }]);
  expect(speechParts('a\ufff9b\ufffaN AW1 c\ufffb\ufff9')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'text', text: 'b' },
  ]);
  expect(withoutPhonemes('a\ufff9b\ufff9c')).toBe('abc');
});

test('an annotation that was cut in two is spoken as it is spelled', () => {
  const text = annotate('now', 'N AW1');
  for (let cut = 1; cut < text.length; cut += 1) {
    const [before, after] = [text.slice(0, cut), text.slice(cut)];
    expect(withoutPhonemes(before) + withoutPhonemes(after)).toBe('now');
  }
});

test('people cannot write an annotation: what makes a text speakable removes its marks', () => {
  expect(hasPhonemes(makeSpeakable(annotate('hi', 'HH AY1')))).toBe(false);
});
