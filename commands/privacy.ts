import { ApplicationCommandOptionType } from 'discord.js';
import type { PersonSummary } from '../src/captions/captions-api.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  ANYWHERE,
  type Command,
  type CommandDefinition,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { OPT_IN_LIMIT, type RateLimit } from '../src/discord/interactions/rate-limits.ts';
import { ephemeral, type Reply } from '../src/discord/interactions/replies.ts';
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

/** An erasure reads and deletes in every store, and at the speech service. */
const ERASE_LIMIT: RateLimit = { name: 'privacy-erase', uses: 4, withinS: 60 };
const ERASED_LIMIT: RateLimit = { ...ERASE_LIMIT, name: 'privacy-erased' };

type Parts = Pick<Services, 'captions' | 'voices'>;

/** Everything that is stored about a person. */
interface Stored {
  readonly captions: PersonSummary;
  readonly voices: PersonVoices;
}

/** `/privacy`: shows, changes and deletes what is stored about the person who uses it. It works everywhere. */
export function createPrivacy({ captions, voices }: Parts): Command {
  const storedAbout = async (userId: string): Promise<Stored> => {
    const [spoken, made] = await Promise.all([captions.personSummary(userId), voices.personSummary(userId)]);
    return { captions: spoken, voices: made };
  };
  return {
    definition,
    // Nobody has to wait to opt out, or to see what is stored.
    runLimit: ({ subcommand }) => ({ erase: ERASE_LIMIT, 'opt-in': OPT_IN_LIMIT })[subcommand ?? ''],
    componentLimit: (argument) => (argument === 'erase' ? ERASED_LIMIT : undefined),
    run: async (context) => {
      const { userId, messages } = context;
      switch (context.options.subcommand) {
        case 'opt-out':
          await captions.setConsent(userId, 'opted-out');
          return context.answer(ephemeral(messages.privacy.optedOut));
        case 'opt-in':
          await captions.setConsent(userId, 'opted-in');
          return context.answer(ephemeral(messages.privacy.optedIn));
        case 'erase':
          return context.answer(eraseQuestion(await storedAbout(userId), messages));
        default: {
          const stored = await storedAbout(userId);
          const { consent, decidedAtMs, oldestAtMs: oldestCaptionAtMs } = stored.captions;
          const decision = { consent, decidedAtMs, oldestCaptionAtMs };
          return context.answer(ephemeral(messages.privacy.stored({ ...countsOf(stored), ...decision })));
        }
      }
    },
    component: async (context) => {
      const { kept } = context.messages.privacy;
      await context.update(ephemeral(context.argument === 'erase' ? await erase(context, { captions, voices }) : kept));
    },
  };
}

/** Deletes what is stored here first: deleting voices depends on the speech service. */
async function erase(context: InteractionContext, { captions, voices }: Parts): Promise<string> {
  const { userId, tenant, signal, messages } = context;
  const { consent } = await captions.personSummary(userId);
  const { lines, clips } = await captions.erasePerson(userId);
  const { remaining, ...made } = await voices.erasePerson(userId, { tenant, priority: 'files', signal });
  return messages.privacy.erased({ captions: lines, recordings: clips, ...made, remaining, consent });
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
