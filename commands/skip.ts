import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireControl, requireGuild, requireSession } from '../src/discord/playback/control.ts';
import type { Services } from '../src/discord/services.ts';

const definition: CommandDefinition = {
  name: 'skip',
  description: 'Skip what I am saying',
  ...GUILD_ONLY,
};

/** `/skip`: drops what is being spoken. Whoever asked for it may always do so. */
export function createSkip({ engine }: Pick<Services, 'engine'>): Command {
  return {
    definition,
    run: async (context) => {
      const place = requireGuild(context);
      const session = await requireSession(engine, place);
      if (session.items[0]?.userId !== context.userId) await requireControl(engine, place);
      const outcome = await engine.skip(place.guildId);
      switch (outcome.kind) {
        case 'skipped':
          return context.answer(ephemeral(`Skipped what <@${outcome.item.userId}> had me say.`));
        case 'nothing':
          return context.answer(ephemeral('There is nothing to skip: I am not saying anything.'));
        case 'no-session':
          throw notInVoice();
      }
    },
  };
}
