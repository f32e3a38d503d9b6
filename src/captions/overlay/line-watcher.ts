/** A line of captions as it is shown: interim text, or the line of the transcript. */
export interface WatchedLine {
  /** The clip's id: the same for interim text, final text and the line of the transcript. */
  readonly lineId: string;
  readonly userId: string;
  /** The speaker's name. */
  readonly speaker: string;
  /** Not empty; a line (`\n`) for each speaker turn. */
  readonly text: string;
  readonly isFinal: boolean;
  /** When the voice in it began: milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** Learns of the lines of every session as they are shown. Its methods never throw, and take next to no time. */
export interface LineWatcher {
  /** A new line, or a new text of a line. */
  shown(sessionId: string, line: WatchedLine): void;
  /** Interim text without final text. */
  dropped(sessionId: string, lineId: string): void;
  /** Nothing of what this person said so far may be shown any more. */
  forgotten(sessionId: string, userId: string): void;
}
