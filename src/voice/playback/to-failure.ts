import { MynahError, newReference } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import type { Failure } from '../voice-api.ts';

/** Converts what a synthesis threw into plain data. Logs unexpected errors: this is the last place that has them whole. */
export function toFailure(error: unknown, log: Logger): Failure {
  if (error instanceof MynahError) {
    const message = error instanceof SpeechError ? (error.serviceMessage ?? '') : '';
    return { code: error.code, message, retryable: error.retryable };
  }
  const reference = newReference();
  log.error({ reference, err: error }, 'a text could not be spoken: unexpected error');
  return { code: 'VOICE_INTERNAL', message: '', retryable: false, reference };
}
