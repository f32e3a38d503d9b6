import type { PlannedPiece } from '../audio/recording/recording-api.ts';
import { createPause } from '../concurrency/async.ts';
import type { MynahError } from '../errors.ts';
import type { Transcript } from '../speech/asr/transcript.ts';
import { isJoined, joinTexts, splitTurns, splitWords, type TimedWord, textOfWords } from '../text/timed-words.ts';
import { alignWords } from '../text/word-alignment.ts';
import type { FileHole, FileTranscript } from './files-api.ts';

/** The outcome of one piece. `sent`: start and end in the recording of the sound that was sent. */
export type PieceOutcome = { readonly piece: PlannedPiece } & (
  | {
      readonly kind: 'transcribed';
      readonly transcript: Transcript;
      readonly sent: { readonly startMs: number; readonly endMs: number };
    }
  | { readonly kind: 'failed'; readonly reason: MynahError }
);

/**
 * Joins the pieces of a recording and shifts their times to count from the start of the recording. Other work of the
 * process continues between pieces.
 */
export async function assemble(
  outcomes: readonly PieceOutcome[],
  { durationMs, endsEarly, language }: Pick<FileTranscript, 'durationMs' | 'endsEarly' | 'language'>,
): Promise<FileTranscript> {
  const inOrder = outcomes.toSorted((a, b) => a.piece.startMs - b.piece.startMs);
  const transcribed = inOrder.filter((outcome) => outcome.kind === 'transcribed');
  const pause = createPause();
  const pieces: TimedWord[][] = [];
  for (const outcome of transcribed) {
    pieces.push(wordsOf(outcome));
    await pause();
  }
  const words = joinPieces(pieces);
  return {
    durationMs,
    endsEarly,
    language: languageOf(transcribed) ?? language,
    text: splitTurns(words).map(textOfWords).join('\n'),
    words,
    holes: mergeHoles(inOrder.filter((outcome) => outcome.kind === 'failed')),
  };
}

type Transcribed = Extract<PieceOutcome, { kind: 'transcribed' }>;
type Failed = Extract<PieceOutcome, { kind: 'failed' }>;

/** A recognizer's times can be outside its piece. The first word of each speaker turn says so. */
function wordsOf({ piece, transcript, sent }: Transcribed): TimedWord[] {
  const at = (seconds: number): number => sent.startMs + seconds * 1_000;
  const segments = transcript.segments.map(({ text, start, end }) => ({ text, startMs: at(start), endMs: at(end) }));
  const endMs = Math.max(piece.startMs, sent.endMs);
  const words = alignWords(textOf(transcript), segments, { startMs: piece.startMs, endMs });
  const starts = turnStarts(transcript);
  return words.map((word, index) => (starts.has(index) ? { ...word, beginsTurn: true } : word));
}

/** Which words begin a speaker turn; none where one person speaks. */
function turnStarts({ turns = [] }: Transcript): ReadonlySet<number> {
  const starts = new Set<number>();
  let at = 0;
  for (const { text } of turns) {
    starts.add(at);
    at += splitWords(text).length;
  }
  return starts;
}

/**
 * The words of all pieces, in order: the sound of neighbouring pieces can overlap. Speakers hold within one answer, so that
 * after a piece of several the speaker who continues is unknown.
 */
function joinPieces(pieces: readonly (readonly TimedWord[])[]): TimedWord[] {
  const words: TimedWord[] = [];
  let isAfterTurns = false;
  for (const piece of pieces) {
    for (const [index, word] of piece.entries()) {
      const last = words.at(-1);
      const startMs = Math.max(word.startMs, last?.startMs ?? 0);
      if (last !== undefined && last.endMs > startMs) words[words.length - 1] = { ...last, endMs: startMs };
      const joined = index === 0 && last !== undefined ? isJoined(last.text, word.text) : word.joined;
      const isFirst = index === 0 && isAfterTurns;
      const placed = { ...word, startMs, endMs: Math.max(startMs, word.endMs), joined };
      words.push(isFirst ? { ...placed, beginsTurn: true } : placed);
    }
    if (piece.length > 0) isAfterTurns = piece.some(({ beginsTurn }) => beginsTurn);
  }
  return words;
}

/** No word reaches over the end of a speaker turn, whatever the script: turns are separated by white space. */
function textOf({ text, turns, segments }: Transcript): string {
  const whole = turns === undefined ? text.trim() : turns.map((turn) => turn.text).join(' ');
  return whole === '' ? joinTexts(segments.map((segment) => segment.text.trim())) : whole;
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
