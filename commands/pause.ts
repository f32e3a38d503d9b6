import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireControl, requireGuild } from '../src/discord/playback/control.ts';
import type { Services } from '../src/discord/services.ts';

const definition: CommandDefinition = {
  name: 'pause',
  description: 'Make me hold my tongue until /resume',
  ...GUILD_ONLY,
};

/** `/pause`: falls silent where it is; the queue stays. */
export function createPause({ engine }: Pick<Services, 'engine'>): Command {
  return {
    definition,
    run: async (context) => {
      const place = requireGuild(context);
      await requireControl(engine, place);
      const outcome = await engine.pause(place.guildId);
      switch (outcome.kind) {
        case 'paused':
          return context.answer(ephemeral('Paused. `/resume` lets me go on.'));
        case 'already-paused':
          return context.answer(ephemeral('I am paused already. `/resume` lets me go on.'));
        case 'no-session':
          throw notInVoice();
      }
    },
  };
}
