import { describe, expect, test } from 'vitest';
import { makeCues } from '../../../src/text/cues.ts';
import { columnsOf } from '../../../src/text/line-rule.ts';
import type { TimedWord } from '../../../src/text/timed-words.ts';
import { splitWords } from '../../../src/text/timed-words.ts';

/** Words said at a steady pace from `startMs`; `pauses`: silence after the words that end so. */
function speak(text: string, charsPerSecond: number, pauses: Readonly<Record<string, number>> = {}): TimedWord[] {
  let at = 0;
  return splitWords(text).map((word) => {
    const startMs = at;
    const endMs = startMs + (word.text.length * 1_000) / charsPerSecond;
    const pause = Object.entries(pauses).find(([end]) => word.text.endsWith(end))?.[1];
    at = endMs + (pause ?? 50);
    return { ...word, startMs, endMs };
  });
}

const noPause = () => undefined;
const texts = async (words: readonly TimedWord[]) => (await makeCues([words], noPause)).map(({ text }) => text);
const times = async (words: readonly TimedWord[]) =>
  (await makeCues([words], noPause)).map(({ startMs, endMs }) => [startMs, endMs]);

describe('cues', () => {
  test('are sentences on two balanced lines, broken where people pause', async () => {
    const said =
      'Good morning, and welcome to the third session. Today we look at captions: who reads them, what makes them ' +
      'readable, and why one that flashes by is worse than none at all.';
    expect(await texts(speak(said, 15, { '.': 400 }))).toEqual([
      'Good morning,\nand welcome to the third session.',
      'Today we look at captions: who reads them,',
      'what makes them readable, and why one\nthat flashes by is worse than none at all.',
    ]);
  });

  test.each([
    [
      'German',
      'Wir treffen uns am 3. Mai um 9 Uhr, z. B. im Café „Größe“, und sprechen über die Barrierefreiheit von Videos.',
      14,
      [
        'Wir treffen uns am 3. Mai um 9 Uhr,\nz. B. im Café „Größe“,',
        'und sprechen über\ndie Barrierefreiheit von Videos.',
      ],
    ],
    [
      'Japanese',
      'これから新しい字幕システムについて説明します。質問があれば、いつでも聞いてください。',
      8,
      ['これから新しい字幕\nシステムについて説明します。', '質問があれば、\nいつでも聞いてください。'],
    ],
    [
      'Chinese',
      '大家好，欢迎来到今天的讲座。我们要讨论的是如何让字幕更容易阅读。',
      5,
      ['大家好，欢迎来到今天的讲座。', '我们要讨论的是如何\n让字幕更容易阅读。'],
    ],
    [
      'Korean',
      '오늘은 새로운 자막 시스템에 대해 이야기하려고 합니다. 질문이 있으시면 언제든지 물어보세요.',
      8,
      ['오늘은 새로운 자막 시스템에\n대해 이야기하려고 합니다.', '질문이 있으시면\n언제든지 물어보세요.'],
    ],
    [
      'Thai',
      'สวัสดีครับทุกคน วันนี้เราจะมาพูดถึงระบบคำบรรยาย ซึ่งช่วยให้คนหูหนวกอ่านได้ง่ายขึ้น',
      13,
      ['สวัสดีครับทุกคน\nวันนี้เราจะมาพูดถึงระบบคำบรรยาย', 'ซึ่งช่วยให้คนหูหนวกอ่านได้ง่ายขึ้น'],
    ],
    [
      'Arabic',
      'مرحبا بكم جميعا في ورشة العمل الثالثة. هل لديكم أسئلة؟ نعم، لدي سؤال واحد.',
      12,
      ['مرحبا بكم جميعا في ورشة العمل الثالثة.', 'هل لديكم أسئلة؟', 'نعم، لدي سؤال واحد.'],
    ],
  ])('follow the rule of the script: %s', async (_language, said, charsPerSecond, expected) => {
    expect(await texts(speak(said, charsPerSecond))).toEqual(expected);
  });

  test.each([
    [
      'English',
      'it was the house where I live when I was young my mother took us to the seaside on the last day of the week',
      [
        'it was the house where I live\nwhen I was young my mother',
        'took us to the seaside\non the last day of the week',
      ],
    ],
    [
      'English, with an adverb before the clause',
      'the river had been so clear before the factory came and the water was never the same after they built it',
      ['the river had been so clear\nbefore the factory came', 'and the water was never the same\nafter they built it'],
    ],
    [
      'German',
      'ich habe ihm gestern gesagt dass wir morgen nicht kommen können weil die Kinder krank sind',
      ['ich habe ihm gestern gesagt', 'dass wir morgen nicht kommen können\nweil die Kinder krank sind'],
    ],
    [
      'French',
      'je ne savais pas que tu habitais ici quand nous étions petits mais ma mère s’en souvient',
      ['je ne savais pas que tu habitais ici', 'quand nous étions petits\nmais ma mère s’en souvient'],
    ],
    [
      'Spanish',
      'no fui a la escuela ese día porque mi madre estaba enferma y llovía desde la mañana',
      ['no fui a la escuela ese día\nporque mi madre estaba enferma', 'y llovía desde la mañana'],
    ],
    [
      'Portuguese',
      'eu não sabia que ela morava aqui quando era pequena mas a minha avó ainda se lembra',
      ['eu não sabia que ela morava aqui', 'quando era pequena\nmas a minha avó ainda se lembra'],
    ],
  ])('break before clauses where punctuation is missing: %s', async (_language, said, expected) => {
    expect(await texts(speak(said, 15))).toEqual(expected);
  });

  test.each([
    [
      'it lasted until the end of the coldest winter on record',
      'it lasted until the end\nof the coldest winter on record',
    ],
    ['мы долго говорили о том же самом старом доме у реки', 'мы долго говорили о том же самом\nстаром доме у реки'],
    [
      'some people listened to 250 songs every single evening',
      'some people listened to 250\nsongs every single evening',
    ],
  ])('do not end a line with a short word, but may end it with a number: %s', async (said, expected) => {
    expect(await texts(speak(said, 15))).toEqual([expected]);
  });

  test('keep words beside the label of a speaker, however bad the places for a line break', async () => {
    const [cue] = await makeCues([speak('and and and and and and and and', 15)], noPause, { label: 'Alexandra B: ' });
    expect(cue?.text).toBe('and and and and\nand and and and');
  });

  test('are made with a pause at least every 2000 words, where no sentence ends', async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    await makeCues([speak('word '.repeat(4_001), 15)], pause);
    expect(pauses).toBe(3);
  });

  test('break at a pause within a sentence', async () => {
    expect(await texts(speak('I think … we should go home now', 15, { '…': 1_200 }))).toEqual([
      'I think …',
      'we should go home now',
    ]);
  });

  test('break between the runs of different lines', async () => {
    const [first, second] = [speak('One line', 15), speak('and another', 15)];
    const later = second.map((word) => ({ ...word, startMs: word.startMs + 600, endMs: word.endMs + 600 }));
    expect((await makeCues([first, later], noPause)).map(({ text }) => text)).toEqual(['One line', 'and another']);
  });

  test('share a cue where each alone would flash by', async () => {
    expect(await texts(speak('Yes. No! Really? I cannot quite believe what you say.', 20))).toEqual([
      'Yes. No! Really?',
      'I cannot quite believe what you say.',
    ]);
  });

  test('last at least 1 s, and long enough to be read, where there is silence after them', async () => {
    expect(await times(speak('No.', 20))).toEqual([[0, 1_000]]);
    const fast = speak('Forty characters in less than one second', 60);
    expect(await times(fast)).toEqual([[0, 2_000]]);
  });

  test('last at most 7 s, and do not hide a pause within a long word', async () => {
    const endless = [{ text: 'Well.', startMs: 0, endMs: 60_000, joined: false }];
    expect(await times(endless)).toEqual([[0, 7_000]]);
    const slow = Array.from({ length: 12 }, (_, index) => ({
      ...{ text: 'slow', startMs: index * 1_700, endMs: index * 1_700 + 1_600, joined: false },
    }));
    for (const [startMs = 0, endMs = 0] of await times(slow)) expect(endMs - startMs).toBeLessThanOrEqual(7_000);
  });

  test('close small gaps, which would flicker', async () => {
    const said = speak('This is the first sentence. This is the second sentence.', 15, { '.': 300 });
    const [first, second] = await makeCues([said], noPause);
    expect(first?.endMs).toBe(second?.startMs);
  });

  test('keep within their time, the last one beginning early if it has to', async () => {
    const words = [
      ...speak('This is a rather slow sentence.', 8),
      { text: 'Bye.', startMs: 5_000, endMs: 5_200, joined: false },
    ];
    const cues = await makeCues([words], noPause, { notBeforeMs: 1_000, notAfterMs: 5_200 });
    expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1_000, 3_500],
      [4_200, 5_200],
    ]);
  });

  test('cut words that are longer than a line, never within a character', async () => {
    const family = '👩‍👩‍👧';
    const [cue] = await makeCues(
      [[{ text: `${family.repeat(30)}`, startMs: 0, endMs: 5_000, joined: false }]],
      noPause,
    );
    expect(cue?.text).toBe(`${family.repeat(21)}\n${family.repeat(9)}`);
  });

  test('stay whole where everything is said at one moment', async () => {
    const words = Array.from({ length: 60 }, () => ({ text: 'word', startMs: 5, endMs: 5, joined: false }));
    const cues = await makeCues([words], noPause);
    expect(
      cues
        .map(({ text }) => text)
        .join(' ')
        .match(/word/g),
    ).toHaveLength(60);
    for (const [index, cue] of cues.entries()) expect(cue.startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0);
  });
});

test.each([
  ['word', 4],
  ['e\u0301', 1],
  ['漢字', 4],
  ['한글', 4],
  ['ก็', 1],
  ['😀', 2],
  ['שלום', 4],
])('%s takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});
