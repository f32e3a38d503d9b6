import type { PlannedPiece } from '../audio/recording/recording-api.ts';
import type { MynahError } from '../errors.ts';
import type { Transcript } from '../speech/wire.ts';
import { joinWords } from '../text/recording-export.ts';
import type { FileHole, FileSegment, FileTranscript } from './files-api.ts';

/** The outcome of one piece. `sent`: start and end in the recording of the sound that was sent. */
export type PieceOutcome = { readonly piece: PlannedPiece } & (
  | {
      readonly kind: 'transcribed';
      readonly transcript: Transcript;
      readonly sent: { readonly startMs: number; readonly endMs: number };
    }
  | { readonly kind: 'failed'; readonly reason: MynahError }
);

/** Joins the pieces of a recording and shifts their times to count from the start of the recording. */
export function assemble(
  outcomes: readonly PieceOutcome[],
  { durationMs, endsEarly, language }: Pick<FileTranscript, 'durationMs' | 'endsEarly' | 'language'>,
): FileTranscript {
  const inOrder = outcomes.toSorted((a, b) => a.piece.startMs - b.piece.startMs);
  const transcribed = inOrder.filter((outcome) => outcome.kind === 'transcribed');
  const segments = transcribed.flatMap((outcome) => segmentsOf(outcome));
  return {
    durationMs,
    endsEarly,
    language: languageOf(transcribed) ?? language,
    text: transcribed.map((outcome) => textOf(outcome.transcript)).reduce(joinWords, ''),
    segments: segments.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs),
    holes: mergeHoles(inOrder.filter((outcome) => outcome.kind === 'failed')),
  };
}

type Transcribed = Extract<PieceOutcome, { kind: 'transcribed' }>;
type Failed = Extract<PieceOutcome, { kind: 'failed' }>;

/** Clamps segments to their piece, because a recognizer's times can be outside it. */
function segmentsOf({ piece, transcript, sent }: Transcribed): FileSegment[] {
  const within = (seconds: number) => clamp(sent.startMs + seconds * 1_000, piece.startMs, sent.endMs);
  const segments = transcript.segments
    .map(({ text, start, end }) => ({ text: text.trim(), startMs: within(start), endMs: within(Math.max(start, end)) }))
    .filter(({ text }) => text !== '');
  const text = textOf(transcript);
  if (segments.length > 0 || text === '') return segments;
  return [{ text, startMs: piece.startMs, endMs: sent.endMs }];
}

function textOf({ text, segments }: Transcript): string {
  const whole = text.trim();
  return whole === '' ? segments.map((segment) => segment.text.trim()).reduce(joinWords, '') : whole;
}

/** The language of most of the sound. */
function languageOf(pieces: readonly Transcribed[]): string | undefined {
  const lengths = new Map<string, number>();
  for (const { piece, transcript } of pieces) {
    const language = (transcript.language_code ?? transcript.language ?? '').trim();
    if (language !== '') lengths.set(language, (lengths.get(language) ?? 0) + piece.durationMs);
  }
  return [...lengths].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Merges adjacent holes with the same reason. */
function mergeHoles(failed: readonly Failed[]): FileHole[] {
  const holes: FileHole[] = [];
  for (const { piece, reason } of failed) {
    const hole = { startMs: piece.startMs, endMs: piece.startMs + piece.durationMs, reason };
    const last = holes.at(-1);
    if (last !== undefined && last.endMs >= hole.startMs && last.reason.code === reason.code) {
      holes[holes.length - 1] = { ...last, endMs: hole.endMs };
    } else holes.push(hole);
  }
  return holes;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
