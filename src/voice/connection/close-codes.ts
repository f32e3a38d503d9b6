import type { EndReason } from '../voice-api.ts';
import type { LinkStatus } from './encrypted-voice-link.ts';

/** Close codes after which Discord accepts no reconnect: end-to-end encryption required, rate limited. */
const REFUSED_CODES = new Set([4017, 4021]);
/** Close code: the call was terminated because its channel was deleted. */
const CALL_TERMINATED_CODE = 4022;
/** Close code: kicked or moved; the gateway says which. */
const DISCONNECTED_CODE = 4014;

/** True for a link that does not recover by itself. After 4014 it may: the gateway can still report a move. */
export function isLost(status: LinkStatus | undefined): boolean {
  return status?.kind === 'dropped' && status.closeCode !== DISCONNECTED_CODE;
}

/** The end of the session that a close code means; `undefined` when the connection can be repaired. */
export function endReasonOf(status: LinkStatus | undefined): EndReason | undefined {
  if (status?.kind !== 'dropped' || status.closeCode === undefined) return undefined;
  if (status.closeCode === CALL_TERMINATED_CODE) return 'disconnected';
  return REFUSED_CODES.has(status.closeCode) ? 'failed' : undefined;
}
