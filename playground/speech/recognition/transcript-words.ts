import type { Transcript } from '../../../src/speech/wire.ts';

/** A recognized word in lower case; seconds from the start of the recording. */
export interface RecognizedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Shorter words get segments without a length, like some of the real service's. */
const SHORTEST_S = 0.08;

/** Numbers that segments have as digits and the text as words: the real service's segments are normalized. */
const DIGITS: Readonly<Record<string, string>> = {
  ...{ one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
};

/**
 * A transcript as the real service writes it: `text` is sentences with capitals and full stops, `segments` are words in
 * lower case without punctuation, normalized, a few of them with `start` equal to `end`. Each of `sentences` is what was
 * said between two pauses.
 */
export function writeTranscript(sentences: readonly (readonly RecognizedWord[])[], duration: number): Transcript {
  const said = sentences.filter(({ length }) => length > 0);
  return {
    text: said.map((words) => writeSentence(words.map(({ text }) => text))).join(' '),
    duration,
    segments: said.flat().map(({ text, start, end }) => ({
      text: DIGITS[text] ?? text,
      start,
      end: end - start < SHORTEST_S ? start : end,
    })),
  };
}

function writeSentence(words: readonly string[]): string {
  const sentence = words.map((word) => word.replace(/^i(?=$|')/, 'I')).join(' ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
