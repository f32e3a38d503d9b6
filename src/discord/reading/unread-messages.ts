import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from '../../log.ts';
import type { Reading } from '../../reading/reading-api.ts';
import type { UnreadMessage } from '../../reading/reading-ports.ts';
import { toChatMessage } from './chat-message.ts';

/** Discord's answers for what nobody can read any more. */
const GONE: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
]);

/**
 * Reads messages aloud that an earlier process left, as they are now: edited ones as they were edited, deleted ones not
 * at all. Of those that Discord does not give, it is said how many were left out. Never rejects.
 */
export async function readAgain(
  client: Pick<Client, 'channels'>,
  { reading, log }: { readonly reading: Pick<Reading, 'onMessage' | 'noteLeftOut'>; readonly log: Logger },
  { guildId, messages }: { readonly guildId: string; readonly messages: readonly UnreadMessage[] },
): Promise<void> {
  for (const { channelId, messageId } of messages) {
    try {
      const channel = await client.channels.fetch(channelId);
      const message = channel?.isTextBased() === true ? await channel.messages.fetch(messageId) : undefined;
      const chat = message && toChatMessage(message);
      if (chat !== undefined) reading.onMessage(chat);
    } catch (err) {
      if (err instanceof DiscordAPIError && GONE.has(err.code)) continue;
      log.info({ err, guildId }, 'a message that was to be read aloud could not be read again');
      reading.noteLeftOut(guildId, 1);
    }
  }
}
