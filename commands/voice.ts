import { oneLine, truncate } from '../src/discord/client/replies.ts';
import { ANYWHERE, type AutocompleteContext, type Choice, type Command } from '../src/discord/interactions/command.ts';
import { languageChoices } from '../src/discord/interactions/languages.ts';
import type { Services } from '../src/discord/services.ts';
import { requesterOf } from '../src/discord/voice-models/find-voice-model.ts';
import { voiceChoices } from '../src/discord/voice-models/voice-model-choices.ts';
import { aboutVoiceModels } from '../src/discord/voice-models/voice-model-error.ts';
import { MynahError, UserError } from '../src/errors.ts';
import type { SuggestedVoices } from '../src/voice-models/voice-models-api.ts';
import { createVoiceCreate } from './voice/create.ts';
import { createVoiceDelete } from './voice/delete.ts';
import { createVoiceEdit } from './voice/edit.ts';
import { createVoiceInfo } from './voice/info.ts';
import { createVoiceList } from './voice/list.ts';
import type { VoiceSubcommand } from './voice/subcommand.ts';
import { createVoiceUse, DEFAULT_VOICE } from './voice/use.ts';

const NAME = 'voice';

/** Discord's limit for the choices of one autocomplete. */
const MAX_CHOICES = 25;
/** Discord's limit for the name of a choice, without what follows the title. */
const MAX_TITLE_LENGTH = 60;

/** `/voice`: custom voices. Each subcommand has a file in `voice/`; this one routes interactions to them. */
export function createVoice(services: Services): Command {
  const subcommands = [
    createVoiceCreate(services),
    createVoiceList(services),
    createVoiceInfo(services),
    createVoiceUse(services),
    createVoiceEdit(services),
    createVoiceDelete(services),
  ];
  const byName = new Map(subcommands.map((subcommand) => [subcommand.name, subcommand]));
  return {
    name: NAME,
    define: (messages) => ({
      name: NAME,
      description: messages.voiceModels.command.description,
      ...ANYWHERE,
      options: subcommands.map(({ define }) => define(messages)),
    }),
    runLimit: ({ subcommand }) => byName.get(subcommand ?? '')?.limit,
    componentLimit: (customArgument) => {
      const [subcommand, argument] = split(byName, customArgument);
      return subcommand?.componentLimit?.(argument);
    },
    autocomplete: (context) => suggest(services, context),
    run: (context) => {
      const subcommand = byName.get(context.options.subcommand ?? '');
      if (subcommand === undefined) throw new MynahError('UNKNOWN_SUBCOMMAND', 'a subcommand that does not exist');
      return explained(subcommand.run(context));
    },
    component: (context) => {
      const [subcommand, argument] = split(byName, context.argument);
      if (subcommand?.component === undefined) throw new UserError(context.messages.interactions.oldButton);
      return explained(subcommand.component({ ...context, argument }));
    },
    submit: (context) => {
      const [subcommand, argument] = split(byName, context.argument);
      if (subcommand?.submit === undefined) throw new UserError(context.messages.interactions.oldForm);
      return explained(subcommand.submit({ ...context, argument }));
    },
  };
}

/** Makes failures explainable without the words for speaking: what they advise does not exist here. */
function explained(work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => {
    throw aboutVoiceModels(error);
  });
}

async function suggest({ voices }: Services, context: AutocompleteContext): Promise<readonly Choice[]> {
  if (context.option === 'language') return languageChoices(context.typed, context.messages);
  if (context.subcommand === 'use') return (await voicesToUse(voices, context)).slice(0, MAX_CHOICES);
  return await voiceChoices(voices, context, kindFor(context.subcommand));
}

/** The voice that the person has chosen comes first, for a change of its speed alone, then the way back to the default. */
async function voicesToUse(voices: Services['voices'], context: AutocompleteContext): Promise<Choice[]> {
  const { voiceModels } = context.messages;
  const [{ here, everywhere }, found] = await Promise.all([
    voices.choicesOf(requesterOf(context)),
    voiceChoices(voices, context, 'usable'),
  ]);
  const present = (here ?? everywhere)?.voice;
  const title = truncate(oneLine(present?.title ?? ''), MAX_TITLE_LENGTH);
  const own = [
    ...(present === undefined ? [] : [{ name: voiceModels.presentVoice({ title }), value: present.id }]),
    { name: voiceModels.defaultVoice, value: DEFAULT_VOICE },
  ];
  const wanted = context.typed.trim().toLowerCase();
  const matching = own.filter(({ name, value }) => [name.toLowerCase(), value].some((text) => text.startsWith(wanted)));
  const offered = new Set(matching.map(({ value }) => value));
  return [...matching, ...found.filter(({ value }) => !offered.has(value))];
}

function kindFor(subcommand: string | undefined): SuggestedVoices {
  switch (subcommand) {
    case 'edit':
    case 'delete':
      return 'editable';
    case 'info':
      return 'any';
    default:
      return 'usable';
  }
}

/** Splits what follows `voice:` in a custom id into the subcommand and its own argument. */
function split(
  byName: ReadonlyMap<string, VoiceSubcommand>,
  argument: string,
): readonly [subcommand: VoiceSubcommand | undefined, argument: string] {
  const colon = argument.indexOf(':');
  return colon === -1 ? [undefined, ''] : [byName.get(argument.slice(0, colon)), argument.slice(colon + 1)];
}
