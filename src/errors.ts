/** What every failure of Mynah carries besides its message. */
export interface MynahErrorOptions {
  /** Whether the same call may succeed later without a change by anybody. */
  readonly retryable?: boolean;
  /** The vendor's error or the failure underneath. */
  readonly cause?: unknown;
}

/**
 * A failure of Mynah's own: `code` is stable and names what happened (`SPEECH_RATE_LIMITED`), `retryable` says whether
 * trying again can help. The message is for operators; people read what `discord/explain.ts` makes of the code.
 */
export class MynahError extends Error {
  override readonly name: string = 'MynahError';
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: MynahErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** A failure whose message is meant for the person who asked: it says what went wrong and what to do about it. */
export class UserError extends MynahError {
  override readonly name: string = 'UserError';

  constructor(message: string, options: MynahErrorOptions = {}) {
    super('USER_ERROR', message, options);
  }
}
