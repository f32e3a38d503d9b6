import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { buttonRows } from '../../src/discord/interactions/buttons.ts';
import type { ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { ephemeral, type Reply } from '../../src/discord/interactions/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { findVoice } from '../../src/discord/voice-models/find-voice-model.ts';
import { shownTitle, voiceStatusMessage } from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { ChoiceScope, KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { lookupLimit, type VoiceSubcommand, voiceCustomId } from './subcommand.ts';
import { voiceOption } from './voice-option.ts';

/** What people enter to go back to the default voice. */
export const DEFAULT_VOICE = 'default';

const EVERYWHERE = 'everywhere:';

const NAME = 'use';

const define = (messages: Messages): APIApplicationCommandSubcommandOption => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: NAME,
  description: messages.voiceModels.command.use.description,
  options: [{ ...voiceOption(messages), description: messages.voiceModels.command.use.voiceOption }],
});

/**
 * `/voice use`: the voice that a person's own texts are spoken with. In a server the choice applies there, and a button
 * applies it everywhere; outside of servers it applies everywhere.
 */
export function createVoiceUse({ voices }: Pick<Services, 'voices'>): VoiceSubcommand {
  const choose = async (context: InteractionContext, entered: string, scope: ChoiceScope): Promise<Reply> => {
    const { messages } = context;
    const voice = isDefault(entered) ? undefined : await findVoice(voices, context, entered);
    if (voice !== undefined && voice.status !== 'ready') throw new UserError(voiceStatusMessage(messages, voice));
    await voices.use(context.userId, scope, voice);
    return scope === 'everywhere' ? ephemeral(everywhereMessage(messages, voice)) : hereReply(messages, voice);
  };
  return {
    name: NAME,
    define,
    limit: lookupLimit('use'),
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

function everywhereMessage({ voiceModels: { use } }: Messages, voice: KnownVoice | undefined): string {
  if (voice === undefined) return use.defaultEverywhere;
  const title = shownTitle(voice.title);
  if (!voice.isPrivateToGuild) return use.everywhere({ title });
  return voice.ownership === 'mine' ? use.onlyInItsServerAndDirect({ title }) : use.onlyInItsServer({ title });
}

function hereReply({ voiceModels: { use, buttons } }: Messages, voice: KnownVoice | undefined): Reply {
  const customId = voiceCustomId('use', `${EVERYWHERE}${voice?.id ?? DEFAULT_VOICE}`);
  return {
    ...ephemeral(voice === undefined ? use.defaultHere : use.here({ title: shownTitle(voice.title) })),
    components: buttonRows([[customId, buttons.useEverywhere]]),
  };
}
