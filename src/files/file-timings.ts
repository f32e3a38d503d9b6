import { LIMITS } from '@mynah/speech-wire/wire';
import type { PieceLimits } from '../audio/recording/recording-api.ts';

/** Limits and durations for transcribing recordings. */
export interface FileTimings {
  readonly piece: PieceLimits;
  /** Maximum pieces in memory, in total and per recording. A piece takes up to 20 MB, and its request as much again. */
  readonly piecesAtOnce: number;
  readonly piecesAtOncePerFile: number;
  /** Maximum recordings on disk, in total, per server and per person. */
  readonly filesAtOnce: number;
  readonly filesAtOncePerServer: number;
  readonly filesAtOncePerPerson: number;
  /** Maximum recordings in the queue, in total, per server and per person. A message can have ten attachments. */
  readonly filesWaiting: number;
  readonly filesWaitingPerServer: number;
  readonly filesWaitingPerPerson: number;
  /**
   * Delays before a piece is tried again, for a service that is overloaded or restarts; each becomes longer by a random
   * part, up to half of it.
   */
  readonly retryAfterMs: readonly number[];
  /** One more delay, before the others, for pieces of the first of `shorterMs` at most: a voice message is waited for. */
  readonly quickRetryAfterMs: number;
  /** Longest wait that the service may ask for in place of such a delay. */
  readonly maxAskedMs: number;
  /**
   * Lengths to which a piece that the service refuses may be cut, longest first. The first is safe with every model
   * (measured by others: of the smaller model's, 95 s of sound were too long); the last still has some sentences.
   */
  readonly shorterMs: readonly number[];
  /** Shorter pieces are not cut when the service does not answer. */
  readonly minCutOfSilenceMs: number;
  /** The same for pieces with too many bytes: those of uncompressed sound are short. */
  readonly minCutOfBytesMs: number;
  /** How often progress is reported while pieces are in progress. */
  readonly progressEveryMs: number;
}

export const DEFAULT_FILE_TIMINGS: FileTimings = {
  piece: {
    maxBytes: LIMITS.asrMaxBytes,
    // Decoders add a little at either end, and the service rejects a piece even a millisecond over the hour.
    maxDurationMs: LIMITS.asrMaxDurationMs - 10_000,
    minDurationMs: LIMITS.asrMinDurationMs,
    // Longer than anyone speaks without a pause, and short enough that pieces stay near their limit.
    seamSearchMs: 120_000,
  },
  piecesAtOnce: 4,
  piecesAtOncePerFile: 3,
  filesAtOnce: 4,
  // A day of sound takes hours: one of the four is always for another server.
  filesAtOncePerServer: 3,
  filesAtOncePerPerson: 2,
  filesWaiting: 100,
  filesWaitingPerServer: 30,
  filesWaitingPerPerson: 10,
  retryAfterMs: [5_000, 20_000, 60_000],
  quickRetryAfterMs: 1_000,
  maxAskedMs: 180_000,
  shorterMs: [60_000, 30_000, 15_000],
  minCutOfSilenceMs: 120_000,
  minCutOfBytesMs: 10_000,
  progressEveryMs: 1_000,
};
