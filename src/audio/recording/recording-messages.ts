import type { ExtractedPiece, PieceLimits, PlannedPiece, RecordingFacts } from './recording-api.ts';
import type { RecordingErrorCode } from './recording-error.ts';

/** What a recording's process is asked to do. `open` comes first, once; `plan` numbers the plans that were made. */
export type ChildQuestion =
  | { readonly kind: 'open'; readonly sizeBytes: number }
  | { readonly kind: 'plan'; readonly limits: PieceLimits }
  | { readonly kind: 'extract'; readonly plan: number; readonly index: number };

/** What it answers to each kind of question. */
export interface ChildAnswers {
  readonly open: RecordingFacts;
  readonly plan: { readonly plan: number; readonly pieces: readonly PlannedPiece[] };
  readonly extract: ExtractedPiece;
}

/** To the process: questions, the end of the wish for an answer, and the bytes that it asked for. */
export type ToChild =
  | { readonly kind: 'ask'; readonly id: number; readonly question: ChildQuestion }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'no-bytes'; readonly id: number };

/** From the process: answers, failures, and wishes for bytes of the file. */
export type FromChild =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ChildAnswers[keyof ChildAnswers] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: ChildFailure }
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number };

/** A failure as plain data: errors lose their class on the way between processes. */
export interface ChildFailure {
  readonly code: RecordingErrorCode;
  readonly message: string;
  readonly words: string | undefined;
}
