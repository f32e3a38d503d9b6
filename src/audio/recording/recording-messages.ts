import type { ExtractedPiece, PieceLimits, PlannedPiece, RecordingFacts } from './recording-api.ts';
import type { RecordingErrorCode } from './recording-error.ts';

/** Requests to a recording's process. `open` is sent first and once; `plan` is the number of a plan. */
export type ChildQuestion =
  | { readonly kind: 'open'; readonly sizeBytes: number }
  | { readonly kind: 'plan'; readonly limits: PieceLimits }
  | { readonly kind: 'split'; readonly plan: number; readonly index: number; readonly limits: PieceLimits }
  | { readonly kind: 'extract'; readonly plan: number; readonly index: number };

/** The answer to each kind of request. */
export interface ChildAnswers {
  readonly open: RecordingFacts;
  readonly plan: { readonly plan: number; readonly pieces: readonly PlannedPiece[] };
  /** A plan of its own, of the piece alone. */
  readonly split: { readonly plan: number; readonly pieces: readonly PlannedPiece[] };
  readonly extract: ExtractedPiece;
}

/** Messages to the process: requests, cancellations, and the bytes it requested. */
export type ToChild =
  | { readonly kind: 'ask'; readonly id: number; readonly question: ChildQuestion }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'no-bytes'; readonly id: number };

/** Messages from the process: answers, failures, and requests for bytes of the file. */
export type FromChild =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ChildAnswers[keyof ChildAnswers] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: ChildFailure }
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number };

/** A failure as plain data, because errors lose their class between processes. */
export interface ChildFailure {
  readonly code: RecordingErrorCode;
  readonly message: string;
  readonly words: string | undefined;
}
