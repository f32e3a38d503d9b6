import { joinTexts } from '../../text/timed-words.ts';
import type { TranscriptionAnswer } from '../wire.ts';
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
  /** Mostly a word each, without punctuation; seconds. Empty unless timestamps were asked for, and sometimes then. */
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
  const turns = withNamedTurns(readSpeakerTurns(text, soundCues), named ?? [], soundCues);
  return {
    ...rest,
    text: textOfTurns(turns),
    ...(turns.length > 1 ? { turns } : {}),
    segments: segments.flatMap((segment) => {
      const said = textOfTurns(readSpeakerTurns(segment.text, soundCues));
      return said === '' ? [] : [{ ...segment, text: said }];
    }),
  };
}

/** What is said in all turns. */
export function textOfTurns(turns: readonly SpeakerTurn[]): string {
  return joinTexts(turns.map(({ text }) => text));
}

/** The turns that the service lists, where its text has no markers; odd ones change nothing. */
function withNamedTurns(
  turns: readonly SpeakerTurn[],
  named: NonNullable<TranscriptionAnswer['speaker_turns']>,
  soundCues: boolean,
): readonly SpeakerTurn[] {
  const [only, ...others] = turns;
  if (only === undefined || others.length > 0) return turns;
  const read = mergeTurns(
    named.flatMap(({ speaker, text }) => readSpeakerTurns(text, soundCues).map((turn) => ({ ...turn, speaker }))),
  );
  return read.length > 1 && lettersOf(read) === lettersOf(turns) ? read : turns;
}

function lettersOf(turns: readonly SpeakerTurn[]): string {
  return turns.map(({ text }) => text.replace(/[^\p{L}\p{N}]+/gu, '')).join('');
}
