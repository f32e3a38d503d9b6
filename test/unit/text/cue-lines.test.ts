import { describe, expect, test } from 'vitest';
import { breakBadness } from '../../../src/text/cue-lines.ts';

const word = (text: string, startMs = 0) => ({ text, startMs, endMs: startMs + 200, joined: false });
/** How bad a break between two words is, said with this much silence between them. */
const badness = (last: string, next: string, silenceMs = 50): number =>
  breakBadness(word(last), word(next, 200 + silenceMs));
const ORDINARY = badness('water', 'always');

describe('a break between two words', () => {
  test.each([
    ['water', 'and'],
    ['Wasser', 'weil'],
    ['maison', 'qu’il'],
    ['has', 'because'],
  ])('is better than most before a clause: %s | %s', (last, next) => {
    expect(badness(last, next)).toBeLessThan(ORDINARY);
  });

  test.each(['the', 'a', 'I', 'it’s', '“the', 'и', 'для', 'το', 'e\u0301te\u0301'])(
    'is worse after the short word %s',
    (last) => {
      expect(badness(last, 'water')).toBeGreaterThan(ORDINARY);
    },
  );

  test.each(['of', 'the', 'Die', 'une'])(
    'is worse after %s than after a word of three letters that may be a noun',
    (last) => {
      expect(badness(last, 'water')).toBeGreaterThan(badness('end', 'water'));
    },
  );

  test.each(['35', 'BBC', '수', 'في', 'house', '(us)'])('is ordinary after %s', (last) => {
    expect(badness(last, 'water')).toBe(ORDINARY);
  });

  test.each(['and', 'I', 'that’s', 'which', 'weil'])(
    'is worst after %s, even before another clause or after silence',
    (last) => {
      for (const next of ['water', 'because']) {
        expect(badness(last, next, 400)).toBeGreaterThan(badness('a', 'water') + 1);
      }
    },
  );

  test('is free after punctuation, whatever precedes it', () => {
    expect([badness('and,', 'water'), badness('the:', 'water')]).toEqual([0, 0]);
  });

  test('is good at a short silence, from 250 ms', () => {
    expect(badness('the', 'water', 250)).toBeLessThan(ORDINARY);
    expect(badness('the', 'water', 249)).toBeGreaterThan(ORDINARY);
  });
});
