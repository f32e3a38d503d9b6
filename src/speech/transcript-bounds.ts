import { LIMITS, type Transcript } from './wire.ts';

/** The fastest talkers stay below 30 characters a second; a recognizer that repeats itself does not. */
const MAX_CHARS_PER_SECOND = 100;
/** Room for a word and its punctuation in the shortest recordings. */
const MIN_MAX_CHARS = 500;
/** A segment a word: the fastest talkers stay below 10 words a second. */
const MAX_SEGMENTS_PER_SECOND = 20;

/**
 * The transcript, cut where it is longer than anybody can speak in `durationMs` (default: the longest recording that the
 * service takes). Its text is stored and posted, so that its length must not be the service's choice.
 */
export function boundTranscript(transcript: Transcript, durationMs: number = LIMITS.asrMaxDurationMs): Transcript {
  const seconds = Math.ceil(durationMs / 1_000);
  const maxChars = Math.max(MIN_MAX_CHARS, seconds * MAX_CHARS_PER_SECOND);
  const segments = transcript.segments.slice(0, seconds * MAX_SEGMENTS_PER_SECOND);
  let left = maxChars;
  const bounded = segments.map((segment) => {
    const text = cut(segment.text, left);
    left -= text.length;
    return { ...segment, text };
  });
  return { ...transcript, text: cut(transcript.text, maxChars), segments: bounded };
}

/** Never cuts a character of two code units in half. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1));
  return text.slice(0, isHalf ? maxLength - 1 : maxLength);
}
