import type { Message } from 'discord.js';
import type { ChatMessage, PublicMessages, Wording } from '../../reading/reading-ports.ts';
import { nameMentions } from '../../text/mentions.ts';
import { makeSpeakable } from '../../text/speakable.ts';
import type { NamesOfText } from '../client/mention-names.ts';

/** Makes speech of messages and names. */
export function createReadingWording({
  namesOfText,
  publicMessages,
}: {
  readonly namesOfText: NamesOfText;
  readonly publicMessages: PublicMessages;
}): Wording {
  return {
    textOf: async (message, { maxLength }) => {
      const { guildId, authorId: userId } = message;
      const { text, reading } = await publicMessages(guildId);
      const { body } = message as ChatMessage<Message>;
      const named = await nameMentions(body.content, namesOfText({ guildId, userId }), text.unknownMention);
      const spoken = makeSpeakable(named);
      return spoken.length <= maxLength ? spoken : `${spoken.slice(0, maxLength)} ${reading.spoken.andMore}`;
    },
    nameOf: async (_guildId, _userId, name) => makeSpeakable(name),
  };
}
