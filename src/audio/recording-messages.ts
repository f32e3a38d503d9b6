import type { ExtractedPiece, PieceLimits, PlannedPiece, RecordingFacts } from './recording.ts';
import type { RecordingErrorCode } from './recording-error.ts';

/** What a recording's thread is asked to do. `open` comes first, once; `plan` numbers the plans that were made. */
export type ThreadQuestion =
  | { readonly kind: 'open'; readonly sizeBytes: number }
  | { readonly kind: 'plan'; readonly limits: PieceLimits }
  | { readonly kind: 'extract'; readonly plan: number; readonly index: number };

/** What it answers to each kind of question. */
export interface ThreadAnswers {
  readonly open: RecordingFacts;
  readonly plan: { readonly plan: number; readonly pieces: readonly PlannedPiece[] };
  readonly extract: ExtractedPiece;
}

/** To the thread: questions, the end of the wish for an answer, and the bytes that it asked for. */
export type ToThread =
  | { readonly kind: 'ask'; readonly id: number; readonly question: ThreadQuestion }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'no-bytes'; readonly id: number };

/** From the thread: answers, failures, and wishes for bytes of the file. */
export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ThreadAnswers[keyof ThreadAnswers] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: ThreadFailure }
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number };

/** A failure as plain data: errors lose their class on the way between threads. */
export interface ThreadFailure {
  readonly code: RecordingErrorCode;
  readonly message: string;
  readonly words: string | undefined;
}
