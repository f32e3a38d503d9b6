import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { MynahError } from './errors.ts';

export type { Logger } from 'pino';

/** Field names that never reach a log line, wherever in a logged object they stand (two levels deep). */
const SECRET_FIELDS = ['token', 'apiKey', 'authorization', 'Authorization', 'text', 'transcript', 'content', 'secret'];

/**
 * Makes the process's logger: JSON lines on standard output, or on `destination`. Messages are fixed strings; an `err`
 * field is written with type, code, message and stack. Fields that could hold keys or what people say are removed.
 * `secrets` are strings (keys) that are masked even where they stand inside another string, an error's message say.
 */
export function createLogger(level: string, secrets: readonly string[] = [], destination?: DestinationStream): Logger {
  const mask = (text: string): string =>
    secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, '[redacted]')), text);
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), remove: true },
      serializers: { err: serializeError },
      hooks: { streamWrite: mask },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}

/** Only the fields that are known to be harmless: vendors' errors carry whole requests, tokens included. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = stdSerializers.err(error);
  const code = error instanceof MynahError ? error.code : (error as NodeJS.ErrnoException).code;
  return { type, code, message, stack };
}
