/** A file whose bytes can be read anywhere: how recordings come in, since src/audio does no I/O of its own. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /** The bytes from `start` up to but without `end`; both lie within the file. They are not written to afterwards. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** How much one piece may hold at most and at least, and how far before its bound a pause is looked for. */
export interface PieceLimits {
  readonly maxBytes: number;
  readonly maxDurationMs: number;
  readonly minDurationMs: number;
  readonly seamSearchMs: number;
}

/**
 * A part of the recording, as planned. Pieces follow each other without overlap; where the recording pauses for longer
 * than a few seconds there may be a gap between two of them. Together they hold every packet.
 */
export interface PlannedPiece {
  readonly index: number;
  /** From the file's own beginning: sound that begins half a second after the picture begins at 500. */
  readonly startMs: number;
  /** What is to be heard in it. */
  readonly durationMs: number;
}

/** A piece as a file of its own. */
export interface ExtractedPiece {
  readonly audio: Uint8Array;
  /** A name with the extension that fits the bytes (`piece-1.ogg`). */
  readonly filename: string;
  /**
   * Where in the recording the first sound of the file lies: times in a transcript of it count from here. A few
   * hundredths of a second before the planned start when the codec needs a run-up.
   */
  readonly startMs: number;
  readonly durationMs: number;
}

/** What is known of a recording as soon as it is open. */
export interface RecordingFacts {
  /** The container's name for people (`MP4`). */
  readonly container: string;
  /** The codec's name for people (`AAC`). */
  readonly codec: string;
  /** How much there is to hear, as the packets tell and not the header; the sum of all pieces. */
  readonly durationMs: number;
  /** Whether the file breaks off: it speaks of more than it holds. What it holds can be heard. */
  readonly endsEarly: boolean;
}

/** The audio track of a file. Holds a process with what was read of the file's tables until `close`. */
export interface Recording extends RecordingFacts {
  /**
   * Cuts the recording at pauses into pieces within the limits.
   * @throws {RecordingError} AUDIO_TOO_SHORT when the whole is shorter than a piece may be; AUDIO_BROKEN.
   */
  plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]>;
  /**
   * Copies a piece that `plan` returned, the very object, into a file of its own without any picture or title; one
   * piece is in memory per call.
   * @throws {RecordingError} AUDIO_BROKEN when the packets cannot be read any more.
   */
  extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece>;
  /** Ends the process and frees what was read; safe to call twice. What is under way fails with AUDIO_CLOSED. */
  close(): void;
}
