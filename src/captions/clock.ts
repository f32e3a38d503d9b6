/** Where times come from; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** `performance.now()`: never goes back, comparable with `Clip.lastVoiceAtMs`. */
  monotonicMs(): number;
}

/** The clocks of this process. */
export const SYSTEM_CLOCK: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
