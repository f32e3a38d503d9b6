import type { PieceLimits, PlannedPiece } from '../audio/recording/recording-api.ts';
import { SpeechError } from '../speech/speech-error.ts';

/** A piece this much longer than the size that worked is sent as it is: seams vary. */
const TOLERANCE = 1.1;
/** Pauses are searched within this share of a piece's length, so that halves differ little. */
const SEARCH_SHARE = 0.25;
/** Room around a half: the longer part of a piece that is cut in two. */
const HALF_SHARE = 0.75;

/**
 * What a refusal says about the piece's size. `bytes` and `length`: the service takes none with so many bytes, or of that
 * length. `silence`: it did not answer in time, perhaps because the piece is too long for that. `maybe`: it has reached a
 * processing limit, or is overloaded, which it answers alike. `no`: something else.
 */
export function sizeComplaint(error: unknown): 'bytes' | 'length' | 'silence' | 'maybe' | 'no' {
  if (!(error instanceof SpeechError)) return 'no';
  if (error.code === 'SPEECH_TIMEOUT') return 'silence';
  if (error.serviceCode === 'audio_too_long') return 'length';
  if (error.status === 413) return 'bytes';
  // 504 is the network edge's answer where the service takes too long.
  return error.status === 503 || error.status === 504 ? 'maybe' : 'no';
}

/** Whether the service left a piece without an answer: that took a quarter of an hour, and may be charged for. */
export function isSilence(error: unknown): error is SpeechError {
  return sizeComplaint(error) === 'silence';
}

/** The limits that cut a piece in two. */
export function halfLimits(limits: PieceLimits, { durationMs }: PlannedPiece): PieceLimits {
  const seamSearchMs = Math.min(limits.seamSearchMs, durationMs * SEARCH_SHARE);
  return { ...limits, maxDurationMs: Math.min(limits.maxDurationMs, durationMs * HALF_SHARE), seamSearchMs };
}

/** The limits for pieces of at most `maxMs`; `limits` themselves without it. */
export function limitsWithin(limits: PieceLimits, maxMs: number | undefined): PieceLimits {
  if (maxMs === undefined || maxMs >= limits.maxDurationMs) return limits;
  return { ...limits, maxDurationMs: maxMs, seamSearchMs: Math.min(limits.seamSearchMs, maxMs * SEARCH_SHARE) };
}

/** Whether a piece is larger than `maxMs` by more than seams vary. */
export function isTooLarge({ durationMs }: PlannedPiece, maxMs: number | undefined): boolean {
  return maxMs !== undefined && durationMs > maxMs * TOLERANCE;
}

/**
 * Remembers for a while after the service refused a piece, for all recordings, which size of pieces worked. Then larger
 * pieces are tried again.
 */
export class PieceSizes {
  readonly #memoryMs: number;
  /** When the last refusal is forgotten. */
  #untilMs = Number.NEGATIVE_INFINITY;
  #workedMs: number | undefined;

  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  /** Reports that a part of a refused piece was transcribed. It does not prolong the memory. */
  worked(durationMs: number): void {
    if (performance.now() < this.#untilMs) this.#workedMs = Math.max(durationMs, this.#workedMs ?? 0);
  }

  /** Reports that a piece was refused for its size: forgets a size that works no longer. */
  refused(durationMs: number): void {
    const maxMs = this.maxMs ?? Number.POSITIVE_INFINITY;
    if (maxMs * TOLERANCE >= durationMs) this.#workedMs = undefined;
    this.#untilMs = performance.now() + this.#memoryMs;
  }

  /** The longest duration that worked; `undefined` where nothing was refused lately. */
  get maxMs(): number | undefined {
    return performance.now() < this.#untilMs ? this.#workedMs : undefined;
  }
}
