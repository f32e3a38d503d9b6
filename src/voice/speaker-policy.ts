import type { SpeakerChanges, SpeakerPolicy } from './voice-api.ts';

/** The policy after the changes. */
export function withSpeakerChanges<Policy extends SpeakerPolicy>(policy: Policy, changes: SpeakerChanges): Policy {
  const { hear = [], ignore = [], forget = [] } = changes;
  const named = new Set([...hear, ...ignore, ...forget]);
  const keep = (userIds: readonly string[]): string[] => userIds.filter((userId) => !named.has(userId));
  return { ...policy, hear: [...keep(policy.hear), ...hear], ignore: [...keep(policy.ignore), ...ignore] };
}
