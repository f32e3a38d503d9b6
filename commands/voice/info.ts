import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { buttonRows } from '../../src/discord/interactions/buttons.ts';
import type { ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { ephemeral, type Reply } from '../../src/discord/interactions/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { voiceEmbed } from '../../src/discord/voice-models/voice-model-embed.ts';
import { titled, voiceStatusMessage } from '../../src/discord/voice-models/voice-model-messages.ts';
import { speakSample } from '../../src/discord/voice-models/voice-model-sample.ts';
import { UserError } from '../../src/errors.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';
import type { KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../src/voice-models/voice-refusal.ts';
import { voiceButtons } from './buttons.ts';
import type { VoiceSubcommand } from './subcommand.ts';
import { VOICE_OPTION } from './voice-option.ts';

const definition: APIApplicationCommandSubcommandOption = {
  type: ApplicationCommandOptionType.Subcommand,
  name: 'info',
  description: 'Show all about a voice',
  options: [VOICE_OPTION],
};

const SAMPLE = 'sample:';
const SHOW = 'show:';

type InfoServices = Pick<Services, 'voices' | 'speech' | 'fileFormat'>;

/** `/voice info`: all about a voice, with what can be done with it; its Sample button lets hear it. */
export function createVoiceInfo(services: InfoServices): VoiceSubcommand {
  const show = async (context: InteractionContext, entered: string): Promise<void> =>
    context.answer(infoReply(await findVoice(services.voices, context, entered)));
  return {
    definition,
    run: (context) => show(context, context.options.string('voice') ?? ''),
    component: async (context) => {
      const { argument } = context;
      if (argument.startsWith(SAMPLE)) return letHear(services, context, argument.slice(SAMPLE.length));
      if (argument.startsWith(SHOW)) return show(context, argument.slice(SHOW.length));
      throw new UserError('This button is too old. Use `/voice info` again.');
    },
  };
}

function infoReply(voice: KnownVoice): Reply {
  return { ...ephemeral(''), embeds: [voiceEmbed(voice)], components: buttonRows(voiceButtons(voice)) };
}

async function letHear(services: InfoServices, context: ComponentContext, voiceId: string): Promise<void> {
  const { voices, speech, fileFormat } = services;
  await context.defer('ephemeral');
  const voice = await findVoice(voices, context, voiceId);
  if (!voice.mayUse) throw new UserError(voiceStatusMessage(voice.status, voice.title));
  try {
    const options = { format: fileFormat, maxBytes: context.uploadLimitBytes };
    const file = await speakSample(speech, voice.model, options, callOf(context, 'files'));
    await context.answer({ ...ephemeral(`${titled(voice.title)} sounds like this:`), files: [file] });
  } catch (error) {
    if (!(error instanceof SpeechError) || !isVoiceRefusal(error)) throw error;
    const { status } = await voices.afterRefusal(requesterOf(context), voice.id, callOf(context, 'listings'));
    if (status === 'ready') throw error;
    throw new UserError(voiceStatusMessage(status, voice.title), { cause: error });
  }
}
