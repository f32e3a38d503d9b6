import { MynahError } from '../../errors.ts';
import { type Logger, logFault } from '../../log/log.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import type { Failure } from '../voice-api.ts';

/** The service answered with neither an error nor sound. */
export const NO_AUDIO: Failure = { code: 'VOICE_NO_AUDIO', message: '', retryable: true };

/** Converts what a synthesis threw into plain data. Logs faults: this is the last place that has their stack. */
export function toFailure(error: unknown, log: Logger): Failure {
  const reference = logFault(log, { err: error }, 'a text could not be spoken');
  if (!(error instanceof MynahError)) return { code: 'VOICE_INTERNAL', message: '', retryable: false, reference };
  const { serviceMessage = '', requestId } = error instanceof SpeechError ? error : {};
  return { code: error.code, message: serviceMessage, retryable: error.retryable, reference, requestId };
}
