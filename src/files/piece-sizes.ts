import type { PieceLimits, PlannedPiece } from '../audio/recording/recording-api.ts';
import { SpeechError } from '../speech/speech-error.ts';

/** A piece this much longer than the size that worked is sent as it is: seams vary. */
const TOLERANCE = 1.1;
/** Pauses are searched within this share of a piece's length, so that halves differ little. */
const SEARCH_SHARE = 0.25;
/** Room around a half: the longer part of a piece that is cut in two. */
const HALF_SHARE = 0.75;

/**
 * What a refusal says about the piece's size. `too-large`: the service takes none of that size. `maybe`: it has reached a
 * processing limit, or is overloaded, which it answers alike. `no`: something else.
 */
export function sizeComplaint(error: unknown): 'too-large' | 'maybe' | 'no' {
  if (!(error instanceof SpeechError)) return 'no';
  if (error.status === 413 || error.serviceCode === 'audio_too_long') return 'too-large';
  // 504 is the network edge's answer where the service takes too long.
  return error.status === 503 || error.status === 504 ? 'maybe' : 'no';
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
 * Remembers for a while, for all recordings, which size of pieces worked after the service had refused larger ones. Then
 * larger pieces are tried again.
 */
export class PieceSizes {
  readonly #memoryMs: number;
  #worked: { readonly durationMs: number; readonly untilMs: number } | undefined;

  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  /** Reports that a part of a refused piece was transcribed. */
  worked(durationMs: number): void {
    const nowMs = performance.now();
    const known = this.#worked !== undefined && nowMs < this.#worked.untilMs ? this.#worked : undefined;
    if (known !== undefined && known.durationMs >= durationMs) return;
    this.#worked = { durationMs, untilMs: known?.untilMs ?? nowMs + this.#memoryMs };
  }

  /** Reports that a piece was refused for its size: forgets a size that works no longer. */
  refused(durationMs: number): void {
    if (this.#worked !== undefined && this.#worked.durationMs * TOLERANCE >= durationMs) this.#worked = undefined;
  }

  /** The longest duration that worked; `undefined` where nothing was refused lately. */
  get maxMs(): number | undefined {
    if (this.#worked === undefined || performance.now() >= this.#worked.untilMs) return undefined;
    return this.#worked.durationMs;
  }
}
