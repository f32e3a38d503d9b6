import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { mayControl, requireGuild } from '../src/discord/playback/control.ts';
import { joinWords } from '../src/discord/playback/join-words.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';

const definition: CommandDefinition = {
  name: 'join',
  description: 'Call me into a voice channel',
  ...GUILD_ONLY,
  options: [
    {
      type: ApplicationCommandOptionType.Channel,
      name: 'channel',
      description: 'Where to go; left out, where you are',
      channel_types: [ChannelType.GuildVoice, ChannelType.GuildStageVoice],
    },
  ],
};

/** `/join`: enters the caller's channel or the one named, unless that takes the bot away from people who listen. */
export function createJoin({ engine, host, directory }: Pick<Services, 'engine' | 'host' | 'directory'>): Command {
  return {
    definition,
    run: async (context) => {
      const place = requireGuild(context);
      const named = context.options.string('channel');
      const channelId = named ?? place.voiceChannelId;
      if (channelId === undefined) throw new UserError('Join a voice channel first, or name one with `channel`.');
      if (named !== undefined && !directory.mayEnter(place.guildId, named, context.userId)) {
        throw new UserError(`You may not enter <#${named}> yourself, so I do not go there for you.`);
      }
      const session = await engine.session(place.guildId);
      const isElsewhere = session !== undefined && session.channelId !== channelId;
      const hasListeners = isElsewhere && directory.listenerCount(place.guildId, session.channelId) > 0;
      if (hasListeners && !mayControl(place, session)) {
        throw new UserError(
          `People are listening to me in <#${session.channelId}>. Join us there, or ask them to let me go.`,
        );
      }
      const outcome = await host.join({ guildId: place.guildId, channelId, textChannelId: place.channelId });
      await context.answer(ephemeral(joinWords(outcome)));
    },
  };
}
