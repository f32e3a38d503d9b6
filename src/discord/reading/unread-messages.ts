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

/** Messages that an earlier process left. */
export interface Rereading {
  /**
   * Reads them aloud as they are now: edited ones as they were edited, deleted ones not at all. Of those that Discord does
   * not give, it is said how many were left out. Never rejects.
   */
  read(guildId: string, messages: readonly UnreadMessage[]): Promise<void>;
  /** Those of the guild that Discord was not asked for yet: the next process asks if this one ends before. */
  pending(guildId: string): readonly UnreadMessage[];
}

/** Creates what reads messages again. */
export function createRereading(
  client: Pick<Client, 'channels'>,
  parts: { readonly reading: () => Pick<Reading, 'onMessage' | 'noteLeftOut'>; readonly log: Logger },
): Rereading {
  const { reading, log } = parts;
  const waiting = new Set<{ readonly guildId: string; readonly message: UnreadMessage }>();

  const readAgain = async (guildId: string, { channelId, messageId }: UnreadMessage): Promise<void> => {
    try {
      const channel = await client.channels.fetch(channelId);
      const message = channel?.isTextBased() === true ? await channel.messages.fetch(messageId) : undefined;
      const chat = message && toChatMessage(message);
      if (chat !== undefined) reading().onMessage(chat);
    } catch (err) {
      if (err instanceof DiscordAPIError && GONE.has(err.code)) return;
      log.info({ err, guildId }, 'a message that was to be read aloud could not be read again');
      reading().noteLeftOut(guildId, 1);
    }
  };

  return {
    read: async (guildId, messages) => {
      const entries = messages.map((message) => ({ guildId, message }));
      for (const entry of entries) waiting.add(entry);
      for (const entry of entries) {
        await readAgain(guildId, entry.message);
        waiting.delete(entry);
      }
    },
    pending: (guildId) => [...waiting].filter((entry) => entry.guildId === guildId).map(({ message }) => message),
  };
}
