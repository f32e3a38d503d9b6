import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { ephemeral, oneLine, type Reply, sanitize, truncate } from '../../src/discord/client/replies.ts';
import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { InteractionContext } from '../../src/discord/interactions/command.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { notYoursMessage, shownTitle } from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { lookupLimit } from '../command-limits.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';
import { voiceOption } from './voice-option.ts';

const NAME = 'delete';

const define = (messages: Messages): APIApplicationCommandSubcommandOption => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: NAME,
  description: messages.voiceModels.command.delete.description,
  options: [voiceOption(messages)],
});

/** Longest part of a title that its button carries, in UTF-16 units: Discord takes custom ids of up to 100. */
const MAX_KEPT_TITLE = 80;

type DeleteServices = Pick<Services, 'voices'>;

/** `/voice delete`: asks for confirmation, then deletes the voice at the service and in everybody's choices. */
export function createVoiceDelete(services: DeleteServices): VoiceSubcommand {
  return {
    name: NAME,
    define,
    limit: lookupLimit('delete'),
    run: (context) => ask(services, context, context.options.string('voice') ?? ''),
    component: async (context) => {
      const [act, rest] = splitOnce(context.argument);
      switch (act) {
        case 'ask':
          return ask(services, context, rest);
        case 'yes':
          return context.update(ephemeral(await remove(services, context, rest)));
        default:
          return context.update(ephemeral(context.messages.voiceModels.delete.kept({ title: shownTitle(rest) })));
      }
    },
  };
}

async function ask({ voices }: DeleteServices, context: InteractionContext, entered: string): Promise<void> {
  const { messages } = context;
  const voice = await findVoice(voices, context, entered);
  if (!voice.mayEdit) throw new UserError(notYoursMessage(messages, voice));
  await context.answer(question(messages, voice, await voices.usersOf(voice.id)));
}

function question({ voiceModels }: Messages, { id, title }: KnownVoice, users: number): Reply {
  return {
    ...ephemeral(voiceModels.delete.question({ title: shownTitle(title), id: sanitize(id), users })),
    components: [
      buttonRow([
        [voiceCustomId('delete', `yes:${id}`), voiceModels.buttons.delete, 'danger'],
        [voiceCustomId('delete', `no:${truncate(oneLine(title), MAX_KEPT_TITLE)}`), voiceModels.buttons.keep],
      ]),
    ],
  };
}

async function remove({ voices }: DeleteServices, context: InteractionContext, id: string): Promise<string> {
  const { voiceModels } = context.messages;
  const outcome = await voices.delete(requesterOf(context), id, callOf(context, 'listings'));
  switch (outcome.kind) {
    case 'deleted':
      return voiceModels.delete.deleted({ title: shownTitle(outcome.title) });
    case 'not-found':
      return voiceModels.delete.alreadyDeleted;
    case 'not-yours':
      throw new UserError(voiceModels.notYours.unknown);
  }
}

function splitOnce(argument: string): [string, string] {
  const colon = argument.indexOf(':');
  return colon === -1 ? [argument, ''] : [argument.slice(0, colon), argument.slice(colon + 1)];
}
