/** A file with random access to its bytes. Recordings arrive as such, because src/audio does no I/O itself. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /** The bytes from `start` to `end`, exclusive; both are within the file. They do not change afterwards. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Maximum and minimum of one piece, and how far before its limit to search for a pause. */
export interface PieceLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
  readonly minDurationMs: number;
  readonly seamSearchMs: number;
}

/**
 * A planned part of the recording. Pieces do not overlap; there can be a gap between two of them where the recording has
 * one of more than a few seconds. Together they contain every packet.
 */
export interface PlannedPiece {
  /** Its place among the pieces that were planned with it, from 0. */
  readonly index: number;
  /** From the start of the file: sound that starts half a second after the picture starts at 500. */
  readonly startMs: number;
  /** Duration of its sound. */
  readonly durationMs: number;
}

/** A piece as a separate file. */
export interface ExtractedPiece {
  readonly audio: Uint8Array;
  /** A name with the extension that fits the bytes (`piece-1.ogg`). */
  readonly filename: string;
  /**
   * Position of the file's first sound in the recording; times in its transcript count from here. A few hundredths of a
   * second before the planned start if the codec needs a run-up.
   */
  readonly startMs: number;
  readonly durationMs: number;
}

/** Properties of an open recording. */
export interface RecordingFacts {
  /** Display name of the container (`MP4`). */
  readonly container: string;
  /** Display name of the codec (`AAC`), or of all codecs of a chained file (`Opus, Vorbis`). */
  readonly codec: string;
  /** Duration of the sound, from its packets, not its header; the sum of all pieces. */
  readonly durationMs: number;
  /** True if the file is truncated: it declares more than it holds. What it holds can be read. */
  readonly endsEarly: boolean;
}

/** The audio track of a file. Keeps a process with the file's tables until `close`. */
export interface Recording extends RecordingFacts {
  /**
   * Cuts the recording at pauses into pieces within the limits. A part of a chained Ogg file that cannot be read is a piece
   * of any length, also of none if its length is unknown; extracting it fails with the reason.
   * @throws {RecordingError} AUDIO_TOO_SHORT if the recording is shorter than the minimum of a piece; AUDIO_BROKEN.
   */
  plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]>;
  /**
   * Cuts a piece at pauses into smaller ones, which together have the same sound; a single one if the limits allow no cut.
   * @throws {RecordingError} AUDIO_BROKEN if the packets can no longer be read.
   */
  split(piece: PlannedPiece, limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]>;
  /**
   * Copies a piece, an object returned by `plan` or `split`, into a new file without video or title. Holds one piece per call in
   * memory.
   * @throws {RecordingError} AUDIO_BROKEN if the packets can no longer be read; AUDIO_PART_BROKEN, AUDIO_PART_CODEC,
   * AUDIO_PART_TOO_SHORT or AUDIO_PART_TOO_MANY for what of a chained file was never readable.
   */
  extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece>;
  /** Ends the process and frees its memory; safe to call twice. Calls in progress reject with AUDIO_CLOSED. */
  close(): void;
}
