import { ALL_FORMATS, HLS, Input, Logging, LogLevel } from 'mediabunny';
import { isProtectedMp4 } from './mp4-protection.ts';
import type { ExtractedPiece, PieceLimits, PlannedPiece, RandomAccess, Recording } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import { codecName, KIND_BYTES } from './recording-kind.ts';
import { writePiece } from './recording-piece.ts';
import { planSpans, type Span, splitSpan } from './recording-plan.ts';
import { type RecordingScan, scanTrack, soundS } from './recording-scan.ts';
import { createYielder, guardedSource, type Yielder } from './recording-source.ts';
import { openTrack, type RecordedTrack } from './recording-track.ts';
import { withSampleLength } from './recording-wav.ts';

/** The scanned audio track of a file. */
export interface Sound {
  readonly track: RecordedTrack;
  readonly scan: RecordingScan;
  /** The error to report after reading the track failed with `error`. */
  explain(error: unknown): unknown;
  /** Frees the file's tables and cache; safe to call twice. */
  close(): void;
}

/**
 * Opens and scans the audio track of a file, which may have no packets. `cacheBytes` limits how much of the file it keeps
 * in memory. The caller must close it.
 * @throws {RecordingError} AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC; errors of `file`
 * pass through.
 */
export async function openSound(file: RandomAccess, yielder: Yielder, cacheBytes?: number): Promise<Sound> {
  const source = await withSampleLength(file);
  const guarded = guardedSource(source, cacheBytes);
  const formats = ALL_FORMATS.filter((format) => format !== HLS);
  const input = new Input({ formats, source: guarded.source });
  // Its messages can quote the file and must not reach the log.
  Logging.level = LogLevel.Silent;
  try {
    if (await isProtectedMp4(source)) throw new RecordingError('AUDIO_PROTECTED', 'The sound is encrypted.');
    const head = await source.read(0, Math.min(KIND_BYTES, source.sizeBytes));
    const track = await openTrack(input, head, source.sizeBytes);
    const scan = await scanTrack(track, yielder);
    return { track, scan, explain: (error) => guarded.explain(error), close: () => input.dispose() };
  } catch (error) {
    input.dispose();
    if (yielder.isAborted) throw error;
    throw guarded.explain(error);
  }
}

/** Makes a recording of a sound that has packets. Closing it closes the sound. */
export function recordingOf(sound: Sound): Recording {
  return new SoundRecording(sound);
}

class SoundRecording implements Recording {
  readonly container: string;
  readonly codec: string;
  readonly durationMs: number;
  readonly endsEarly: boolean;
  readonly #sound: Sound;
  readonly #spans = new WeakMap<PlannedPiece, Span>();

  constructor(sound: Sound) {
    const { track, scan } = sound;
    this.container = track.container;
    this.codec = codecName(track.codec);
    this.durationMs = toMs(soundS(scan));
    this.endsEarly = scan.endsEarly;
    this.#sound = sound;
  }

  async plan(limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    if (this.durationMs < limits.minDurationMs) {
      throw new RecordingError('AUDIO_TOO_SHORT', `The recording lasts ${Math.round(this.durationMs)} ms.`);
    }
    const { track, scan } = this.#sound;
    const spans = await this.#guard(signal, (yielder) => planSpans(track, scan, limits, yielder));
    return this.#toPieces(spans);
  }

  async split(piece: PlannedPiece, limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    const span = this.#spanOf(piece);
    const { track, scan } = this.#sound;
    return this.#toPieces(await this.#guard(signal, (yielder) => splitSpan(track, { scan, span }, limits, yielder)));
  }

  async extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece> {
    const span = this.#spanOf(piece);
    const { track, scan } = this.#sound;
    const file = await this.#guard(signal, (yielder) => writePiece(track, scan, span, yielder));
    const { audio, extension, startS, durationS } = file;
    const filename = `piece-${piece.index + 1}.${extension}`;
    return { audio, filename, startMs: toMs(startS), durationMs: toMs(durationS) };
  }

  close(): void {
    this.#sound.close();
  }

  #toPieces(spans: readonly Span[]): PlannedPiece[] {
    return spans.map((span, index) => {
      const piece = { index, startMs: toMs(span.startS), durationMs: toMs(span.heardS) };
      this.#spans.set(piece, span);
      return piece;
    });
  }

  #spanOf(piece: PlannedPiece): Span {
    const span = this.#spans.get(piece);
    if (span === undefined) throw new RangeError('The piece was not planned by this recording.');
    return span;
  }

  async #guard<Result>(signal: AbortSignal | undefined, work: (yielder: Yielder) => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    try {
      return await work(createYielder(signal));
    } catch (error) {
      if (signal?.aborted) throw error;
      throw this.#sound.explain(error);
    }
  }
}

/** Converts seconds to milliseconds, rounded to the microsecond to remove rounding errors. */
export function toMs(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}
