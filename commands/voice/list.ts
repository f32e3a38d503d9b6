import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { Reply } from '../../src/discord/client/replies.ts';
import type { CommandContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { resolveLanguage } from '../../src/discord/interactions/languages.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import { VOICE_SORTS, type VoiceQuery } from '../../src/voice-models/voice-models-api.ts';
import { lookupLimit } from '../command-limits.ts';
import { type ListQuery, MAX_LENGTHS, readListArgument } from './list-query.ts';
import { listReply } from './list-reply.ts';
import type { VoiceSubcommand } from './subcommand.ts';

const { Boolean: BOOLEAN, String: TEXT } = ApplicationCommandOptionType;
const NAME = 'list';

const define = ({
  voiceModels: {
    command: {
      list: { description, options, scopeChoices, sortChoices },
    },
  },
}: Messages): APIApplicationCommandSubcommandOption => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: NAME,
  description,
  options: [
    { type: TEXT, name: 'query', description: options.query, max_length: MAX_LENGTHS.query },
    {
      type: TEXT,
      name: 'scope',
      description: options.scope,
      choices: [
        { name: scopeChoices.mine, value: 'mine' },
        { name: scopeChoices.public, value: 'public' },
      ],
    },
    {
      type: TEXT,
      name: 'language',
      description: options.language,
      max_length: MAX_LENGTHS.language,
      autocomplete: true,
    },
    { type: TEXT, name: 'tag', description: options.tag, max_length: MAX_LENGTHS.tag },
    { type: BOOLEAN, name: 'licensed', description: options.licensed },
    {
      type: TEXT,
      name: 'sort',
      description: options.sort,
      choices: VOICE_SORTS.map((sort) => ({ name: sortChoices[sort], value: sort })),
    },
  ],
});

/** `/voice list`: ten voices a page, as the service pages them; a select offers actions for one of them. */
export function createVoiceList({ voices }: Pick<Services, 'voices'>): VoiceSubcommand {
  const replyFor = async (context: InteractionContext, query: ListQuery, chosenId?: string): Promise<Reply> => {
    const page = await voices.page(requesterOf(context), withoutEmpty(query), callOf(context, 'listings'));
    return listReply(context, query, page, chosenId);
  };
  return {
    name: NAME,
    define,
    limit: lookupLimit('list'),
    run: async (context) => context.answer(await replyFor(context, readOptions(context))),
    component: async (context) => {
      const read = readListArgument(context.argument);
      if (read === undefined) throw new UserError(context.messages.interactions.oldButton);
      await context.update(await replyFor(context, read.page, read.act === 'choose' ? context.values[0] : undefined));
    },
  };
}

function readOptions({ options, messages }: CommandContext): ListQuery {
  const language = options.string('language')?.trim() ?? '';
  const isLicensed = options.boolean('licensed') ?? false;
  const entered = options.string('scope');
  // Nobody's own recordings are licensed: the service licenses the voices that it publishes.
  if (isLicensed && entered === 'mine') throw new UserError(messages.voiceModels.list.onlyPublicLicensed);
  const scope = isLicensed || entered === 'public' ? 'public' : 'mine';
  const sort = VOICE_SORTS.find((each) => each === options.string('sort'));
  // The service can't sort by title, and nobody else knows all public voices.
  if (scope === 'public' && sort === 'title') throw new UserError(messages.voiceModels.list.noPublicTitles);
  return {
    scope,
    query: options.string('query')?.trim() ?? '',
    language: language === '' ? '' : resolveLanguage(language, messages),
    tag: options.string('tag')?.trim() ?? '',
    isLicensed,
    sort,
    page: 1,
  };
}

function withoutEmpty({ query, language, tag, ...rest }: ListQuery): VoiceQuery {
  const given = (text: string): string | undefined => (text === '' ? undefined : text);
  return { ...rest, query: given(query), language: given(language), tag: given(tag) };
}
