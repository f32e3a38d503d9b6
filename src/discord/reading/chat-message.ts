import { type Message, MessageFlags } from 'discord.js';
import type { AuthorKind, ChatMessage } from '../../reading/reading-ports.ts';
import { WRITTEN } from './spoken-message.ts';

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
    body: message,
  };
}

/** What an application posts through a webhook is in somebody's name; its answers to commands are its own. */
function authorKindOf({ author, webhookId, applicationId }: Message): AuthorKind {
  if (webhookId === null || webhookId === applicationId) return author.bot ? 'bot' : 'person';
  return applicationId === null ? 'webhook' : 'proxied';
}
