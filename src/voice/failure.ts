import { MynahError } from '../errors.ts';
import { SpeechError } from '../speech/errors.ts';
import type { Failure } from './contract.ts';

/** Turns what was thrown while a text was made into sound into plain data, in the service's own words if it had any. */
export function toFailure(error: unknown): Failure {
  if (error instanceof SpeechError) {
    return { code: error.code, message: error.serviceMessage ?? error.message, retryable: error.retryable };
  }
  if (error instanceof MynahError) return { code: error.code, message: error.message, retryable: error.retryable };
  return { code: 'VOICE_INTERNAL', message: error instanceof Error ? error.message : '', retryable: false };
}
