import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { ChatMessage, LookAtMessage } from '../../reading/reading-ports.ts';
import { asWrittenBy, toChatMessage } from './chat-message.ts';

/** Discord's answers for what nobody can read any more. */
const GONE: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
  // The writer has left.
  RESTJSONErrorCodes.UnknownMember,
]);

/** Creates what asks Discord for a message. Discord says nothing without Read Message History. */
export function createLookAtMessage(client: Pick<Client, 'channels'>): LookAtMessage {
  return async ({ channelId, messageId, writerId }) => {
    try {
      const channel = await client.channels.fetch(channelId);
      if (channel?.isTextBased() !== true) return undefined;
      // A copy from before may lack what happened to it meanwhile.
      const message = await channel.messages.fetch({ message: messageId, force: true });
      const chat = toChatMessage(message);
      const memberId = chat && memberOf(chat, writerId);
      if (chat === undefined || memberId === undefined) return chat;
      // Answers about messages come without members, and those of members who aren't in voice are not up to date.
      const member = await message.guild?.members.fetch({ user: memberId, force: true }).catch((error: unknown) => {
        // Bots that answer anywhere need not be members. A person has left.
        if (chat.authorKind === 'bot' && isGone(error)) return undefined;
        throw error;
      });
      if (member === undefined) return chat.authorKind === 'bot' ? chat : undefined;
      return asWrittenBy(chat, member);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  };
}

function isGone(error: unknown): boolean {
  return error instanceof DiscordAPIError && GONE.has(error.code);
}

/** The member whose roles apply to the message; webhooks have none. */
function memberOf({ authorKind, authorId }: ChatMessage, writerId: string | undefined): string | undefined {
  if (authorKind === 'proxied') return writerId;
  return authorKind === 'webhook' ? undefined : authorId;
}
