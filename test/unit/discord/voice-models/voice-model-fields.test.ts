import { describe, expect, it } from 'vitest';
import {
  readDescription,
  readTags,
  readTitle,
  readTranscripts,
  readVisibility,
} from '../../../../src/discord/voice-models/voice-model-fields.ts';
import { english } from '../../../../src/messages/english.ts';

describe('what describes a voice', () => {
  it('has a title of one line and at most 100 characters', () => {
    expect(readTitle(english, '  My\n own  voice ')).toBe('My own voice');
    expect(readTitle(english, 'a'.repeat(100))).toHaveLength(100);
    expect(() => readTitle(english, 'a'.repeat(101))).toThrow('The title has 101 characters. The limit is 100.');
    expect(() => readTitle(english, ' \n\t ')).toThrow('A voice needs a title.');
  });

  it('has a description of several lines and at most 1,000 characters', () => {
    expect(readDescription(english, ' warm\nand slow ')).toBe('warm\nand slow');
    expect(() => readDescription(english, 'a'.repeat(1_001))).toThrow(
      'The description has 1,001 characters. The limit is 1,000.',
    );
  });

  it('has tags separated by commas, without duplicates', () => {
    expect(readTags(english, ' warm, slow ,,Warm,  old  English ')).toEqual(['warm', 'slow', 'old English']);
    expect(readTags(english, ' , ')).toEqual([]);
    expect(readTags(english, '温柔，慢、标签, x')).toEqual(['温柔', '慢', '标签', 'x']);
  });

  it('has at most 20 tags of at most 40 characters', () => {
    const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
    expect(readTags(english, tags.slice(1).join(','))).toHaveLength(20);
    expect(() => readTags(english, tags.join(','))).toThrow('You entered 21 tags. The limit is 20.');
    expect(() => readTags(english, `a, ${'b'.repeat(41)}`)).toThrow(
      'is longer than 40 characters. Put commas between tags.',
    );
  });

  it('has one of three visibilities', () => {
    expect(readVisibility(english, ' Public ')).toBe('public');
    expect(readVisibility(english, 'Unlisted')).toBe('unlist');
    expect(readVisibility(english, 'unlist')).toBe('unlist');
    expect(() => readVisibility(english, 'secret')).toThrow('Choose `public`, `unlisted`, or `private`');
  });
});

describe('transcripts', () => {
  it('are none when nothing was entered', () => {
    expect(readTranscripts(english, undefined, 2)).toEqual([]);
    expect(readTranscripts(english, '  ', 1)).toEqual([]);
  });

  it('of one recording are everything that was entered', () => {
    expect(readTranscripts(english, 'this | that\nand more', 1)).toEqual(['this | that and more']);
  });

  it('of several recordings are separated by bars or line breaks', () => {
    expect(readTranscripts(english, 'first one | second', 2)).toEqual(['first one', 'second']);
    expect(readTranscripts(english, '一つ目｜二つ目', 2)).toEqual(['一つ目', '二つ目']);
    expect(readTranscripts(english, 'first\nsecond\nthird', 3)).toEqual(['first', 'second', 'third']);
  });

  it.each(['only one', 'one | two | three', 'one |', '| two'])('“%s” is not that of two recordings', (entered) => {
    expect(() => readTranscripts(english, entered, 2)).toThrow(/You attached 2 recordings, but .*wrote \d transcript/);
  });
});
