import { describe, expect, it, test } from 'vitest';
import { joinTexts, splitWords, spreadWords, textOfWords } from '../../../src/text/timed-words.ts';

describe('joining words', () => {
  it.each([
    ['one', 'two', 'one two'],
    ['', 'two', 'two'],
    ['今日は', '良い', '今日は良い'],
    ['今日は。', 'OK', '今日は。 OK'],
    ['สวัสดี', 'ครับ', 'สวัสดีครับ'],
    ['안녕', '하세요', '안녕 하세요'],
  ])('%j and %j', (before, after, whole) => {
    expect(joinTexts([before, after])).toBe(whole);
  });
});
test.each([
  ['English', 'It’s 3.5 volts — isn’t it?', 'It’s|3.5|volts|—|isn’t|it?'],
  ['German', 'Er sagte: „Gut.“', 'Er|sagte:|„Gut.“'],
  ['Japanese', '今日は「良い」天気です。', '今日|は|「良い」|天気|です。'],
  ['Japanese with small kana', 'きゃっと笑った。', 'きゃっと|笑っ|た。'],
  ['Chinese', '大家好，欢迎！', '大家|好，|欢迎！'],
  ['Korean', '안녕하세요 여러분.', '안녕하세요|여러분.'],
  ['Thai', 'สวัสดีครับ ทุกคน', 'สวัสดี|ครับ|ทุก|คน'],
  ['Arabic', 'هل لديكم أسئلة؟ نعم.', 'هل|لديكم|أسئلة؟|نعم.'],
  ['two scripts', 'GPT-4はAIです。', 'GPT-4|は|AI|です。'],
])('%s is split into words with their punctuation', (_language, text, words) => {
  const split = splitWords(text);
  expect(split.map((word) => word.text)).toEqual(words.split('|'));
  expect(textOfWords(split)).toBe(text);
});

describe('words of which only the whole time is known', () => {
  const starts = (text: string, endMs: number) =>
    spreadWords(splitWords(text), 0, endMs).map(({ text: word, startMs }) => [word, Math.round(startMs)]);

  test('are spread by their length', () => {
    expect(starts('one three', 800)).toEqual([
      ['one', 0],
      ['three', 300],
    ]);
  });

  test('come at the start of their sentence’s time where it is longer than anybody needs', () => {
    expect(starts('Oh no. We did.', 60_000)).toEqual([
      ['Oh', 0],
      ['no.', 300],
      ['We', 27_273],
      ['did.', 27_573],
    ]);
    expect(spreadWords(splitWords('Oh no. We did.'), 0, 60_000).at(-1)?.endMs).toBe(60_000);
  });
});
