import type { BotLogEntry } from '../../playground/bot-process.ts';

/** Lines of one message within a minute that nobody wants to read. */
export const SPAM_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

/** The lines of one level and message. */
export interface LogCount {
  readonly level: string;
  readonly message: string;
  readonly lines: number;
  /** How often it happened without a line: the sum of `repeats`. */
  readonly repeats: number;
  /** Most lines within any minute. */
  readonly mostInMinute: number;
}

/** Counts the lines of a log as they are written. */
export class LogWatch {
  readonly #times = new Map<string, { level: string; message: string; atMs: number[]; repeats: number }>();

  /** Counts one line. */
  note({ level, msg, repeats }: BotLogEntry, nowMs: number): void {
    const key = `${level} ${msg}`;
    const counted = this.#times.get(key) ?? { level, message: msg, atMs: [], repeats: 0 };
    counted.atMs.push(nowMs);
    if (typeof repeats === 'number') counted.repeats += repeats;
    this.#times.set(key, counted);
  }

  /** What was written so far, by level and message. */
  counts(): LogCount[] {
    const counts = [...this.#times.values()].map(({ level, message, atMs, repeats }) => ({
      ...{ level, message, repeats },
      lines: atMs.length,
      mostInMinute: mostWithin(atMs, MINUTE_MS),
    }));
    return counts.toSorted((a, b) => a.level.localeCompare(b.level) || b.lines - a.lines);
  }
}

function mostWithin(atMs: readonly number[], windowMs: number): number {
  let from = 0;
  let most = 0;
  for (const [index, ms] of atMs.entries()) {
    while (ms - (atMs[from] ?? ms) > windowMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
