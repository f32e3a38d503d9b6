/** A file whose bytes can be read anywhere: the door through which recordings come in, since this room does no I/O. */
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

/** A part of the recording, as planned: pieces touch each other, and together they are the whole. */
export interface PlannedPiece {
  readonly index: number;
  readonly startMs: number;
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

/** The audio track of a file. Holds what was read of the file's tables until `close`. */
export interface Recording {
  /** The container's name for people (`MP4`). */
  readonly container: string;
  /** The codec's name for people (`AAC`). */
  readonly codec: string;
  /** From the first sound to the end of the last, as the packets tell and not the header. */
  readonly durationMs: number;
  /**
   * Cuts the recording at pauses into pieces within the limits.
   * @throws {MynahError} AUDIO_TOO_SHORT when the whole is shorter than a piece may be.
   */
  plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]>;
  /**
   * Copies a planned piece into a file of its own, without any picture; one piece at a time is in memory per call.
   * @throws {MynahError} AUDIO_BROKEN when the packets cannot be read any more.
   */
  extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece>;
  /** Frees what was read; safe to call twice. */
  close(): void;
}

/**
 * Opens the audio track of a recording, told by its bytes: wav, mp3, m4a/aac, mp4, mov, ogg, opus, webm, mkv, flac. All
 * packets are looked at once; whoever asks for it closes it.
 * @throws {MynahError} AUDIO_EMPTY, AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC.
 */
export async function openRecording(_source: RandomAccess, signal?: AbortSignal): Promise<Recording> {
  signal?.throwIfAborted();
  throw new Error('not yet');
}
