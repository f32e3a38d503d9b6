import { MynahError } from '../errors.ts';

/**
 * What a failed request says: `refused` will be refused again; `busy` is this process's own trouble; `closed` comes at
 * shutdown; `outage` may go over, by itself or by somebody who pays a bill or mends a key.
 */
export type ClipFailure = 'refused' | 'busy' | 'closed' | 'outage';

/** The service looked at the recording and will not have it: 400, 413, 422, or a limit that we know ourselves. */
const REFUSED: ReadonlySet<string> = new Set([
  'SPEECH_BAD_REQUEST',
  'SPEECH_TOO_LARGE',
  'SPEECH_INVALID',
  'SPEECH_LIMIT',
]);

/** Sorts the failure of a request for a clip's text. */
export function clipFailureOf(error: unknown): ClipFailure {
  const code = error instanceof MynahError ? error.code : '';
  if (REFUSED.has(code)) return 'refused';
  if (code === 'SPEECH_BUSY' || code === 'VOICE_THREAD_LOST') return 'busy';
  return code === 'SPEECH_CLOSED' || code === 'VOICE_CLOSED' ? 'closed' : 'outage';
}
