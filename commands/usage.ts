import { ephemeral } from '../src/discord/client/replies.ts';
import {
  ANYWHERE,
  type Command,
  type CommandDefinition,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { progressBar } from '../src/discord/interactions/progress-bar.ts';
import type { Services } from '../src/discord/services.ts';
import { requesterOf } from '../src/discord/voice-models/find-voice-model.ts';
import type { Messages } from '../src/messages/messages.ts';
import { USAGE_LIMIT } from './command-limits.ts';

const NAME = 'usage';

const define = ({ budgets: { command } }: Messages): CommandDefinition => ({
  name: NAME,
  description: command.description,
  ...ANYWHERE,
});

/** One line of the answer: amounts are characters, milliseconds or voices. */
type UsageLine = Parameters<Messages['budgets']['usage']['line']>[0];

/** `/usage`: what the caller used today; people who manage the server also see what the server used. */
export function createUsage({ budgets, voices }: Pick<Services, 'budgets' | 'voices'>): Command {
  return {
    name: NAME,
    define,
    runLimit: () => USAGE_LIMIT,
    run: async (context) => {
      const { messages, place, userId } = context;
      const guildId = place.kind === 'guild' ? place.guildId : undefined;
      const withGuild = place.kind === 'guild' && place.managesGuild;
      const [today, kept] = await Promise.all([
        budgets.usage({ userId, guildId }, { withGuild }),
        voicesOf(voices, context, withGuild),
      ]);
      const lines: readonly Omit<UsageLine, 'bar'>[] = [...today.budgets, ...kept];
      const { usage } = messages.budgets;
      const shown = (isOfGuild: boolean): string[] =>
        lines
          .filter(({ whose }) => (whose === 'guild') === isOfGuild)
          .map((line) => usage.line({ ...line, bar: progressBar(line.limit === 0 ? 1 : line.used / line.limit) }));
      const content = [
        usage.mine,
        ...shown(false),
        ...(withGuild ? [usage.guild, ...shown(true)] : []),
        usage.resets({ atMs: today.resetsAtMs }),
      ];
      await context.answer(ephemeral(content.join('\n')));
    },
  };
}

async function voicesOf(
  voices: Pick<Services['voices'], 'places'>,
  context: InteractionContext,
  withGuild: boolean,
): Promise<readonly Omit<UsageLine, 'bar'>[]> {
  const { byPerson, inGuild, maxPerPerson, maxPerGuild } = await voices.places(requesterOf(context));
  const mine = { kind: 'voices', whose: 'person', used: byPerson, limit: maxPerPerson } as const;
  const guild = { kind: 'voices', whose: 'guild', used: inGuild, limit: maxPerGuild } as const;
  return withGuild ? [mine, guild] : [mine];
}
