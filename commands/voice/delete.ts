import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { InteractionContext } from '../../src/discord/interactions/command.ts';
import { ephemeral, type Reply, sanitize } from '../../src/discord/interactions/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { notYoursWords, titled } from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';
import { VOICE_OPTION } from './voice-option.ts';

const definition = {
  type: ApplicationCommandOptionType.Subcommand,
  name: 'delete',
  description: 'Delete a voice that you made, for everybody',
  options: [VOICE_OPTION],
} satisfies APIApplicationCommandSubcommandOption;

type DeleteServices = Pick<Services, 'voices'>;

/** `/voice delete`: asks with the voice's name, then deletes it at the service and in everybody's settings. */
export function createVoiceDelete(services: DeleteServices): VoiceSubcommand {
  return {
    definition,
    run: (context) => ask(services, context, context.options.string('voice') ?? ''),
    component: async (context) => {
      const [act, id] = splitOnce(context.argument);
      switch (act) {
        case 'ask':
          return ask(services, context, id);
        case 'yes':
          return context.update(ephemeral(await remove(services, context, id)));
        default:
          return context.update(ephemeral('Cancelled. The voice is still there.'));
      }
    },
  };
}

async function ask({ voices }: DeleteServices, context: InteractionContext, entered: string): Promise<void> {
  const voice = await findVoice(voices, context, entered);
  if (!voice.mayEdit) throw new UserError(notYoursWords(voice.title));
  await context.answer(question(voice, await voices.usersOf(voice.id)));
}

function question({ id, title }: KnownVoice, users: number): Reply {
  return {
    ...ephemeral(
      `Shall I delete ${titled(title)} (\`${sanitize(id)}\`) for good? ${usersWords(users)} It cannot be brought back.`,
    ),
    components: [
      buttonRow([
        [voiceCustomId('delete', `yes:${id}`), 'Delete', true],
        [voiceCustomId('delete', `no:${id}`), 'Keep it'],
      ]),
    ],
  };
}

function usersWords(users: number): string {
  if (users === 0) return 'Nobody has chosen it as their voice.';
  const people = users === 1 ? '1 person has' : `${users} people have`;
  return `${people} chosen it as their voice, and will be heard with the default voice then.`;
}

async function remove({ voices }: DeleteServices, context: InteractionContext, id: string): Promise<string> {
  const outcome = await voices.delete(requesterOf(context), id, callOf(context, 'listings'));
  switch (outcome.kind) {
    case 'deleted':
      return `${titled(outcome.title)} is deleted. Whoever used it is told when they next speak.`;
    case 'not-found':
      return 'The voice is deleted: it was gone already.';
    case 'not-yours':
      throw new UserError(
        'Only whoever made this voice may delete it, and those who may Manage Server where it was made.',
      );
  }
}

function splitOnce(argument: string): [string, string] {
  const colon = argument.indexOf(':');
  return colon === -1 ? [argument, ''] : [argument.slice(0, colon), argument.slice(colon + 1)];
}
