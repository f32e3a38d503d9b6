import type { MynahError } from '../errors.ts';

/** What somebody wants transcribed. */
export interface TranscriptionRequest {
  /** Opens the download, once it is this recording's turn; called once. */
  readonly download: (limits: { readonly maxBytes: number; readonly signal: AbortSignal }) => AsyncIterable<Uint8Array>;
  /** As announced; 0 when nobody knows. */
  readonly sizeBytes: number;
  /** ISO code; the service finds out itself when there is none. */
  readonly language: string | undefined;
  /** Whose recordings take turns with others': one person's id. */
  readonly owner: string;
  /** Whose work this counts as at the speech service. */
  readonly tenant: string;
  /** Ends everything that is done for this recording; the call then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileProgress) => void;
}

/** How far a recording is. */
export type FileProgress =
  /** `ahead`: how many wait before it. */
  | { readonly stage: 'waiting'; readonly ahead: number }
  | { readonly stage: 'downloading'; readonly bytes: number; readonly totalBytes: number }
  /** Being looked into and cut. */
  | { readonly stage: 'reading' }
  | {
      readonly stage: 'transcribing';
      readonly piecesDone: number;
      readonly pieces: number;
      /** Of the recording's length, from 0 to 1. */
      readonly share: number;
      /** Guessed from the pieces so far, of this recording and earlier ones; `undefined` when there were none. */
      readonly leftMs: number | undefined;
    };

/** Something said; times in milliseconds from the recording's beginning. */
export interface FileSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** A stretch that stayed without its text, and why. */
export interface FileHole {
  readonly startMs: number;
  readonly endMs: number;
  readonly reason: MynahError;
}

/** What was said in a recording; segments and holes in order of time. */
export interface FileTranscript {
  readonly durationMs: number;
  /** Whether the file breaks off: it speaks of more sound than it holds. */
  readonly endsEarly: boolean;
  /** As the service tells it, a code or a name; where it does not, what was asked for. */
  readonly language: string | undefined;
  readonly text: string;
  readonly segments: readonly FileSegment[];
  readonly holes: readonly FileHole[];
}

/** Bounds of one recording. */
export interface FileLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
}

/** Transcribes recordings of any length in bounded memory. */
export interface FileTranscriber {
  readonly limits: FileLimits;
  /**
   * Downloads, cuts and transcribes a recording. A piece that stays without text becomes a hole; when all of them do,
   * the first one's error is thrown.
   * @throws {MynahError} FILES_BUSY, FILES_TOO_LARGE, FILES_TOO_LONG, FILES_DISK_FULL or FILES_DISK_FAILED; what the
   * download and `openRecording` throw; a SpeechError; or the signal's reason.
   */
  transcribe(request: TranscriptionRequest): Promise<FileTranscript>;
}
