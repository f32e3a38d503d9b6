import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { LookAtMessage } from '../../reading/reading-ports.ts';
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
      if (chat?.authorKind !== 'proxied' || writerId === undefined) return chat;
      const writer = await message.guild?.members.fetch({ user: writerId, force: true });
      return writer && asWrittenBy(chat, writer);
    } catch (error) {
      if (error instanceof DiscordAPIError && GONE.has(error.code)) return undefined;
      throw error;
    }
  };
}
