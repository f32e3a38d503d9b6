import { ALL_FORMATS, HLS, Input, Logging, LogLevel } from 'mediabunny';
import { isProtectedMp4 } from './mp4-protection.ts';
import { RecordingError } from './recording-error.ts';
import { codecName, KIND_BYTES } from './recording-kind.ts';
import { writePiece } from './recording-piece.ts';
import { planSpans, type Span } from './recording-plan.ts';
import { type RecordingScan, scanTrack } from './recording-scan.ts';
import { createTurns, type GuardedSource, guardedSource, type Turns } from './recording-source.ts';
import { openTrack, type RecordedTrack } from './recording-track.ts';

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

/** The audio track of a file. Holds what was read of the file's tables until `close`. */
export interface Recording {
  /** The container's name for people (`MP4`). */
  readonly container: string;
  /** The codec's name for people (`AAC`). */
  readonly codec: string;
  /** How much there is to hear, as the packets tell and not the header; the sum of all pieces. */
  readonly durationMs: number;
  /** Whether the file breaks off: it speaks of more than it holds. What it holds can be heard. */
  readonly endsEarly: boolean;
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
  /** Frees what was read; safe to call twice. */
  close(): void;
}

/**
 * Opens the audio track of a recording, told by its bytes: wav, mp3, m4a/aac, mp4, mov, ogg, opus, webm, mkv, flac. All
 * packets are looked at once; whoever asks for it closes it.
 * @throws {RecordingError} AUDIO_EMPTY, AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC;
 * what `source` throws is passed on.
 */
export async function openRecording(source: RandomAccess, signal?: AbortSignal): Promise<Recording> {
  signal?.throwIfAborted();
  if (source.sizeBytes === 0) throw new RecordingError('AUDIO_EMPTY', 'The file has no bytes.');
  const guarded = guardedSource(source);
  const formats = ALL_FORMATS.filter((format) => format !== HLS);
  const input = new Input({ formats, source: guarded.source });
  // What it says about a file would stand in the log in words that strangers chose.
  Logging.level = LogLevel.Silent;
  try {
    const turns = createTurns(signal);
    if (await isProtectedMp4(source)) throw new RecordingError('AUDIO_PROTECTED', 'The sound is encrypted.');
    const head = await source.read(0, Math.min(KIND_BYTES, source.sizeBytes));
    const track = await openTrack(input, head);
    const scan = await scanTrack(track, turns);
    return new OpenRecording(input, guarded, track, scan);
  } catch (error) {
    input.dispose();
    if (signal?.aborted) throw error;
    throw guarded.explain(error);
  }
}

class OpenRecording implements Recording {
  readonly container: string;
  readonly codec: string;
  readonly durationMs: number;
  readonly endsEarly: boolean;
  readonly #input: Input;
  readonly #source: GuardedSource;
  readonly #track: RecordedTrack;
  readonly #scan: RecordingScan;
  readonly #spans = new WeakMap<PlannedPiece, Span>();

  constructor(input: Input, source: GuardedSource, track: RecordedTrack, scan: RecordingScan) {
    this.container = track.container;
    this.codec = codecName(track.codec);
    this.durationMs = 1000 * scan.stretches.reduce((sum, { startS, endS }) => sum + endS - startS, 0);
    this.endsEarly = scan.endsEarly;
    this.#input = input;
    this.#source = source;
    this.#track = track;
    this.#scan = scan;
  }

  async plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    if (this.durationMs < limits.minDurationMs) {
      throw new RecordingError('AUDIO_TOO_SHORT', `The recording lasts ${Math.round(this.durationMs)} ms.`);
    }
    const spans = await this.#guard(signal, (turns) => planSpans(this.#track, this.#scan, limits, turns));
    return spans.map((span, index) => {
      const piece = { index, startMs: span.startS * 1000, durationMs: span.heardS * 1000 };
      this.#spans.set(piece, span);
      return piece;
    });
  }

  async extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece> {
    const span = this.#spans.get(piece);
    if (span === undefined) throw new RangeError('The piece was not planned by this recording.');
    const file = await this.#guard(signal, (turns) => writePiece(this.#track, this.#scan, span, turns));
    const { audio, extension, startS, durationS } = file;
    const filename = `piece-${piece.index + 1}.${extension}`;
    return { audio, filename, startMs: startS * 1000, durationMs: durationS * 1000 };
  }

  close(): void {
    this.#input.dispose();
  }

  async #guard<Result>(signal: AbortSignal | undefined, work: (turns: Turns) => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    try {
      return await work(createTurns(signal));
    } catch (error) {
      if (signal?.aborted) throw error;
      throw this.#source.explain(error);
    }
  }
}
