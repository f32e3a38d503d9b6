import type { Client, Message } from 'discord.js';
import type { Pronunciations } from '../../pronunciations/pronunciations-api.ts';
import type { ChatMessage, PublicMessages, Wording } from '../../reading/reading-ports.ts';
import { peopleIn } from '../../text/spoken/spoken-message.ts';
import type { SpokenTexts } from '../../text/spoken/spoken-texts.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { NamesOfText } from '../client/mention-names.ts';
import { namesForListeners, toSpokenMessage } from '../interactions/spoken-message.ts';
import type { MemberNames } from './member-names.ts';

/** Abbreviations may make a text longer than the server's setting, but no dictionary makes a short message a speech. */
const MAX_GROWTH = 2;

/** Makes speech of messages and names, for those who are in the bot's voice channel. */
export function createReadingWording(
  client: Client,
  parts: {
    readonly directory: Pick<GuildDirectory, 'peopleIn'>;
    readonly namesOfText: NamesOfText;
    readonly memberNames: Pick<MemberNames, 'isOfListener'>;
    readonly spokenTexts: SpokenTexts;
    readonly pronunciations: Pick<Pronunciations, 'apply'>;
    readonly publicMessages: PublicMessages;
    /** What a voice message says; `undefined` when it is not transcribed. */
    readonly transcribe: (message: Message) => Promise<string | undefined>;
    /** The sound of a voice message; `undefined` for one that is too long. */
    readonly download: (message: Message) => Promise<Uint8Array | undefined>;
  },
): Wording {
  const { directory, namesOfText, memberNames, spokenTexts, pronunciations, publicMessages } = parts;
  const { transcribe, download } = parts;
  return {
    textOf: async (message, { maxLength, settings }) => {
      const { guildId } = message;
      const { body } = message as ChatMessage<Message>;
      const voiceChannelId = client.guilds.cache.get(guildId)?.members.me?.voice.channelId ?? '';
      const listeners = directory.peopleIn(guildId, voiceChannelId);
      const spoken = await toSpokenMessage(body, namesForListeners(namesOfText, guildId, listeners));
      if (spoken === undefined) return '';
      const { spoken: words } = await publicMessages(guildId);
      const isTranscribed = spoken.voiceMessage !== undefined && settings.reading.voiceMessages === 'transcribe';
      const text = isTranscribed ? await transcribe(body) : undefined;
      const said = text === undefined ? spoken : { ...spoken, voiceMessage: { text } };
      const written = await spokenTexts.message(said, { words, maxCharacters: maxLength });
      const names = await Promise.all(peopleIn(said).map((name) => spokenTexts.name([name], words)));
      const growth = { maxLength: maxLength * MAX_GROWTH };
      return pronunciations.apply(written, { guildId, userId: message.authorId, names, ...growth });
    },
    recordingOf: async (message, { reading }) =>
      reading.voiceMessages === 'play' ? download((message as ChatMessage<Message>).body) : undefined,
    nameOf: async (guildId, { userId, chosen, shown }, nicknameOf) => {
      const { spoken } = await publicMessages(guildId);
      const said = chosen && (await spokenTexts.name([chosen], spoken));
      // A name that was free when it was chosen may be somebody else's by now.
      const isOthers = said === undefined || (await memberNames.isOfListener(guildId, userId, said, nicknameOf));
      return spokenTexts.name([isOthers ? undefined : chosen, shown], spoken);
    },
  };
}
