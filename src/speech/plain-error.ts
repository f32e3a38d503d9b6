import { MynahError } from '../errors.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';

/** An error as plain data, so that it can be carried between threads. Its cause stays behind. */
export interface PlainError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** The reference under which an unexpected error was logged, with its stack, in the thread where it happened. */
  readonly reference?: string | undefined;
  /** What a SpeechError knows besides; `undefined` for every other error. */
  readonly speech:
    | {
        readonly status: number | undefined;
        readonly serviceMessage: string | undefined;
        readonly retryAfterMs: number | undefined;
        readonly unsent: boolean;
      }
    | undefined;
}

/** Code of an error that nobody foresaw: what it was has been logged in the thread where it happened. */
const UNFORESEEN_CODE = 'INTERNAL';

/** Takes from an error what others need to know of it. `reference`: how an unexpected one was logged. */
export function toPlainError(error: unknown, reference?: string): PlainError {
  if (!(error instanceof MynahError)) {
    return { code: UNFORESEEN_CODE, message: 'an unforeseen failure', retryable: false, reference, speech: undefined };
  }
  const { code, message, retryable } = error;
  if (!(error instanceof SpeechError)) return { code, message, retryable, speech: undefined };
  const { status, serviceMessage, retryAfterMs, unsent } = error;
  return { code, message, retryable, speech: { status, serviceMessage, retryAfterMs, unsent } };
}

/** Makes the error again: a SpeechError if it was one, else a MynahError. */
export function fromPlainError({ code, message, retryable, reference, speech }: PlainError): MynahError {
  if (speech === undefined) return new MynahError(code, message, { retryable, reference });
  // The code comes from a SpeechError of this very program.
  return new SpeechError(code as SpeechErrorCode, message, speech);
}
