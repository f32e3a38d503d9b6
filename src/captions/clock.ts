/** The source of times; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** `performance.now()`: monotonic, comparable with `Clip.lastVoiceAtMs`. */
  monotonicMs(): number;
}

/** The clocks of this process. */
export const SYSTEM_CLOCK: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
