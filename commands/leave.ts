import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireControl, requireGuild, requireSession } from '../src/discord/playback/control.ts';
import type { Services } from '../src/discord/services.ts';

const definition: CommandDefinition = {
  name: 'leave',
  description: 'Send me out of the voice channel',
  ...GUILD_ONLY,
};

/** `/leave`: ends the guild's session. Where nobody listens, anybody may send the bot away. */
export function createLeave({ engine, directory }: Pick<Services, 'engine' | 'directory'>): Command {
  return {
    definition,
    run: async (context) => {
      const place = requireGuild(context);
      const session = await requireSession(engine, place);
      if (directory.listenerCount(place.guildId, session.channelId) > 0) await requireControl(engine, place);
      if (!(await engine.leave(place.guildId))) throw notInVoice();
      await context.answer(ephemeral(`I left <#${session.channelId}>.`));
    },
  };
}
