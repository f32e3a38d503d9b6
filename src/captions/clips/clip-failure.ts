import { MynahError } from '../../errors.ts';

/**
 * What the failure of a request for a clip's text means. `refused`: the service will reject it again; `busy`: this
 * process is overloaded; `closed`: it is shutting down; `outage`: it may succeed later, perhaps after the operator acts.
 */
export type ClipFailure = 'refused' | 'busy' | 'closed' | 'outage';

/** The service rejected the recording itself: HTTP 400, 413, 422, or a limit that is checked before sending. */
const REFUSED: ReadonlySet<string> = new Set([
  'SPEECH_BAD_REQUEST',
  'SPEECH_TOO_LARGE',
  'SPEECH_INVALID',
  'SPEECH_LIMIT',
]);

/** Classifies the failure of a request for a clip's text. */
export function clipFailureOf(error: unknown): ClipFailure {
  const code = error instanceof MynahError ? error.code : '';
  if (REFUSED.has(code)) return 'refused';
  if (code === 'SPEECH_BUSY' || code === 'VOICE_THREAD_LOST') return 'busy';
  return code === 'SPEECH_CLOSED' || code === 'VOICE_CLOSED' ? 'closed' : 'outage';
}
