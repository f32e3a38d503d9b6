import type { HostJoinOutcome } from './voice-host.ts';

/** What people read about an attempt to enter a channel: one sentence or two for each outcome. */
export function joinWords(outcome: HostJoinOutcome): string {
  switch (outcome.kind) {
    case 'joined':
      return outcome.moved ? `Moved to <#${outcome.channelId}>.` : `I am in <#${outcome.channelId}> now.`;
    case 'already-here':
      return `I am in <#${outcome.channelId}> already.`;
    case 'missing-permissions':
      return `I may not speak in <#${outcome.channelId}>. Someone who manages the server has to give me: ${outcome.missing.join(', ')}.`;
    case 'full':
      return `<#${outcome.channelId}> is full (${outcome.userLimit} at most). Make room, raise its limit, or give me Move Members.`;
    case 'stage':
      return `<#${outcome.channelId}> is a stage, where I would not be heard. Call me into a voice channel.`;
    case 'unknown-channel':
      return 'I cannot see that voice channel. Give me View Channel and Connect there, or choose another one.';
    case 'no-answer':
      return 'Discord did not answer when I asked to join. The channel may be full or closed to me; try again in a moment.';
    case 'not-ready':
      return 'Discord let me in, but the voice connection did not come up. Try again in a moment.';
    case 'cancelled':
      return 'I was asked to leave before I had joined.';
  }
}
