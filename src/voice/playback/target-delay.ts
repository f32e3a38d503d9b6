/** Two packets (40 ms): one would run dry with the next delay of a timer. */
const MIN_FRAMES = 2;

/** Half a second: beyond that, people prefer pauses to waiting. */
const MAX_FRAMES = 25;

/** How many packets must have arrived before sound continues after a stall; it adapts to the stalls. */
export interface TargetDelay {
  readonly frames: number;
  /** The stream ran dry in the middle of a text. */
  grow(): void;
  /** A piece came through without running dry. */
  relax(): void;
}

/** Creates a session's target delay: it starts small, doubles with every stall and shrinks by a quarter without. */
export function createTargetDelay(): TargetDelay {
  let frames = MIN_FRAMES;
  return {
    get frames() {
      return frames;
    },
    grow() {
      frames = Math.min(MAX_FRAMES, frames * 2 + 1);
    },
    relax() {
      frames = Math.max(MIN_FRAMES, Math.floor(frames * 0.75));
    },
  };
}
