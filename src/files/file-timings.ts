import type { PieceLimits } from '../audio/recording/recording-api.ts';
import { LIMITS } from '../speech/wire.ts';

/** Bounds and durations of the files room. */
export interface FileTimings {
  readonly piece: PieceLimits;
  /** Pieces in memory at once, of all recordings and of one. A piece takes up to 20 MB, and as much for its request. */
  readonly piecesAtOnce: number;
  readonly piecesAtOncePerFile: number;
  /** Recordings on disk at once, of everybody and of one person. */
  readonly filesAtOnce: number;
  readonly filesAtOncePerPerson: number;
  /** Recordings that wait for their turn, of everybody and of one person. A message can have ten attachments. */
  readonly filesWaiting: number;
  readonly filesWaitingPerPerson: number;
  /**
   * Waits before a piece is tried again. The HTTP client has tried some four times within seconds before each: these
   * are for a service that restarts.
   */
  readonly retryAfterMs: readonly number[];
}

export const DEFAULT_FILE_TIMINGS: FileTimings = {
  piece: {
    maxBytes: LIMITS.asrMaxBytes,
    // Decoders add a little at either end, and what is a millisecond over the hour is refused whole.
    maxDurationMs: LIMITS.asrMaxDurationMs - 10_000,
    minDurationMs: LIMITS.asrMinDurationMs,
    // Nobody speaks for two minutes without a pause, and the bound stays near.
    seamSearchMs: 120_000,
  },
  piecesAtOnce: 4,
  piecesAtOncePerFile: 3,
  filesAtOnce: 4,
  filesAtOncePerPerson: 2,
  filesWaiting: 40,
  filesWaitingPerPerson: 10,
  retryAfterMs: [5_000, 20_000, 60_000],
};
