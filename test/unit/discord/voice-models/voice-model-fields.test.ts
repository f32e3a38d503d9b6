import { describe, expect, it } from 'vitest';
import {
  readDescription,
  readTags,
  readTitle,
  readTranscripts,
  readVisibility,
} from '../../../../src/discord/voice-models/voice-model-fields.ts';

describe('what describes a voice', () => {
  it('has a title of one line and at most 100 characters', () => {
    expect(readTitle('  My\n own  voice ')).toBe('My own voice');
    expect(readTitle('a'.repeat(100))).toHaveLength(100);
    expect(() => readTitle('a'.repeat(101))).toThrow('may have 100 characters, and has 101');
    expect(() => readTitle(' \n\t ')).toThrow('A voice needs a title.');
  });

  it('has a description of several lines and at most 1,000 characters', () => {
    expect(readDescription(' warm\nand slow ')).toBe('warm\nand slow');
    expect(() => readDescription('a'.repeat(1_001))).toThrow('may have 1000 characters, and has 1001');
  });

  it('has tags between commas, each one once', () => {
    expect(readTags(' warm, slow ,,Warm,  old  English ')).toEqual(['warm', 'slow', 'old English']);
    expect(readTags(' , ')).toEqual([]);
  });

  it('has at most 20 tags of at most 40 characters', () => {
    const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
    expect(readTags(tags.slice(1).join(','))).toHaveLength(20);
    expect(() => readTags(tags.join(','))).toThrow('These are 21 tags: a voice may have 20.');
    expect(() => readTags(`a, ${'b'.repeat(41)}`)).toThrow('a tag may have 40 characters. Put commas between tags.');
  });

  it('has one of three visibilities', () => {
    expect(readVisibility(' Public ')).toBe('public');
    expect(() => readVisibility('secret')).toThrow('one of `public`, `unlist` and `private`');
  });
});

describe('transcripts', () => {
  it('are none when nothing was entered', () => {
    expect(readTranscripts(undefined, 2)).toEqual([]);
    expect(readTranscripts('  ', 1)).toEqual([]);
  });

  it('of one recording are all that was entered', () => {
    expect(readTranscripts('this | that\nand more', 1)).toEqual(['this | that and more']);
  });

  it('of several recordings stand between bars or on lines of their own', () => {
    expect(readTranscripts('first one | second', 2)).toEqual(['first one', 'second']);
    expect(readTranscripts('first\nsecond\nthird', 3)).toEqual(['first', 'second', 'third']);
  });

  it.each(['only one', 'one | two | three', 'one |', '| two'])('“%s” is not that of two recordings', (entered) => {
    expect(() => readTranscripts(entered, 2)).toThrow(/There are 2 recordings, but .* transcript/);
  });
});
