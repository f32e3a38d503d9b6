import type { Messages } from '../../messages/messages.ts';
import type { HostJoinOutcome } from './voice-host.ts';

/** What a member reads about an attempt to enter a channel: a sentence or two for each outcome. */
export function joinMessage(outcome: HostJoinOutcome, { playback, interactions }: Messages): string {
  const { join } = playback;
  switch (outcome.kind) {
    case 'joined':
      return outcome.moved ? join.moved(outcome) : join.joined(outcome);
    case 'already-here':
      return join.alreadyHere(outcome);
    case 'missing-permissions': {
      const permissions = outcome.missing.map((permission) => interactions.permissions[permission]);
      return join.missingPermissions({ channelId: outcome.channelId, permissions });
    }
    case 'full':
      return join.full(outcome);
    case 'unknown-channel':
      return join.unknownChannel;
    case 'no-answer':
      return join.noAnswer;
    case 'not-ready':
      return join.notReady;
    case 'busy':
      return join.busy({ retryAtMs: Date.now() + outcome.retryAfterMs });
    case 'cancelled':
      return join.cancelled;
  }
}
