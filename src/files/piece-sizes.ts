import type { PieceLimits, PlannedPiece } from '../audio/recording/recording-api.ts';
import { isTooLarge } from '../speech/asr/recording-faults.ts';
import { SpeechError } from '../speech/speech-error.ts';

/** A piece this much longer than a limit is sent as it is: seams vary. */
const TOLERANCE = 1.1;
/** Pauses are searched within this share of a piece's length, so that pieces differ little. */
const SEARCH_SHARE = 0.25;
/** Room around a half: the longer part of a piece that is cut in two. */
const HALF_SHARE = 0.75;

/** Failures that the sound causes, by the service's own names: a repeat may help, and so may less of it at once. */
const SOUND_CODES: ReadonlySet<string | undefined> = new Set(['excessive_repetition', 'diarization_failed']);

/**
 * What a refusal says about the piece's size. `bytes` and `length`: the service takes none with so many bytes, or of that
 * length. `silence`: it did not answer in time, perhaps because the piece is too long for that. `maybe`: it has reached a
 * processing limit, or is overloaded, which it answers alike. `sound`: it could not cope with what is said in the piece.
 * `no`: something else.
 */
export type SizeComplaint = 'bytes' | 'length' | 'silence' | 'maybe' | 'sound' | 'no';

/** Finds what a failed request says about the size of its piece. */
export function sizeComplaint(error: unknown): SizeComplaint {
  if (!(error instanceof SpeechError)) return 'no';
  const { code, serviceCode, status } = error;
  if (code === 'SPEECH_TIMEOUT') return 'silence';
  if (serviceCode === 'audio_too_long') return 'length';
  // A size is refused with 413 or 400; the edge's 413 has no code.
  if (status === 413 || isTooLarge(serviceCode)) return 'bytes';
  if (SOUND_CODES.has(serviceCode)) return 'sound';
  // 504 and 524 are the network edge's answers where the service takes too long.
  return status === 503 || status === 504 || status === 524 || serviceCode === 'upstream_timeout' ? 'maybe' : 'no';
}

/** Tells whether a failed request was refused without a reason, which may be its size. */
export function isUnexplained(error: unknown): boolean {
  return error instanceof SpeechError && error.status === 400 && error.serviceCode === undefined;
}

/** Tells whether the service left a piece without an answer: that took a quarter of an hour, and may be charged for. */
export function isSilence(error: unknown): error is SpeechError {
  return sizeComplaint(error) === 'silence';
}

/** The limits that cut a piece in two. */
export function halfLimits(limits: PieceLimits, { durationMs }: PlannedPiece): PieceLimits {
  const seamSearchMs = Math.min(limits.seamSearchMs, durationMs * SEARCH_SHARE);
  return { ...limits, maxDurationMs: Math.min(limits.maxDurationMs, durationMs * HALF_SHARE), seamSearchMs };
}

/** The limits for pieces of at most `maxMs`. */
export function limitsWithin(limits: PieceLimits, maxMs: number): PieceLimits {
  if (maxMs >= limits.maxDurationMs) return limits;
  return { ...limits, maxDurationMs: maxMs, seamSearchMs: Math.min(limits.seamSearchMs, maxMs * SEARCH_SHARE) };
}

/** Tells whether a piece is longer than `maxMs` by more than seams vary. */
export function isLonger({ durationMs }: PlannedPiece, maxMs: number): boolean {
  return durationMs > maxMs * TOLERANCE;
}
