import type { PieceLimits } from '../audio/recording/recording-api.ts';
import { LIMITS } from '../speech/wire.ts';

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
   * Delays before a piece is tried again, for a service that restarts; each becomes longer by a random part, up to half of
   * it. Before each, the HTTP client has already tried about four times within seconds.
   */
  readonly retryAfterMs: readonly number[];
  /** Shorter pieces are not cut when the service refuses them for their size: halves of a minute cost the least context. */
  readonly minCutMs: number;
  /** The same for pieces with too many bytes: those of uncompressed sound are short. */
  readonly minCutOfBytesMs: number;
  /** How long the size of pieces that worked is used for others, after the service had refused larger ones. */
  readonly sizeMemoryMs: number;
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
  minCutMs: 120_000,
  minCutOfBytesMs: 10_000,
  // A service that was only overloaded looks the same.
  sizeMemoryMs: 1_800_000,
  progressEveryMs: 1_000,
};
