/** A piece under way or not yet begun. */
interface OpenPiece {
  readonly durationMs: number;
  /** By the same clock as `now`; `undefined` before it was sent. */
  readonly startedAtMs: number | undefined;
}

/** How much the newest piece weighs against all earlier ones. */
const WEIGHT = 0.3;

/** Learns how long pieces take, and guesses how long the rest of a recording will. */
export class Eta {
  /** Milliseconds of waiting for a millisecond of sound. */
  #ratio: number | undefined;

  learn(durationMs: number, tookMs: number): void {
    if (durationMs <= 0) return;
    const ratio = tookMs / durationMs;
    this.#ratio = this.#ratio === undefined ? ratio : this.#ratio + WEIGHT * (ratio - this.#ratio);
  }

  /** Milliseconds until all of `pieces` are done, `lanes` at a time; `undefined` before anything was learnt. */
  leftMs(pieces: readonly OpenPiece[], lanes: number, now: number): number | undefined {
    const ratio = this.#ratio;
    if (ratio === undefined) return undefined;
    const each = pieces.map(({ durationMs, startedAtMs }) =>
      Math.max(0, durationMs * ratio - (startedAtMs === undefined ? 0 : now - startedAtMs)),
    );
    return Math.max(
      each.reduce((sum, left) => sum + left, 0) / lanes,
      each.reduce((longest, left) => Math.max(longest, left), 0),
    );
  }
}
