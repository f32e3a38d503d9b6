import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireControl, requireGuild } from '../src/discord/playback/control.ts';
import type { Services } from '../src/discord/services.ts';

const definition: CommandDefinition = {
  name: 'resume',
  description: 'Let me go on after /pause',
  ...GUILD_ONLY,
};

/** `/resume`: goes on where `/pause` fell silent. */
export function createResume({ engine }: Pick<Services, 'engine'>): Command {
  return {
    definition,
    run: async (context) => {
      const place = requireGuild(context);
      await requireControl(engine, place);
      const outcome = await engine.resume(place.guildId);
      switch (outcome.kind) {
        case 'resumed':
          return context.answer(ephemeral('Going on.'));
        case 'not-paused':
          return context.answer(ephemeral('I am not paused.'));
        case 'no-session':
          throw notInVoice();
      }
    },
  };
}
