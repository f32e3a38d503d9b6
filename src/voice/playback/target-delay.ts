/** Two packets (40 ms): the service's first page holds several, so that sound starts with it. */
const MIN_FRAMES = 2;

/** Half a second: beyond it a listener would rather hear the words with pauses than wait. */
const MAX_FRAMES = 25;

/** How many packets must be there before sound starts or goes on after a stall; learned from the stream's own stalls. */
export interface TargetDelay {
  readonly frames: number;
  /** The stream ran dry in mid-text. */
  grow(): void;
  /** A piece came through without running dry. */
  relax(): void;
}

/** Makes a session's cushion: it starts small, doubles with every stall and shrinks by a quarter in calm. */
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
