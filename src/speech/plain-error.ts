import { MynahError } from '../errors.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';

/** An error as plain data, so that it can be carried between threads. Its cause is left out. */
export interface PlainError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** The reference under which a fault was logged, with its stack, in the thread where it happened. */
  readonly reference: string | undefined;
  /** Where the error happened; `undefined` for an unexpected error, whose message may quote what people say. */
  readonly stack: string | undefined;
  /** What a SpeechError knows besides; `undefined` for every other error. */
  readonly speech:
    | {
        readonly status: number | undefined;
        readonly serviceMessage: string | undefined;
        readonly serviceCode: string | undefined;
        readonly requestId: string | undefined;
        readonly retryAfterMs: number | undefined;
        readonly unsent: boolean;
      }
    | undefined;
}

/** Of an unexpected error nothing is passed on; the thread where it happened has logged it. */
const UNEXPECTED = {
  code: 'INTERNAL',
  message: 'an unexpected failure',
  retryable: false,
  stack: undefined,
  speech: undefined,
} as const;

/** Takes from an error what others need to know of it. `reference`: what `logFault` returned for it. */
export function toPlainError(error: unknown, reference: string | undefined): PlainError {
  if (!(error instanceof MynahError)) return { ...UNEXPECTED, reference };
  const { code, message, retryable, stack } = error;
  const plain = { code, message, retryable, reference, stack };
  if (!(error instanceof SpeechError)) return { ...plain, speech: undefined };
  const { status, serviceMessage, serviceCode, requestId, retryAfterMs, unsent } = error;
  return { ...plain, speech: { status, serviceMessage, serviceCode, requestId, retryAfterMs, unsent } };
}

/** Recreates the error, with the original's stack: a SpeechError if it was one, else a MynahError. */
export function fromPlainError({ stack, ...plain }: PlainError): MynahError {
  const error = recreate(plain);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function recreate({ code, message, retryable, reference, speech }: Omit<PlainError, 'stack'>): MynahError {
  if (speech === undefined) return new MynahError(code, message, { retryable, reference });
  // The code comes from a SpeechError of this program.
  return new SpeechError(code as SpeechErrorCode, message, { ...speech, reference });
}
