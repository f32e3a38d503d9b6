import { describe, expect, test } from 'vitest';
import { textOfWords } from '../../../src/text/timed-words.ts';
import { alignWords, type TimedText } from '../../../src/text/word-alignment.ts';

const PIECE = { startMs: 0, endMs: 10_000 };

/** Segments as `word@start-end`, in seconds. */
function segments(...written: string[]): TimedText[] {
  return written.map((each) => {
    const [, text = '', start, end] = /^(.*)@(-?[\d.]+)-([\d.]+)$/.exec(each) ?? [];
    return { text, startMs: Number(start) * 1_000, endMs: Number(end) * 1_000 };
  });
}

function aligned(text: string, ...written: string[]): string[] {
  const seconds = (timeMs: number) => Math.round(timeMs) / 1_000;
  return alignWords(text, segments(...written), PIECE).map(
    (word) => `${word.text}@${seconds(word.startMs)}-${seconds(word.endMs)}`,
  );
}

describe('words of a text with the times of segments', () => {
  test('have the punctuation and spelling of the text', () => {
    expect(aligned('Well, it’s Ada.', 'well@1-1.5', 'its@2-2.25', 'ada@2.25-3')).toEqual([
      'Well,@1-1.5',
      'it’s@2-2.25',
      'Ada.@2.25-3',
    ]);
  });

  test.each([
    ['German', 'Ein Maß Bier, bitte.', ['ein@1-1.2', 'maß@1.2-1.6', 'bier@2-2.5', 'bitte@3-4'], 'bitte.@3-4'],
    [
      'Japanese',
      '今日は、良い天気。',
      ['今日@1-1.4', 'は@1.4-1.6', '良@2-2.2', 'い@2.2-2.4', '天気@2.4-3'],
      '天気。@2.4-3',
    ],
    ['Chinese', '大家好，欢迎！', ['大@1-1.2', '家@1.2-1.4', '好@1.4-1.6', '欢@2-2.2', '迎@2.2-2.4'], '欢迎！@2-2.4'],
    ['Korean', '안녕하세요 여러분.', ['안녕하세요@1-2', '여러분@2.5-3'], '여러분.@2.5-3'],
    ['Thai', 'สวัสดีครับ ทุกคน', ['สวัสดี@1-1.5', 'ครับ@1.5-2', 'ทุกคน@3-4'], 'คน@3.5-4'],
    ['Arabic', 'هل لديكم أسئلة؟', ['هل@1-1.5', 'لديكم@1.5-2', 'أسئلة@2-3'], 'أسئلة؟@2-3'],
  ])('are right in %s', (_language, text, written, last) => {
    expect(aligned(text, ...written).at(-1)).toBe(last);
  });

  test('are right where segments are normalized', () => {
    expect(aligned('It has 3.5 volts.', 'it@1-1.2', 'has@1.2-1.5', '35@1.5-2.5', 'volts@2.5-3')[2]).toBe('3.5@1.5-2.5');
    const spoken = aligned(
      'It begins at nine today.',
      'it@1-1.2',
      'begins@1.2-1.5',
      'at@1.5-1.7',
      '9@1.7-2.2',
      'today@2.5-3',
    );
    expect(spoken.slice(3)).toEqual(['nine@1.7-2.2', 'today.@2.5-3']);
  });

  test('are right where segments split or merge them', () => {
    expect(aligned('Ice cream, web site.', 'icecream@1-2', 'web@2-2.5', 'si@2.5-2.7', 'te@2.7-3')).toEqual([
      'Ice@1-1.375',
      'cream,@1.375-2',
      'web@2-2.5',
      'site.@2.5-3',
    ]);
  });

  test('get times between their neighbours where segments miss them', () => {
    const [, second, third, last] = aligned('Somebody knows everything today.', 'somebody@1-2', 'today@4-5');
    expect(second).toBe('knows@2-2.4');
    expect(third).toBe('everything@2.4-3.2');
    expect(last).toBe('today.@4-5');
  });

  test('before the first and after the last segment stay near them', () => {
    const times = aligned('Oh, everybody knows.', 'everybody@5-6');
    expect(times[0]).toMatch(/^Oh,@4\.84-/);
    expect(times[2]).toBe('knows.@6-6.4');
  });

  test('are those of the text where segments have more', () => {
    expect(aligned('Everybody knows.', 'um@0-1', 'everybody@2-3', 'really@3-4', 'knows@5-6')).toEqual([
      'Everybody@2-3',
      'knows.@5-6',
    ]);
  });

  test('have a share of the time of segments that are sentences', () => {
    expect(aligned('One two. Three four.', 'One two.@1-2', 'Three four.@5-6')).toEqual([
      'One@1-1.5',
      'two.@1.5-2',
      'Three@5-5.556',
      'four.@5.556-6',
    ]);
  });

  test('are spread over the piece where there is no segment', () => {
    const words = alignWords('Ten whole words that somebody said come here and there.', [], {
      startMs: 2_000,
      endMs: 6_000,
    });
    expect([words[0]?.startMs, words.at(-1)?.endMs]).toEqual([2_000, 6_000]);
  });

  test('are spread over the piece where all segments are at one moment', () => {
    const words = alignWords('Everybody knows.', segments('everybody@0-0', 'knows@0-0'), PIECE);
    expect([words[0]?.startMs, words.at(-1)?.endMs]).toEqual([PIECE.startMs, PIECE.endMs]);
  });

  test('do not stand at one moment where some segments do', () => {
    const starts = alignWords('One two three four.', segments('one@1-1', 'two@1-1', 'three@1-1', 'four@3-4'), PIECE);
    expect(starts.map(({ startMs }) => startMs)).toEqual([1_000, 1_030, 1_060, 3_000]);
  });

  test('are spread between the first and the last segment where the two have nothing in common', () => {
    const words = aligned('Abc def.', 'xyz@2-3', 'uvw@4-5');
    expect(words).toEqual(['Abc@2-3', 'def.@4-5']);
  });

  test('do not trust segments of no length, out of order, overlapping or outside of the piece', () => {
    const wild = ['one@1-1', 'two@99-100', 'three@1.2-5', 'four@2-2.5', 'five@-3-2', 'six@6-4'];
    const words = alignWords('One two three four five six.', segments(...wild), PIECE);
    expect(textOfWords(words)).toBe('One two three four five six.');
    let last = 0;
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(last);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
      last = endMs;
    }
    expect(last).toBeLessThanOrEqual(PIECE.endMs);
  });

  test('find their place again after a long passage without segments', () => {
    const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `word${from + index}x`);
    const text = many(0, 1_000).join(' ');
    const heard = [...many(0, 100), ...many(600, 1_000)].map((word, index) => {
      const place = index < 100 ? index : index + 500;
      return { text: word, startMs: place * 300, endMs: place * 300 + 300 };
    });
    const words = alignWords(text, heard, { startMs: 0, endMs: 300_000 });
    expect(words[99]?.startMs).toBeCloseTo(99 * 300);
    expect(words[600]?.startMs).toBeCloseTo(600 * 300);
    expect(words[999]?.startMs).toBeCloseTo(999 * 300);
  });
});
