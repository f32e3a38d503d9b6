import { describe, expect, test } from 'vitest';
import { writeTranscript } from '../../../src/recognition/transcript-words.ts';

const word = (text: string, start: number, end: number) => ({ text, start, end });

describe('a transcript of the local speech service', () => {
  const transcript = writeTranscript(
    [
      [word('i', 0, 0.05), word("i'd", 0.1, 0.3), word('at', 0.3, 0.4), word('nine', 0.4, 0.8)],
      [],
      [word('yes', 3, 3.4)],
    ],
    4,
  );

  test('has sentences with capitals and full stops', () => {
    expect(transcript.text).toBe("I I'd at nine. Yes.");
  });

  test('has a segment for each word without punctuation, normalized, and without length where it is short', () => {
    expect(transcript.segments).toEqual([
      word('i', 0, 0),
      word("i'd", 0.1, 0.3),
      word('at', 0.3, 0.4),
      word('9', 0.4, 0.8),
      word('yes', 3, 3.4),
    ]);
  });

  test('has what was said between two pauses, with its time', () => {
    expect(transcript.regions).toEqual([word("I I'd at nine.", 0, 0.8), word('Yes.', 3, 3.4)]);
  });

  test('is empty without speech', () => {
    expect(writeTranscript([[]], 2)).toEqual({ text: '', duration: 2, segments: [], regions: [] });
  });
});
