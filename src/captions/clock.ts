/** The source of times; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** `performance.now()`: monotonic, comparable with `Clip.lastVoiceAtMs`. */
  monotonicMs(): number;
}

/** The clocks of this process. */
export const SYSTEM_CLOCK: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

/** A time since 1970 as `monotonicMs()` has it, for waits that nobody's setting of the clock may lengthen. */
export function toMonotonic(clock: Clock, atMs: number): number {
  return clock.monotonicMs() + atMs - clock.nowMs();
}
