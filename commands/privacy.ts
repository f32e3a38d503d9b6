import { ApplicationCommandOptionType } from 'discord.js';
import { optIn } from '../src/discord/captions/opt-in.ts';
import { ephemeral } from '../src/discord/client/replies.ts';
import { ANYWHERE, type Command, type CommandDefinition } from '../src/discord/interactions/command.ts';
import { OPT_IN_LIMIT } from '../src/discord/interactions/interaction-limits.ts';
import type { RateLimit } from '../src/discord/interactions/rate-limits.ts';
import { askToErase, erase } from '../src/discord/privacy/erasure.ts';
import { describeStoredData, readStoredData } from '../src/discord/privacy/stored-data.ts';
import type { Services } from '../src/discord/services.ts';
import type { Messages } from '../src/messages/messages.ts';
import { ERASE_LIMIT, ERASED_LIMIT } from './command-limits.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;
const NAME = 'privacy';

const define = ({ privacy: { command: texts } }: Messages): CommandDefinition => ({
  name: NAME,
  description: texts.description,
  ...ANYWHERE,
  options: [
    { type: SUBCOMMAND, name: 'show', description: texts.show },
    { type: SUBCOMMAND, name: 'opt-out', description: texts.optOut },
    { type: SUBCOMMAND, name: 'opt-in', description: texts.optIn },
    { type: SUBCOMMAND, name: 'erase', description: texts.erase },
  ],
});

type Parts = Pick<
  Services,
  'captions' | 'autoCaptions' | 'voices' | 'pronunciations' | 'reading' | 'queuedTexts' | 'directory' | 'lateAnswers'
>;

/** Nobody has to wait to take an opt-in back: limiting it to this server opts out elsewhere. */
function componentLimitOf(argument: string): RateLimit | 'unlimited' | undefined {
  switch (argument) {
    case 'erase':
    case 'erase-all':
      return ERASED_LIMIT;
    case 'opt-in':
      return OPT_IN_LIMIT;
    case 'only-here:opted-out':
    case 'only-here:undecided':
      return 'unlimited';
    default:
      return undefined;
  }
}

/** `/privacy`: shows, changes and deletes what is stored about the person who uses it. It works everywhere. */
export function createPrivacy(parts: Parts): Command {
  const { captions, directory } = parts;
  return {
    name: NAME,
    define,
    // Nobody has to wait to opt out, or to see what is stored.
    runLimit: ({ subcommand }) => ({ erase: ERASE_LIMIT, 'opt-in': OPT_IN_LIMIT })[subcommand ?? ''],
    componentLimit: componentLimitOf,
    run: async (context) => {
      const { userId, messages } = context;
      switch (context.options.subcommand) {
        case 'opt-out':
          await captions.setConsent(userId, 'opted-out');
          return context.answer(ephemeral(messages.privacy.optedOut));
        case 'opt-in':
          return context.answer(await optIn(captions, context, { kind: 'everywhere' }));
        case 'erase':
          return context.answer(askToErase(await readStoredData(parts, userId), messages));
        default: {
          const stored = await readStoredData(parts, userId);
          return context.answer(ephemeral(describeStoredData(stored, messages, directory)));
        }
      }
    },
    component: async (context) => {
      switch (context.argument) {
        case 'erase':
          return erase(context, false, parts);
        case 'erase-all':
          return erase(context, true, parts);
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
