import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { LookAtMessage } from '../../reading/reading-ports.ts';
import { toChatMessage } from './chat-message.ts';

/** Discord's answers for what nobody can read any more. */
const GONE: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
]);

/** Creates what asks Discord for a message. Discord says nothing without Read Message History. */
export function createLookAtMessage(client: Pick<Client, 'channels'>): LookAtMessage {
  return async ({ channelId, messageId }) => {
    try {
      const channel = await client.channels.fetch(channelId);
      if (channel?.isTextBased() !== true) return undefined;
      // A copy from before may lack what happened to it meanwhile.
      return toChatMessage(await channel.messages.fetch({ message: messageId, force: true }));
    } catch (error) {
      if (error instanceof DiscordAPIError && GONE.has(error.code)) return undefined;
      throw error;
    }
  };
}
