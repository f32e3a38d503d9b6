import { describe, expect, test } from 'vitest';
import { checkEntry, keyOf, withinSentence } from '../../../../src/text/pronunciation/entry.ts';

test('a word and what is spoken are cleaned', () => {
  expect(checkEntry(' C\u200b++ \n 20 ', 'see plus\nplus')).toEqual({
    kind: 'entry',
    entry: { word: 'C++ 20', as: 'see plus. plus', key: 'c++ 20' },
  });
  expect(checkEntry('resume', '{ R EH1 Z AH0 M EY2 }')).toMatchObject({ entry: { as: '{R EH1 Z AH0 M EY2}' } });
  expect(checkEntry('smile', 'big <:smile:123456789012345678>')).toMatchObject({ entry: { as: 'big smile' } });
});

test('a word is the same in whatever case, width and composition', () => {
  expect(keyOf('Café')).toBe(keyOf('CAFE\u0301'));
  expect(keyOf('ＧＧ')).toBe(keyOf('gg'));
});

test.each(['C++', 'C#', '.NET', '&', '%', 'AT&T', "don't", 'node.js', 'google.com', 'ＧＧ', '草', '(笑)', 'ﷺ', 'น้ำ'])(
  'texts still have %s when dictionaries are applied',
  (word) => {
    expect(checkEntry(word, 'x')).toMatchObject({ kind: 'entry' });
  },
);

describe('an entry is refused', () => {
  test.each([
    ['', 'x', 'word-empty'],
    ['\u200b ', 'x', 'word-empty'],
    ['x'.repeat(61), 'x', 'word-long'],
    ['👩‍👩‍👧‍👦'.repeat(12), 'x', 'word-long'],
    ['x', '', 'as-empty'],
    ['x', '!!! 👍', 'as-empty'],
    ['x', 'x'.repeat(201), 'as-long'],
    ['x', 'a <|speaker:1|> b', 'markup'],
    ['x', 'a <\u200b|speaker', 'markup'],
    ['x', 'a ＜｜b', 'markup'],
    ['<|', 'x', 'markup'],
    ['😂', 'x', 'word-unheard'],
    ['<:kek:123456789012345678>', 'x', 'word-unheard'],
    [':D', 'x', 'word-unheard'],
    ['^^', 'x', 'word-unheard'],
    ['ㅋㅋ', 'x', 'word-unheard'],
    ['my_var', 'x', 'word-unheard'],
    ['**bold**', 'x', 'word-unheard'],
    ['https://example.com/x', 'x', 'word-unheard'],
    ['@everyone', 'x', 'word-unheard'],
    ['->', 'x', 'word-unheard'],
    ['nooooooo', 'x', 'word-unheard'],
    ['x', 'hello [laughing]', 'markup'],
    ['x', 'hello ［laughing］', 'markup'],
    ['x', '[laugh', 'markup'],
    ['x', 'ing]', 'markup'],
    ['x', 'hi <@123456789012345678>', 'markup'],
    ['x', 'hi @everyone', 'markup'],
    ['x', '{not phonemes}', 'phonemes'],
  ])('%j as %j: %s', (word, as, fault) => {
    expect(checkEntry(word, as)).toEqual({ kind: 'fault', fault });
  });
});

test.each([
  ['I quit. Ada says: me too', 'I quit, Ada says, me too'],
  ['back soon!', 'back soon'],
  ['Mr. Smith', 'Mr. Smith'],
  ['e.g. this', 'e.g. this'],
  ['version 2.0', 'version 2.0'],
  ['もう寝る。アダさん：私も', 'もう寝る,アダさん,私も'],
  ['I quit." Ada says', 'I quit," Ada says'],
  ['bye 5. Ada', 'bye 5, Ada'],
  ['ok። Ada‼ Bo﹒ Cy', 'ok, Ada, Bo, Cy'],
  ['quit!Ada', 'quit,Ada'],
  ['quit.— Ada', 'quit,— Ada'],
  ['quit.\u0301 Ada', 'quit,\u0301 Ada'],
  ['I quit.”Ada says', 'I quit,”Ada says'],
  ['Ada﹕ me ∶ too', 'Ada, me , too'],
  ['{HH AY1}', '{HH AY1}'],
  ['!', '!'],
])('what is said for a word of a server is no sentence of its own: %s', (as, said) => {
  expect(withinSentence(as)).toBe(said);
});
