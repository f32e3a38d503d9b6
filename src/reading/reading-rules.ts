import type { ChatMessage, ReadingChoice } from './reading-ports.ts';
import type { ReadingSettings } from './reading-settings.ts';

/** Why a message is not read. */
export type SilenceReason = 'author' | 'muted' | 'muted-self' | 'silent' | 'prefix' | 'role';

/** Why a message is not read by the server's settings and its author's choice; `undefined` when it is. */
export function silenceReason(
  message: ChatMessage,
  { reading, muted }: Pick<ReadingSettings, 'reading' | 'muted'>,
  { isMuted }: ReadingChoice,
): SilenceReason | undefined {
  if (!isReadAuthor(message, reading)) return 'author';
  if (muted.userIds.includes(message.authorId) || hasOneOf(message, muted.roleIds)) return 'muted';
  if (isMuted) return 'muted-self';
  if (message.isSilent) return 'silent';
  if (reading.skipPrefix !== '' && message.text.startsWith(reading.skipPrefix)) return 'prefix';
  // Bots and webhooks have no roles that people could give them on purpose.
  const needsRole =
    (message.authorKind === 'person' || message.authorKind === 'identity') && reading.requiredRoleIds.length > 0;
  return needsRole && !hasOneOf(message, reading.requiredRoleIds) ? 'role' : undefined;
}

function isReadAuthor({ authorKind }: ChatMessage, reading: ReadingSettings['reading']): boolean {
  switch (authorKind) {
    case 'person':
      return true;
    case 'bot':
      return reading.bots;
    case 'webhook':
      return reading.webhooks;
    case 'identity':
      return reading.proxied;
    case 'proxied':
      // Somebody's, who may be muted.
      return false;
  }
}

function hasOneOf({ authorRoleIds }: ChatMessage, roleIds: readonly string[]): boolean {
  return authorRoleIds.some((id) => roleIds.includes(id));
}
