import { randomBytes } from 'node:crypto';

/**
 * Who has to act on a failure, which decides how it is logged. `expected`: what somebody asked for cannot be done, and
 * they can change that. `degraded`: something is busy, slow or unreachable for now. `fault`: the operator or the code has
 * to change.
 */
export type Severity = 'expected' | 'degraded' | 'fault';

/** What a failure carries besides its code and message. */
export interface MynahErrorOptions {
  /** The same call may succeed later although nothing was changed. */
  readonly retryable?: boolean;
  /** Read from the code unless given. */
  readonly severity?: Severity;
  /** The vendor's error or the failure underneath. */
  readonly cause?: unknown;
  /** The reference under which the original error was logged, with its stack, in the thread where it happened. */
  readonly reference?: string | undefined;
}

/**
 * A failure of Mynah's own. `code` is stable and names what happened (`SPEECH_RATE_LIMITED`); `retryable` tells whether
 * another try can help. The message is for operators; people read the sentence that `discord/interactions/explain-failure.ts`
 * finds for the code.
 */
export class MynahError extends Error {
  override readonly name: string = 'MynahError';
  readonly code: string;
  readonly retryable: boolean;
  readonly severity: Severity;
  readonly reference: string | undefined;

  constructor(code: string, message: string, options: MynahErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.severity = options.severity ?? severityOfCode(code);
    this.reference = options.reference;
  }

  /** What its log line has besides code, message and stack; nothing that people said or wrote. */
  get logged(): Readonly<Record<string, string | number | undefined>> {
    return {};
  }
}

/** A failure whose message is meant for the person who asked: what went wrong and what to do next. */
export class UserError extends MynahError {
  override readonly name: string = 'UserError';

  constructor(message: string, options: MynahErrorOptions = {}) {
    super('USER_ERROR', message, options);
  }
}

/**
 * The severity of a failure: an error, or plain data with a `code`, which is what is left of an error that crossed from
 * another thread. Whatever is unknown is a fault.
 */
export function severityOf(problem: unknown): Severity {
  if (problem instanceof MynahError) return problem.severity;
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return 'fault';
  return typeof problem.code === 'string' ? severityOfCode(problem.code) : 'fault';
}

/** The code of an error, such as ECONNREFUSED; `undefined` where it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether the database could not be used, which its store logs once for everyone. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof MynahError && error.code === 'STORE_UNAVAILABLE';
}

/** A new reference, by which a person's report leads to the log line with the stack. */
export function newReference(): string {
  return randomBytes(4).toString('hex');
}

/** By code, or by the prefix that a code shares with others. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  USER_ERROR: 'expected',

  SPEECH_: 'degraded',
  SPEECH_UNAUTHORIZED: 'fault',
  SPEECH_OUT_OF_CREDITS: 'fault',
  SPEECH_BAD_REQUEST: 'expected',
  SPEECH_FORBIDDEN: 'expected',
  SPEECH_NOT_FOUND: 'expected',
  SPEECH_TOO_LARGE: 'expected',
  SPEECH_INVALID: 'expected',
  SPEECH_REJECTED: 'expected',
  SPEECH_LIMIT: 'expected',
  SPEECH_CLOSED: 'expected',

  // Recordings that people attach.
  AUDIO_: 'expected',
  // Sound that the speech service sent.
  AUDIO_MALFORMED: 'degraded',
  AUDIO_UNSUPPORTED: 'fault',
  OGG_: 'degraded',
  OPUS_MALFORMED: 'degraded',

  ATTACHMENT_: 'expected',
  ATTACHMENT_BROKE_OFF: 'degraded',
  ATTACHMENT_REFUSED: 'degraded',

  FILES_: 'expected',
  FILES_BUSY: 'degraded',
  FILES_DISK_FULL: 'degraded',
  FILES_DISK_FAILED: 'fault',

  PROXY_: 'degraded',

  VOICE_NO_AUDIO: 'expected',
  VOICE_CLOSED: 'expected',
  VOICE_THREAD_LOST: 'degraded',
  VOICE_TOO_MUCH_AUDIO: 'degraded',

  VOICE_MODEL_REJECTED: 'expected',
  VOICE_MODEL_FORBIDDEN: 'expected',

  BUDGET_USED_UP: 'expected',

  CAPTION_TIMEOUT: 'degraded',
  CAPTION_MESSAGES_REMAIN: 'degraded',
  DISCORD_CONNECTION: 'degraded',
  DISCORD_INTERACTION_GONE: 'expected',
};

function severityOfCode(code: string): Severity {
  const prefix = code.slice(0, code.indexOf('_') + 1);
  return ownSeverity(code) ?? ownSeverity(prefix) ?? 'fault';
}

function ownSeverity(key: string): Severity | undefined {
  return Object.hasOwn(SEVERITIES, key) ? SEVERITIES[key] : undefined;
}
