import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { MynahError, newReference } from '../errors.ts';
import type { RequestScope } from '../telemetry/request-scope.ts';
import { createLogOutput } from './log-output.ts';
import { type LogLine, LogRepeats } from './log-repeats.ts';

export type { Logger } from 'pino';

/** Fields that never reach a log line, in a logged object and one level below. */
const SECRET_FIELDS = ['token', 'apiKey', 'authorization', 'Authorization', 'text', 'transcript', 'content', 'secret'];

/** Where a logger and its children keep the repeats of their lines. */
const REPEATS = Symbol('repeats');

/**
 * A shorter secret would be found in ordinary words, and masking it would garble the log. The configuration requires this of
 * the token and the key; a shorter password of a proxy is masked within its address and header.
 */
export const MIN_SECRET_LENGTH = 8;

/**
 * Creates the process's logger: JSON lines on `destination`, standard output by default. Messages are fixed strings;
 * errors, usually in `err`, are written with type, code, message and stack, and with what the error itself lets be `logged`.
 * Fields that can hold keys or what people say are removed.
 * Of equal warnings and errors in a minute, the first is written and the others are counted (`log-repeats.ts`).
 * `secrets` (keys) of at least 8 characters are masked even inside another string, such as an error's message. Lines that
 * are written within a request of `scope` have its id as `request`.
 */
export function createLogger(
  level: string,
  secrets: readonly string[] = [],
  destination: DestinationStream = createLogOutput(process.stdout),
  scope?: Pick<RequestScope, 'current'>,
): Logger {
  // As they stand in JSON, where quotes and backslashes are escaped.
  const masked = secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const mask = (line: string): string => masked.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), line);
  const repeats = new LogRepeats();
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: serializeErrors },
      mixin: () => (scope?.current === undefined ? {} : { request: scope.current.requestId }),
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), remove: true },
      serializers: { err: serializeError },
      hooks: {
        streamWrite: mask,
        logMethod(args, write, level) {
          const line = lineOf(args as readonly unknown[], this.levels.labels[level] ?? '', scope?.current?.requestId);
          const isWritten =
            line === undefined || repeats.isFirst(line, ({ fields, message }) => write.call(this, fields, message));
          if (isWritten) write.apply(this, args);
        },
      },
    },
    destination,
  );
  return Object.assign(logger, { [REPEATS]: repeats });
}

/** The repeats of a logger's lines, or of its parent's; `undefined` for a logger of another make. */
export function repeatsOf(log: Logger): LogRepeats | undefined {
  return (log as { readonly [REPEATS]?: LogRepeats })[REPEATS];
}

/**
 * A call of a log method for a request as a line; `undefined` for one with values in its message. A report is written later,
 * in the scope of the first line's request: the line keeps its own.
 */
function lineOf(args: readonly unknown[], level: string, request: string | undefined): LogLine | undefined {
  const [first, message, ...values] = args;
  if (values.length > 0) return undefined;
  if (typeof first === 'string') {
    return message === undefined ? { level, fields: { request }, message: first } : undefined;
  }
  if (typeof first !== 'object' || first === null || typeof message !== 'string') return undefined;
  return { level, fields: { request, ...first }, message };
}

/**
 * Logs a fault with its stack, for a caller that passes the failure on without it. Returns the reference of the log line:
 * the existing one if the fault was logged before, that of the first line if this repeats it, `undefined` for a failure
 * that is no fault.
 */
export function logFault(
  log: Logger,
  fields: { readonly err: unknown } & Readonly<Record<string, unknown>>,
  message: string,
): string | undefined {
  const { err } = fields;
  if (err instanceof MynahError && err.severity !== 'fault') return undefined;
  if (err instanceof MynahError && err.reference !== undefined) return err.reference;
  return logWithReference(log, fields, message);
}

/** Logs an error under a reference, which it returns: a new one, or that of the first line if this repeats it. */
export function logWithReference(log: Logger, fields: Readonly<Record<string, unknown>>, message: string): string {
  const reference = repeatsOf(log)?.referenceOf({ level: 'error', fields, message }) ?? newReference();
  log.error({ reference, ...fields }, message);
  return reference;
}

/** Errors under another name than `err`, too. */
function serializeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const isOther = ([name, value]: [string, unknown]): boolean => name !== 'err' && value instanceof Error;
  const others = Object.entries(fields).filter(isOther);
  return { ...fields, ...Object.fromEntries(others.map(([name, value]) => [name, serializeError(value)])) };
}

/** Only fields that are safe to log: vendors' errors carry whole requests, with tokens. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = stdSerializers.err(error);
  const code = error instanceof MynahError ? error.code : (error as NodeJS.ErrnoException).code;
  return { type, code, ...(error instanceof MynahError ? error.logged : {}), message, stack };
}
