import type { Backoff } from '../../concurrency/async.ts';

/** Every duration of captions that start by themselves, in milliseconds. */
export interface AutoCaptionTimings {
  /** Captions begin once people have been in the voice channel for this long: someone passing through starts none. */
  readonly settleMs: number;
  /** They end once nobody has been there for this long: someone whose client reconnects ends none. */
  readonly emptyMs: number;
  /** The waits after starts that failed for a passing reason. */
  readonly retry: Backoff;
}

/** Discord's clients reconnect within a few seconds. */
export const DEFAULT_AUTO_CAPTION_TIMINGS: AutoCaptionTimings = {
  settleMs: 5_000,
  emptyMs: 10_000,
  retry: { baseMs: 30_000, maxMs: 10 * 60_000, jitter: 'none' },
};
