import { describe, expect, it } from 'vitest';
import { fairShares, shorten } from '../../../../src/discord/transcription/reply-room.ts';

describe('fair shares', () => {
  it('are equal where all need more', () => {
    expect(fairShares([900, 800, 700], 300)).toEqual([100, 100, 100]);
  });

  it('give what some do not need to the others, in the order of the needs', () => {
    expect(fairShares([900, 20, 700, 80], 500)).toEqual([200, 20, 200, 80]);
  });
});

describe('a shortened text', () => {
  it('is whole where it has room', () => {
    expect(shorten('Good morning.', 13)).toBe('Good morning.');
  });

  it.each([
    ['Good wonderful morning', 'Good…'],
    ['今日はとても良い天気です', '今日はとても良い…'],
  ])('ends with a word: %s', (text, expected) => {
    expect(shorten(text, 10)).toBe(expected);
  });

  it('has no half reference, however long it is', () => {
    expect(shorten(`Its reference: \`${'a-b.'.repeat(25)}\`.`, 60)).toBe('Its reference:…');
  });

  it('has no line of a quote without words', () => {
    expect(shorten('> Good morning.\n> Wonderful', 20)).toBe('> Good morning.…');
  });

  it('has no half escape, and is cut within a word without end', () => {
    expect(shorten(String.raw`${'a'.repeat(99)}\*b`, 101)).toBe(`${'a'.repeat(99)}…`);
    expect(shorten('a'.repeat(200), 100)).toBe(`${'a'.repeat(99)}…`);
  });
});
