import type { RecognizedSpeech, TimedSpeech } from './recognized-speech.ts';

/** Shorter words get segments without a length, like some of the real service's. */
const SHORTEST_S = 0.08;

/** Numbers that segments have as digits and the text as words: the real service's segments are normalized. */
const DIGITS: Readonly<Record<string, string>> = {
  ...{ one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
};

/**
 * Recognized words, in lower case, as the real service writes them: `text` is sentences with capitals and full stops,
 * `segments` are words in lower case without punctuation, normalized, a few of them with `start` equal to `end`. Each of
 * `sentences` is what was said between two pauses.
 */
export function writeTranscript(
  sentences: readonly (readonly TimedSpeech[])[],
  duration: number,
): Required<RecognizedSpeech> {
  const said = sentences.filter(({ length }) => length > 0);
  const regions = said.map((words) => ({
    text: writeSentence(words.map(({ text }) => text)),
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? duration,
  }));
  return {
    text: regions.map(({ text }) => text).join(' '),
    duration,
    segments: said.flat().map(({ text, start, end }) => ({
      text: DIGITS[text] ?? text,
      start,
      end: end - start < SHORTEST_S ? start : end,
    })),
    regions,
  };
}

function writeSentence(words: readonly string[]): string {
  const sentence = words.map((word) => word.replace(/^i(?=$|')/, 'I')).join(' ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
