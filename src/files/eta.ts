/** A piece in progress or not yet sent. */
interface OpenPiece {
  readonly durationMs: number;
  /** By the same clock as `now`; `undefined` before it was sent. */
  readonly startedAtMs: number | undefined;
}

/** The weight of the newest piece in the moving average. */
const WEIGHT = 0.3;
/** Before the first piece is done, half of `UNKNOWN_MAX_SHARE` is shown after this part of the piece's duration. */
const UNKNOWN_RATIO = 0.25;
/** Low enough that progress does not pause for long once the real speed is known. */
const UNKNOWN_MAX_SHARE = 0.9;
/** Up to this share a piece advances evenly, then ever more slowly, so that it never appears done too early. */
const EVEN_UP_TO = 0.6;
/** Minimum duration of a request, however short its piece. */
const MIN_EXPECTED_MS = 2_000;
/** A piece that takes longer than expected is estimated to need this share of its elapsed time in addition. */
const OVERRUN = 0.25;

/** Estimates the progress and remaining time of pieces from the durations of earlier ones. */
export class Eta {
  /** Milliseconds of work for a millisecond of sound. */
  #ratio: number | undefined;

  /** Learns from a piece that is done. */
  learn(durationMs: number, tookMs: number): void {
    if (durationMs <= 0) return;
    const ratio = tookMs / durationMs;
    this.#ratio = this.#ratio === undefined ? ratio : this.#ratio + WEIGHT * (ratio - this.#ratio);
  }

  /** The part of a piece that is probably done: 0 before it was sent, then growing, and always below 1. */
  shareOf({ durationMs, startedAtMs }: OpenPiece, now: number): number {
    if (startedAtMs === undefined || durationMs <= 0) return 0;
    const expectedMs = Math.max(MIN_EXPECTED_MS, durationMs * (this.#ratio ?? UNKNOWN_RATIO));
    const elapsed = (now - startedAtMs) / expectedMs;
    if (this.#ratio === undefined) return (UNKNOWN_MAX_SHARE * elapsed) / (1 + elapsed);
    if (elapsed <= EVEN_UP_TO) return elapsed;
    // The hyperbola that continues the straight line with the same slope, towards 1.
    return 1 - (1 - EVEN_UP_TO) ** 2 / (elapsed - (2 * EVEN_UP_TO - 1));
  }

  /** Milliseconds until all of `pieces` are done, `lanes` at a time; `undefined` before the first piece is done. */
  leftMs(pieces: readonly OpenPiece[], lanes: number, now: number): number | undefined {
    const ratio = this.#ratio;
    if (ratio === undefined) return undefined;
    const each = pieces.map(({ durationMs, startedAtMs }) => {
      const elapsedMs = startedAtMs === undefined ? 0 : now - startedAtMs;
      return Math.max(durationMs * ratio - elapsedMs, elapsedMs * OVERRUN);
    });
    return Math.max(
      each.reduce((sum, left) => sum + left, 0) / lanes,
      each.reduce((longest, left) => Math.max(longest, left), 0),
    );
  }
}
