import { type GuildMember, type Message, MessageFlags } from 'discord.js';
import type { AuthorKind, ChatMessage } from '../../reading/reading-ports.ts';
import { WRITTEN } from '../interactions/spoken-message.ts';

/**
 * Applications that post messages again in the names of those who wrote them: PluralKit and Tupperbox. What other bots post
 * through webhooks, such as bridges, counts as a webhook's.
 */
const PROXY_BOTS: ReadonlySet<string> = new Set(['466378653216014359', '431544605209788416']);

/** A message as plain data; `undefined` for one that is never read: of the bot itself, by Discord, or outside of guilds. */
export function toChatMessage(message: Message): ChatMessage<Message> | undefined {
  const { id, guildId, channelId, author, member, client, editedTimestamp } = message;
  if (guildId === null || !WRITTEN.has(message.type)) return undefined;
  // Captions come through webhooks of the bot's own application.
  if (author.id === client.user.id || message.applicationId === client.application.id) return undefined;
  return {
    ...{ id, guildId, channelId },
    authorId: author.id,
    authorKind: authorKindOf(message),
    authorName: member?.displayName ?? author.displayName,
    authorRoleIds: member === null ? [] : [...member.roles.cache.keys()],
    isSilent: message.flags.has(MessageFlags.SuppressNotifications),
    isVoiceMessage: message.flags.has(MessageFlags.IsVoiceMessage),
    editedAtMs: editedTimestamp ?? undefined,
    text: message.content,
    hasFiles: message.attachments.size > 0,
    body: message,
  };
}

/** The message as the member's who wrote it: under their name, or under that which a proxy bot posted it with. */
export function asWrittenBy(message: ChatMessage<Message>, member: GuildMember): ChatMessage<Message> {
  const authorRoleIds = [...member.roles.cache.keys()];
  if (message.authorKind !== 'proxied') return { ...message, authorName: member.displayName, authorRoleIds };
  return { ...message, authorKind: 'identity', authorId: member.id, authorRoleIds };
}

/** An application's answers to commands are its own. */
function authorKindOf({ author, webhookId, applicationId }: Message): AuthorKind {
  if (webhookId === null || webhookId === applicationId) return author.bot ? 'bot' : 'person';
  return PROXY_BOTS.has(applicationId ?? '') ? 'proxied' : 'webhook';
}
