import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { buttonRows } from '../../src/discord/interactions/buttons.ts';
import type { ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { ephemeral, type Reply } from '../../src/discord/interactions/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { findVoice } from '../../src/discord/voice-models/find-voice-model.ts';
import { titled, voiceStatusMessage } from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { ChoiceScope, KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';
import { VOICE_OPTION } from './voice-option.ts';

/** What is typed to go back to the default voice. */
export const DEFAULT_VOICE = 'default';

const EVERYWHERE = 'everywhere:';

const definition: APIApplicationCommandSubcommandOption = {
  type: ApplicationCommandOptionType.Subcommand,
  name: 'use',
  description: 'Choose the voice that I speak for you with',
  options: [{ ...VOICE_OPTION, description: 'Begin to type its title, or give its id; “default” goes back' }],
};

/**
 * `/voice use`: one's own voice for `/say`. In a server the choice holds there, and a button makes it hold everywhere;
 * outside of servers it holds everywhere at once.
 */
export function createVoiceUse({ voices }: Pick<Services, 'voices'>): VoiceSubcommand {
  const choose = async (context: InteractionContext, entered: string, scope: ChoiceScope): Promise<Reply> => {
    const voice = isDefault(entered) ? undefined : await findVoice(voices, context, entered);
    if (voice !== undefined && voice.status !== 'ready') {
      throw new UserError(voiceStatusMessage(voice.status, voice.title));
    }
    await voices.use(context.userId, scope, voice);
    return chosenReply(voice, scope);
  };
  return {
    definition,
    run: async (context) =>
      context.answer(await choose(context, context.options.string('voice') ?? '', usualScope(context))),
    component: async (context: ComponentContext) => {
      const { argument } = context;
      if (!argument.startsWith(EVERYWHERE)) return context.answer(await choose(context, argument, usualScope(context)));
      await context.update(await choose(context, argument.slice(EVERYWHERE.length), 'everywhere'));
    },
  };
}

function isDefault(entered: string): boolean {
  return entered.trim().toLowerCase() === DEFAULT_VOICE;
}

function usualScope({ place }: InteractionContext): ChoiceScope {
  return place.kind === 'guild' ? { guildId: place.guildId } : 'everywhere';
}

function chosenReply(voice: KnownVoice | undefined, scope: ChoiceScope): Reply {
  const name = voice === undefined ? 'the default voice' : titled(voice.title);
  if (scope === 'everywhere') {
    const bound =
      voice?.model.visibility === 'private' ? ' A voice that is private to a server is used only there.' : '';
    return ephemeral(
      `From now on I speak for you with ${name} everywhere, in place of all that you chose before.${bound}`,
    );
  }
  const customId = voiceCustomId('use', `${EVERYWHERE}${voice?.id ?? DEFAULT_VOICE}`);
  return {
    ...ephemeral(`From now on I speak for you with ${name} in this server. \`/voice use\` changes it.`),
    components: buttonRows([[customId, 'Everywhere']]),
  };
}
