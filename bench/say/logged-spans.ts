import { writeSync } from 'node:fs';
import type { ExportedSpans } from '../../src/telemetry/open-telemetry.ts';
import { sharedClockMs } from './clock.ts';

const STANDARD_OUTPUT = 1;

/** A stretch of a bot's work as it logs it, in ms of the machine's clock. */
export interface LoggedSpan {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The message of the log lines that are spans. */
export const SPAN_MESSAGE = 'span';

/** Writes a span as a line of the bot's log. */
export function logSpan(span: LoggedSpan): void {
  writeSync(STANDARD_OUTPUT, `${JSON.stringify({ level: 'info', msg: SPAN_MESSAGE, ...span })}\n`);
}

/**
 * Stands for the function of the same name in `src/telemetry/open-telemetry.ts`: logs each span when it ends. OpenTelemetry's own
 * are exact to the millisecond, which is longer than most parts of a command take.
 */
export function exportSpans(): ExportedSpans {
  return {
    start: (name, context) => {
      const startMs = sharedClockMs();
      let isOver = false;
      const end = (): void => {
        if (!isOver) logSpan({ name, startMs, endMs: sharedClockMs() });
        isOver = true;
      };
      return { context, set: () => undefined, end };
    },
    close: () => Promise.resolve(),
  };
}
