import { ApplicationCommandOptionType } from 'discord.js';
import type { PersonSummary } from '../src/captions/captions-api.ts';
import { optIn } from '../src/discord/captions/opt-in.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  ANYWHERE,
  type Command,
  type CommandDefinition,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { ephemeral, type Reply, sanitize } from '../src/discord/interactions/replies.ts';
import type { Services } from '../src/discord/services.ts';
import { english } from '../src/messages/english.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { PersonVoices } from '../src/voice-models/voice-models-api.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;
const texts = english.privacy.command;

const definition: CommandDefinition = {
  name: 'privacy',
  description: texts.description,
  ...ANYWHERE,
  options: [
    { type: SUBCOMMAND, name: 'show', description: texts.show },
    { type: SUBCOMMAND, name: 'opt-out', description: texts.optOut },
    { type: SUBCOMMAND, name: 'opt-in', description: texts.optIn },
    { type: SUBCOMMAND, name: 'erase', description: texts.erase },
  ],
};

type Parts = Pick<Services, 'captions' | 'voices' | 'directory'>;

/** Everything that is stored about a person. */
interface Stored {
  readonly captions: PersonSummary;
  readonly voices: PersonVoices;
}

/** `/privacy`: shows, changes and deletes what is stored about the person who uses it. It works everywhere. */
export function createPrivacy({ captions, voices, directory }: Parts): Command {
  const storedAbout = async (userId: string): Promise<Stored> => {
    const [spoken, made] = await Promise.all([captions.personSummary(userId), voices.personSummary(userId)]);
    return { captions: spoken, voices: made };
  };
  return {
    definition,
    run: async (context) => {
      const { userId, messages } = context;
      switch (context.options.subcommand) {
        case 'opt-out':
          await captions.setConsent(userId, 'opted-out');
          return context.answer(ephemeral(messages.privacy.optedOut));
        case 'opt-in':
          return context.answer(await optIn(captions, context, { kind: 'everywhere' }));
        case 'erase':
          return context.answer(eraseQuestion(await storedAbout(userId), messages));
        default: {
          const stored = await storedAbout(userId);
          const { consent, decidedAtMs, optedInGuilds, oldestAtMs: oldestCaptionAtMs } = stored.captions;
          const names = optedInGuilds.map(({ guildId }) => directory.guildName(guildId));
          const known = names.flatMap((name) => (name === undefined ? [] : [sanitize(name)]));
          const servers = { optedInServers: known, otherServers: names.length - known.length };
          const decision = { consent, decidedAtMs, ...servers, oldestCaptionAtMs };
          return context.answer(ephemeral(messages.privacy.stored({ ...countsOf(stored), ...decision })));
        }
      }
    },
    component: async (context) => {
      switch (context.argument) {
        case 'erase':
          return context.update(ephemeral(await erase(context, { captions, voices })));
        case 'opt-in':
          return context.update(await optIn(captions, context, { kind: 'everywhere' }));
        case 'only-here:opted-out':
          return context.update(await optIn(captions, context, { kind: 'only-here', elsewhere: 'opted-out' }));
        case 'only-here:undecided':
          return context.update(await optIn(captions, context, { kind: 'only-here', elsewhere: 'undecided' }));
        default:
          return context.update(ephemeral(context.messages.privacy.kept));
      }
    },
  };
}

/** Deletes what is stored here first: deleting voices depends on the speech service. */
async function erase(context: InteractionContext, { captions, voices }: Omit<Parts, 'directory'>): Promise<string> {
  const { userId, tenant, signal, messages } = context;
  const { consent, optedInGuilds } = await captions.personSummary(userId);
  const decision = optedInGuilds.length === 0 ? consent : consent === 'opted-out' ? 'both' : 'opted-in';
  const { lines, clips } = await captions.erasePerson(userId);
  const { remaining, ...made } = await voices.erasePerson(userId, { tenant, priority: 'files', signal });
  return messages.privacy.erased({ captions: lines, recordings: clips, ...made, remaining, decision });
}

function eraseQuestion(stored: Stored, { privacy }: Messages): Reply {
  const counts = countsOf(stored);
  if (Object.values(counts).every((count) => count === 0)) return ephemeral(privacy.nothingToErase);
  return {
    ...ephemeral(privacy.eraseQuestion(counts)),
    components: [
      buttonRow([
        ['privacy:erase', privacy.buttons.erase, 'danger'],
        ['privacy:keep', privacy.buttons.keep],
      ]),
    ],
  };
}

function countsOf({ captions: { lines, clips }, voices: { voices, confirmations, choices } }: Stored) {
  return { captions: lines, recordings: clips, voices, confirmations, choices };
}
