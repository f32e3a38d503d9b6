import type { PlannedPiece } from '../audio/recording/recording-api.ts';
import type { MynahError } from '../errors.ts';
import type { Transcript } from '../speech/wire.ts';
import { joinWords } from '../text/recording-export.ts';
import type { FileHole, FileSegment, FileTranscript } from './files-api.ts';

/** What became of one piece. `sent`: where in the recording the sound that was sent begins and ends. */
export type PieceOutcome = { readonly piece: PlannedPiece } & (
  | {
      readonly kind: 'heard';
      readonly transcript: Transcript;
      readonly sent: { readonly startMs: number; readonly endMs: number };
    }
  | { readonly kind: 'failed'; readonly reason: MynahError }
);

/** Puts pieces together: the times of each count from its own beginning in the recording. */
export function assemble(
  outcomes: readonly PieceOutcome[],
  { durationMs, endsEarly, language }: Pick<FileTranscript, 'durationMs' | 'endsEarly' | 'language'>,
): FileTranscript {
  const inOrder = outcomes.toSorted((a, b) => a.piece.startMs - b.piece.startMs);
  const heard = inOrder.filter((outcome) => outcome.kind === 'heard');
  const segments = heard.flatMap((outcome) => segmentsOf(outcome));
  return {
    durationMs,
    endsEarly,
    language: languageOf(heard) ?? language,
    text: heard.map((outcome) => textOf(outcome.transcript)).reduce(joinWords, ''),
    segments: segments.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs),
    holes: mergeHoles(inOrder.filter((outcome) => outcome.kind === 'failed')),
  };
}

type Heard = Extract<PieceOutcome, { kind: 'heard' }>;
type Failed = Extract<PieceOutcome, { kind: 'failed' }>;

/** Nothing is heard before its piece begins or after it ends: a recognizer's guess may reach beyond both. */
function segmentsOf({ piece, transcript, sent }: Heard): FileSegment[] {
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
function languageOf(heard: readonly Heard[]): string | undefined {
  const lengths = new Map<string, number>();
  for (const { piece, transcript } of heard) {
    const language = (transcript.language_code ?? transcript.language ?? '').trim();
    if (language !== '') lengths.set(language, (lengths.get(language) ?? 0) + piece.durationMs);
  }
  return [...lengths].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Holes that touch and have one reason are one. */
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
