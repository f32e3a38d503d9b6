import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { Failure } from './voice-api.ts';

/**
 * Turns what was thrown while a text was made into sound into plain data. What is no MynahError is logged here, as the
 * last place that has it whole.
 */
export function toFailure(error: unknown, log: Logger): Failure {
  if (error instanceof MynahError) {
    const message = error instanceof SpeechError ? (error.serviceMessage ?? '') : '';
    return { code: error.code, message, retryable: error.retryable };
  }
  log.error({ err: error }, 'a text could not be spoken for a reason nobody foresaw');
  return { code: 'VOICE_INTERNAL', message: '', retryable: false };
}
