import { ALL_FORMATS, HLS, Input, Logging, LogLevel } from 'mediabunny';
import { isProtectedMp4 } from './mp4-protection.ts';
import type { ExtractedPiece, PieceLimits, PlannedPiece, RandomAccess, Recording } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import { codecName, KIND_BYTES } from './recording-kind.ts';
import { writePiece } from './recording-piece.ts';
import { planSpans, type Span } from './recording-plan.ts';
import { type RecordingScan, scanTrack } from './recording-scan.ts';
import { createTurns, type GuardedSource, guardedSource, type Turns } from './recording-source.ts';
import { openTrack, type RecordedTrack } from './recording-track.ts';
import { withSampleLength } from './recording-wav.ts';

/**
 * Opens a recording in this very process, which a broken file may keep busy or fill with tables for as long as it
 * likes: `openRecording` gives it a process of its own.
 * @throws {RecordingError} AUDIO_EMPTY, AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC;
 * what `file` throws is passed on.
 */
export async function openRecordingHere(file: RandomAccess, signal?: AbortSignal): Promise<Recording> {
  signal?.throwIfAborted();
  if (file.sizeBytes === 0) throw new RecordingError('AUDIO_EMPTY', 'The file has no bytes.');
  const source = await withSampleLength(file);
  const guarded = guardedSource(source);
  const formats = ALL_FORMATS.filter((format) => format !== HLS);
  const input = new Input({ formats, source: guarded.source });
  // What it says about a file would stand in the log in words that strangers chose.
  Logging.level = LogLevel.Silent;
  try {
    const turns = createTurns(signal);
    if (await isProtectedMp4(source)) throw new RecordingError('AUDIO_PROTECTED', 'The sound is encrypted.');
    const head = await source.read(0, Math.min(KIND_BYTES, source.sizeBytes));
    const track = await openTrack(input, head, source.sizeBytes);
    const scan = await scanTrack(track, turns);
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
    const spans = await this.#guard(signal, (turns) => planSpans(this.#track, this.#scan, limits, turns));
    return spans.map((span, index) => {
      const piece = { index, startMs: toMs(span.startS), durationMs: toMs(span.heardS) };
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
    return { audio, filename, startMs: toMs(startS), durationMs: toMs(durationS) };
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

/** Milliseconds from seconds, to the microsecond: sums of fractions are never quite. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}
