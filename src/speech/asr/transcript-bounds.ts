import { LIMITS, type TranscriptionAnswer } from '@mynah/speech-wire/wire';
import { type Transcript, textOfTurns } from './transcript.ts';
import type { SpeakerTurn } from './transcript-text.ts';

/** The fastest talkers stay below 30 characters a second; a recognizer that repeats itself does not. */
const MAX_CHARS_PER_SECOND = 100;
/** Room for a word and its punctuation in the shortest recordings. */
const MIN_MAX_CHARS = 500;
/** A segment a word: the fastest talkers stay below 10 words a second. */
const MAX_SEGMENTS_PER_SECOND = 20;
/** Room for markers and sound cues, which are longer than many a word. */
const MARKED_SHARE = 5;

/**
 * The answer, cut where it is far longer than what anybody can say in `durationMs` (default: the longest recording that the
 * service takes), so that reading it takes no time of its choice.
 */
export function boundAnswer(answer: TranscriptionAnswer, durationMs?: number): TranscriptionAnswer {
  const { maxChars, maxSegments } = boundsFor(durationMs);
  const maxMarkedChars = maxChars * MARKED_SHARE;
  return {
    ...answer,
    text: cut(answer.text, maxMarkedChars),
    segments: cutEach(answer.segments.slice(0, maxSegments), maxChars),
    speaker_turns: answer.speaker_turns && cutEach(answer.speaker_turns.slice(0, maxSegments), maxMarkedChars),
  };
}

/**
 * The transcript, cut where it is longer than anybody can speak in `durationMs` (default: the longest recording that the
 * service takes). Its text is stored and posted, so that its length must not be the service's choice.
 */
export function boundTranscript(transcript: Transcript, durationMs?: number): Transcript {
  const { maxChars, maxSegments } = boundsFor(durationMs);
  const segments = cutEach(transcript.segments.slice(0, maxSegments), maxChars);
  if (transcript.turns === undefined) return { ...transcript, text: cut(transcript.text, maxChars), segments };
  const { turns: all, ...rest } = transcript;
  const turns = boundTurns(all, maxChars);
  return { ...rest, text: textOfTurns(turns), ...(turns.length > 1 ? { turns } : {}), segments };
}

function boundsFor(durationMs: number = LIMITS.asrMaxDurationMs): {
  readonly maxChars: number;
  readonly maxSegments: number;
} {
  const seconds = Math.ceil(durationMs / 1_000);
  return {
    maxChars: Math.max(MIN_MAX_CHARS, seconds * MAX_CHARS_PER_SECOND),
    maxSegments: seconds * MAX_SEGMENTS_PER_SECOND,
  };
}

/** What separates them counts as well. */
function boundTurns(turns: readonly SpeakerTurn[], maxChars: number): readonly SpeakerTurn[] {
  let left = maxChars;
  const kept: SpeakerTurn[] = [];
  for (const turn of turns) {
    const text = cut(turn.text, left);
    if (text === '') break;
    kept.push({ ...turn, text });
    left -= text.length + 1;
  }
  return kept;
}

/** Items whose texts together have at most `maxChars`. */
function cutEach<T extends { readonly text: string }>(items: readonly T[], maxChars: number): T[] {
  let left = maxChars;
  return items.map((item) => {
    const text = cut(item.text, left);
    left -= text.length;
    return { ...item, text };
  });
}

/** Never cuts a character of two code units in half. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1));
  return text.slice(0, Math.max(0, isHalf ? maxLength - 1 : maxLength));
}
