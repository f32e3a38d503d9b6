import type { MynahError } from '../errors.ts';
import type { TimedWord } from '../text/timed-words.ts';

/** A recording to transcribe. */
export interface TranscriptionRequest {
  /** Opens the download when the recording leaves the queue; called once. */
  readonly download: (limits: { readonly maxBytes: number; readonly signal: AbortSignal }) => AsyncIterable<Uint8Array>;
  /** As announced; 0 when unknown. */
  readonly sizeBytes: number;
  /** ISO code; without one, the service recognizes the language. */
  readonly language: string | undefined;
  /** Whether several people may speak in it: their turns are then told apart, where the service can. Default: false. */
  readonly diarize?: boolean;
  /** The person by id, who takes turns with the others of the server. */
  readonly owner: string;
  /** The server by id, or the person outside of servers: takes turns with others, here and at the speech service. */
  readonly tenant: string;
  /** Aborts all work on this recording; the call then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /**
   * Reserves the recording's length before anything is sent; what is never sent is given back. Rejects when too little is
   * left, and so does the transcription. Without it, nothing is counted.
   */
  readonly reserve?: (durationMs: number) => Promise<{ refund(durationMs: number): void }>;
  readonly onProgress: (progress: FileProgress) => void;
}

/** The progress of a recording. */
export type FileProgress =
  /** In the queue, with `ahead` recordings before it. */
  | { readonly stage: 'waiting'; readonly ahead: number }
  | { readonly stage: 'downloading'; readonly bytes: number; readonly totalBytes: number }
  /** Being parsed and cut into pieces. */
  | { readonly stage: 'reading' }
  | {
      readonly stage: 'transcribing';
      readonly piecesDone: number;
      readonly pieces: number;
      /** Of the recording's length, 0 to 1, estimated within pieces. It never decreases, and is 1 only at the end. */
      readonly share: number;
      /** Estimated from earlier pieces, of this recording and others; `undefined` when there are none. */
      readonly leftMs: number | undefined;
    };

/** A stretch without a transcript, and why. */
export interface FileHole {
  readonly startMs: number;
  readonly endMs: number;
  readonly reason: MynahError;
}

/**
 * The transcript of a recording, with words and holes in chronological order; times in milliseconds from the start of the
 * recording.
 */
export interface FileTranscript {
  readonly durationMs: number;
  /** True if the file is truncated: it declares more sound than it holds. */
  readonly endsEarly: boolean;
  /** A code or a name from the service, otherwise the requested one. */
  readonly language: string | undefined;
  /** With a line (`\n`) for each speaker turn. */
  readonly text: string;
  /** The words of `text`, with its spelling and punctuation. */
  readonly words: readonly TimedWord[];
  readonly holes: readonly FileHole[];
}

/** Limits for one recording. */
export interface FileLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
}

/** Transcribes recordings of any length in bounded memory. */
export interface FileTranscriber {
  readonly limits: FileLimits;
  /**
   * Downloads, cuts and transcribes a recording. A piece that fails becomes a hole; when all pieces fail, the first one's
   * error is thrown.
   * @throws {MynahError} FILES_BUSY, FILES_TOO_LARGE, FILES_TOO_LONG, FILES_DISK_FULL or FILES_DISK_FAILED; what the
   * download and `openRecording` throw; a SpeechError; or the signal's reason.
   */
  transcribe(request: TranscriptionRequest): Promise<FileTranscript>;
}

/** A transcriber that can be measured. */
export interface MeasuredFileTranscriber extends FileTranscriber {
  /** Recordings that are being transcribed, and that wait. */
  figures(): { readonly running: number; readonly waiting: number };
}
