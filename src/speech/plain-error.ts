import { MynahError } from '../errors.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';

/** An error as plain data that can be sent between threads, without its cause. */
export interface PlainError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** The reference under which an unexpected error was logged, with its stack, in the thread where it happened. */
  readonly reference?: string | undefined;
  /** The additional fields of a SpeechError; `undefined` for every other error. */
  readonly speech:
    | {
        readonly status: number | undefined;
        readonly serviceMessage: string | undefined;
        readonly retryAfterMs: number | undefined;
        readonly unsent: boolean;
      }
    | undefined;
}

/** Code of an unexpected error. The thread where it happened has logged it. */
const UNEXPECTED_CODE = 'INTERNAL';

/** Converts an error to plain data. `reference`: the reference under which an unexpected one was logged. */
export function toPlainError(error: unknown, reference?: string): PlainError {
  if (!(error instanceof MynahError)) {
    return { code: UNEXPECTED_CODE, message: 'an unexpected failure', retryable: false, reference, speech: undefined };
  }
  const { code, message, retryable } = error;
  if (!(error instanceof SpeechError)) return { code, message, retryable, speech: undefined };
  const { status, serviceMessage, retryAfterMs, unsent } = error;
  return { code, message, retryable, speech: { status, serviceMessage, retryAfterMs, unsent } };
}

/** Recreates the error: a SpeechError if it was one, otherwise a MynahError. */
export function fromPlainError({ code, message, retryable, reference, speech }: PlainError): MynahError {
  if (speech === undefined) return new MynahError(code, message, { retryable, reference });
  // The code comes from a SpeechError of this program.
  return new SpeechError(code as SpeechErrorCode, message, speech);
}
