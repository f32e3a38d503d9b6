import type { TranscriptionAnswer } from '@mynah/speech-wire/wire';
import { joinTexts } from '../../text/timed-words.ts';
import { mergeTurns, readSpeakerTurns, type SpeakerTurn } from './transcript-text.ts';

/** What was said in a recording. Nothing of it has control tokens; sound cues are in it only if they were asked for. */
export interface Transcript {
  /** Everything that was said, by whomever, on one line. */
  readonly text: string;
  /** Who says which part of `text`, in order: two or more turns. Left out where one person speaks. */
  readonly turns?: readonly SpeakerTurn[];
  /** Seconds. Missing where the service doesn't say. */
  readonly duration?: number | undefined;
  /** English name and ISO code, where the service says so. The code may be the one that was asked for, unchecked. */
  readonly language?: string | undefined;
  readonly language_code?: string | undefined;
  /**
   * Mostly a word each, without punctuation; seconds. Without words that have times, whole turns where those have. Empty unless
   * timestamps were asked for, and sometimes then.
   */
  readonly segments: readonly TranscriptSegment[];
}

interface TranscriptSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The transcript of an answer: the only place that knows how the service writes speakers and sounds into its text. */
export function toTranscript(answer: TranscriptionAnswer, { soundCues }: { readonly soundCues: boolean }): Transcript {
  const { text, segments, speaker_turns: named, ...rest } = answer;
  const read = readSpeakerTurns(text, soundCues);
  const listed = listedTurns(read, named ?? [], soundCues);
  const turns = withListedTurns(read, listed);
  const timed = timedTexts(segments, soundCues);
  return {
    ...rest,
    text: textOfTurns(turns),
    ...(turns.length > 1 ? { turns } : {}),
    segments: timed.length > 0 ? timed : timedTurns(listed),
  };
}

function timedTexts(segments: TranscriptionAnswer['segments'], soundCues: boolean): readonly TranscriptSegment[] {
  return segments.flatMap((segment) => {
    const said = textOfTurns(readSpeakerTurns(segment.text, soundCues));
    return said === '' ? [] : [{ ...segment, text: said }];
  });
}

/** What is said in all turns. */
export function textOfTurns(turns: readonly SpeakerTurn[]): string {
  return joinTexts(turns.map(({ text }) => text));
}

/** A turn as the service lists it; seconds. */
interface ListedTurn extends SpeakerTurn {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** The turns that the service lists, if they say what the text says; else none: odd ones change nothing. */
function listedTurns(
  read: readonly SpeakerTurn[],
  named: NonNullable<TranscriptionAnswer['speaker_turns']>,
  soundCues: boolean,
): readonly ListedTurn[] {
  const listed = named.flatMap((turn) => {
    const text = textOfTurns(readSpeakerTurns(turn.text, soundCues));
    return text === '' ? [] : [{ ...turn, text }];
  });
  return lettersOf(listed) === lettersOf(read) ? listed : [];
}

/** The turns that the service lists count where its text has no markers. */
function withListedTurns(read: readonly SpeakerTurn[], listed: readonly ListedTurn[]): readonly SpeakerTurn[] {
  const merged = read.length === 1 ? mergeTurns(listed) : [];
  return merged.length > 1 ? merged : read;
}

function timedTurns(listed: readonly ListedTurn[]): readonly TranscriptSegment[] {
  return listed.flatMap(({ text, start, end }) =>
    start === undefined || end === undefined || end <= start ? [] : [{ text, start, end }],
  );
}

function lettersOf(turns: readonly SpeakerTurn[]): string {
  return turns.map(({ text }) => text.replace(/[^\p{L}\p{N}]+/gu, '')).join('');
}
