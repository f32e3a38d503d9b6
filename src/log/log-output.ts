import type { Writable } from 'node:stream';
import { withinTime } from '../concurrency/async.ts';

/** Log bytes held for a reader that is slow; further lines are dropped until it catches up. */
const MAX_HELD_BYTES = 1024 * 1024;

/** Where log lines go. */
export interface LogOutput {
  /** Never blocks and never throws: a line that cannot be written is dropped. */
  write(line: string): void;
  /** Resolves when the lines are written, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>;
}

/**
 * Log lines on a stream of this process whose reader may be slow or gone. pino's own destination is no choice: when the
 * reader is gone it retries the last lines without end while the process exits (sonic-boom 4, `flushSync`).
 */
export function createLogOutput(stream: Writable): LogOutput {
  return {
    write: (line) => {
      if (stream.writable && stream.writableLength < MAX_HELD_BYTES) stream.write(line);
    },
    flush: async (timeoutMs) => {
      if (!stream.writable || stream.writableLength === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.write('', () => resolve());
      await withinTime(promise, timeoutMs, undefined);
    },
  };
}
