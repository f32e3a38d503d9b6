import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireControl, requireGuild } from '../src/discord/playback/control.ts';
import type { Services } from '../src/discord/services.ts';

const definition: CommandDefinition = {
  name: 'stop',
  description: 'Make me stop and forget everything that waits',
  ...GUILD_ONLY,
};

/** `/stop`: drops what is being spoken and all that waits. */
export function createStop({ engine }: Pick<Services, 'engine'>): Command {
  return {
    definition,
    run: async (context) => {
      const place = requireGuild(context);
      await requireControl(engine, place);
      const outcome = await engine.stop(place.guildId);
      if (outcome.kind === 'no-session') throw notInVoice();
      await context.answer(ephemeral(wordsFor(outcome.removed)));
    },
  };
}

function wordsFor(removed: number): string {
  if (removed === 0) return 'There is nothing to stop: I am not saying anything.';
  return removed === 1 ? 'Stopped.' : `Stopped; ${removed} texts are gone from the queue.`;
}
