import { backoffMs } from '../../concurrency/async.ts';
import type { EndReason } from '../voice-api.ts';
import type { VoiceLimits } from '../voice-limits.ts';
import type { LinkStatus } from './encrypted-voice-link.ts';

/** Close codes after which Discord accepts no reconnect: end-to-end encryption required, rate limited. */
const REFUSED_CODES = new Set([4017, 4021]);
/** Close code: the channel was deleted, or the voice server changed; the gateway says which. */
const CALL_TERMINATED_CODE = 4022;
/** Close code: kicked or moved; the gateway says which. */
const DISCONNECTED_CODE = 4014;

/** True for a link that does not recover by itself. */
export function isLost(status: LinkStatus | undefined): boolean {
  return status?.kind === 'dropped' && !awaitsNews(status);
}

/** How long to wait for a link to recover by itself, in ms. */
export function recoveryTimeoutMs(status: LinkStatus | undefined, limits: VoiceLimits): number {
  switch (status?.kind) {
    case 'no-endpoint':
      return limits.reallocationTimeoutMs;
    case 'dropped':
      return status.closeCode === DISCONNECTED_CODE ? limits.newsTimeoutMs : limits.answerTimeoutMs;
    default:
      return limits.readyTimeoutMs;
  }
}

/** How long to wait before a connection is entered again after that many failures, in ms. */
export function repairDelayMs(failures: number, { rejoinDelayMs, rejoinWindowMs }: VoiceLimits): number {
  return failures === 0 ? 0 : backoffMs(failures, { baseMs: rejoinDelayMs, maxMs: rejoinWindowMs, jitter: 'none' });
}

/** True after a close that the gateway explains: with a move or another voice server, the link recovers. */
function awaitsNews({ closeCode }: Extract<LinkStatus, { kind: 'dropped' }>): boolean {
  return closeCode === DISCONNECTED_CODE || closeCode === CALL_TERMINATED_CODE;
}

/** The end of the session that a close code means; `undefined` when the connection can be repaired. */
export function endReasonOf(status: LinkStatus | undefined): EndReason | undefined {
  if (status?.kind !== 'dropped' || status.closeCode === undefined) return undefined;
  if (status.closeCode === CALL_TERMINATED_CODE) return 'disconnected';
  return REFUSED_CODES.has(status.closeCode) ? 'failed' : undefined;
}
