import { describe, expect, it } from 'vitest';
import { findMatches, keepPlace, MAX_MATCHES } from '../../../../../src/web/overlay/client/search.ts';

const line = (id: string, text: string, speaker = 'Ada') => ({ id, speaker, text });

describe('the search in captions', () => {
  it('finds every place, in names too, whatever the case', () => {
    const lines = [line('1', 'An apple and AN orange'), line('2', 'No', 'Anna')];
    expect(findMatches(lines, 'an')).toEqual([
      { lineId: '1', part: 'text', start: 0, end: 2 },
      { lineId: '1', part: 'text', start: 9, end: 11 },
      { lineId: '1', part: 'text', start: 13, end: 15 },
      { lineId: '1', part: 'text', start: 18, end: 20 },
      { lineId: '2', part: 'speaker', start: 0, end: 2 },
    ]);
  });

  it('takes what is searched as words, not as a pattern', () => {
    const written = 'a.b*c (d) [e] {f} ^$ \\ / | ? + - !';
    expect(findMatches([line('1', written)], written)).toEqual([
      { lineId: '1', part: 'text', start: 0, end: written.length },
    ]);
    expect(findMatches([line('1', 'abc')], 'a.c')).toEqual([]);
  });

  it('finds words of other writings, and words between which there is more space', () => {
    expect(findMatches([line('1', '今日は聞こえますか')], '聞こえ')).toEqual([
      { lineId: '1', part: 'text', start: 3, end: 6 },
    ]);
    expect(findMatches([line('1', 'İstanbul’da STRASSE')], 'strasse')).toMatchObject([{ start: 12, end: 19 }]);
    expect(findMatches([line('1', 'one  two')], ' one two ')).toMatchObject([{ start: 0, end: 8 }]);
  });

  it('finds nothing for nothing, and stops at a bound', () => {
    expect(findMatches([line('1', 'a')], '  ')).toEqual([]);
    expect(findMatches([line('1', 'a'.repeat(5_000))], 'a')).toHaveLength(MAX_MATCHES);
  });

  it('stays at its match when captions come and go', () => {
    const before = findMatches([line('1', 'a b a'), line('2', 'a')], 'a');
    const after = findMatches([line('0', 'a'), line('1', 'a b a'), line('2', 'a')], 'a');
    const current = before.findIndex(({ lineId }) => lineId === '2');
    expect(after[keepPlace(after, before[current])]).toEqual(before[current]);
    const without = findMatches([line('1', 'a b a')], 'a');
    expect(keepPlace(without, before[current])).toBe(without.length - 1);
    expect(keepPlace([], before[current])).toBe(-1);
  });
});
