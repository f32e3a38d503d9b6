import { ALL_FORMATS, HLS, Input, Logging, LogLevel } from 'mediabunny';
import { isProtectedMp4 } from './mp4-protection.ts';
import type { ExtractedPiece, PieceLimits, PlannedPiece, RandomAccess, Recording } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import { codecName, KIND_BYTES } from './recording-kind.ts';
import { writePiece } from './recording-piece.ts';
import { planSpans, type Span, splitSpan } from './recording-plan.ts';
import { type RecordingScan, scanTrack } from './recording-scan.ts';
import { createYielder, type GuardedSource, guardedSource, type Yielder } from './recording-source.ts';
import { openTrack, type RecordedTrack } from './recording-track.ts';
import { withSampleLength } from './recording-wav.ts';

/**
 * Opens a recording in the current process. A broken file can keep it busy or exhaust its memory, so `openRecording` runs
 * it in a separate process.
 * @throws {RecordingError} AUDIO_EMPTY, AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC;
 * errors of `file` pass through.
 */
export async function openRecordingHere(file: RandomAccess, signal?: AbortSignal): Promise<Recording> {
  signal?.throwIfAborted();
  if (file.sizeBytes === 0) throw new RecordingError('AUDIO_EMPTY', 'The file has no bytes.');
  const source = await withSampleLength(file);
  const guarded = guardedSource(source);
  const formats = ALL_FORMATS.filter((format) => format !== HLS);
  const input = new Input({ formats, source: guarded.source });
  // Its messages can quote the file and must not reach the log.
  Logging.level = LogLevel.Silent;
  try {
    const yielder = createYielder(signal);
    if (await isProtectedMp4(source)) throw new RecordingError('AUDIO_PROTECTED', 'The sound is encrypted.');
    const head = await source.read(0, Math.min(KIND_BYTES, source.sizeBytes));
    const track = await openTrack(input, head, source.sizeBytes);
    const scan = await scanTrack(track, yielder);
    if (scan.stretches.length === 0) throw new RecordingError('AUDIO_BROKEN', 'The audio track has no packets.');
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
    this.durationMs = toMs(scan.stretches.reduce((sum, { startS, endS }) => sum + endS - startS, 0));
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
    const spans = await this.#guard(signal, (yielder) => planSpans(this.#track, this.#scan, limits, yielder));
    return this.#toPieces(spans);
  }

  async split(piece: PlannedPiece, limits: PieceLimits, signal?: AbortSignal): Promise<readonly PlannedPiece[]> {
    const span = this.#spanOf(piece);
    return this.#toPieces(
      await this.#guard(signal, (yielder) => splitSpan(this.#track, { scan: this.#scan, span }, limits, yielder)),
    );
  }

  async extract(piece: PlannedPiece, signal?: AbortSignal): Promise<ExtractedPiece> {
    const span = this.#spanOf(piece);
    const file = await this.#guard(signal, (yielder) => writePiece(this.#track, this.#scan, span, yielder));
    const { audio, extension, startS, durationS } = file;
    const filename = `piece-${piece.index + 1}.${extension}`;
    return { audio, filename, startMs: toMs(startS), durationMs: toMs(durationS) };
  }

  close(): void {
    this.#input.dispose();
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
      throw this.#source.explain(error);
    }
  }
}

/** Converts seconds to milliseconds, rounded to the microsecond to remove rounding errors. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}
