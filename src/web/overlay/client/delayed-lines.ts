/** Holds lines back, so that captions fit a stream that is shown later. Pure but for the timers that it is given. */
import type { LineData } from '../overlay-events.ts';

/**
 * A line that began this much longer ago than the delay, and that was never shown, was said before the page was opened or
 * while it was away: it is shown at once. Longer than any clip takes from its first word to its text.
 */
const LONG_AGO_MS = 90_000;

/** Held at most, hours of captions within two minutes: beyond them, the oldest is shown early. */
const MAX_HELD = 5_000;

/** What the delay needs of its surroundings. */
export interface DelayedLinesOptions {
  readonly delayMs: number;
  /** The server's time in milliseconds since 1970. */
  readonly now: () => number;
  readonly setTimer: (run: () => void, afterMs: number) => void;
  readonly show: (line: LineData) => void;
}

/** Lines on their way to the page, each in its turn. Removals overtake them. */
export class DelayedLines {
  readonly #options: DelayedLinesOptions;
  /** Those held back, in order of arrival. */
  #held: LineData[] = [];

  constructor(options: DelayedLinesOptions) {
    this.#options = options;
  }

  /** Shows a line when its time comes. */
  add(line: LineData): void {
    const { delayMs, now, setTimer, show } = this.#options;
    const isHeld = this.#held.some(({ id }) => id === line.id);
    const isOld = line.final && !isHeld && now() - Date.parse(line.at) > delayMs + LONG_AGO_MS;
    if (delayMs === 0 || isOld) {
      show(line);
      return;
    }
    const oldest = this.#held.length < MAX_HELD ? undefined : this.#held[0];
    if (oldest !== undefined) this.#release(oldest);
    this.#held.push(line);
    setTimer(() => this.#release(line), delayMs);
  }

  /** Drops what is held of a line: it must not come back. */
  remove(id: string): void {
    this.#held = this.#held.filter((line) => line.id !== id);
  }

  clear(): void {
    this.#held = [];
  }

  #release(line: LineData): void {
    const place = this.#held.indexOf(line);
    if (place < 0) return;
    this.#held.splice(place, 1);
    this.#options.show(line);
  }
}
