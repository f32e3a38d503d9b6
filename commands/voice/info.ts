import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { ephemeral, type Reply } from '../../src/discord/client/replies.ts';
import { buttonRows } from '../../src/discord/interactions/buttons.ts';
import type { ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { chargeText, whileSending } from '../../src/discord/playback/speech-charge.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { voiceEmbed } from '../../src/discord/voice-models/voice-model-embed.ts';
import { shownTitle, voiceStatusMessage } from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';
import type { KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../src/voice-models/voice-refusal.ts';
import { lookupLimit, VOICE_SAMPLE_LIMIT } from '../command-limits.ts';
import { voiceButtons } from './buttons.ts';
import { sampleTextOf, speakSample } from './sample.ts';
import type { VoiceSubcommand } from './subcommand.ts';
import { voiceOption } from './voice-option.ts';

const NAME = 'info';

const define = (messages: Messages): APIApplicationCommandSubcommandOption => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: NAME,
  description: messages.voiceModels.command.info.description,
  options: [voiceOption(messages)],
});

const SAMPLE = 'sample:';
const SHOW = 'show:';

type InfoServices = Pick<Services, 'voices' | 'speech' | 'budgets' | 'fileFormat'>;

/** `/voice info`: a voice's details, with buttons for what the person may do with it; Sample plays the voice. */
export function createVoiceInfo(services: InfoServices): VoiceSubcommand {
  const show = async (context: InteractionContext, entered: string): Promise<void> =>
    context.answer(infoReply(context.messages, await findVoice(services.voices, context, entered)));
  return {
    name: NAME,
    define,
    limit: lookupLimit('info'),
    componentLimit: (argument) => (argument.startsWith(SAMPLE) ? VOICE_SAMPLE_LIMIT : undefined),
    run: (context) => show(context, context.options.string('voice') ?? ''),
    component: async (context) => {
      const { argument } = context;
      if (argument.startsWith(SAMPLE)) return answerWithSample(services, context, argument.slice(SAMPLE.length));
      if (argument.startsWith(SHOW)) return show(context, argument.slice(SHOW.length));
      throw new UserError(context.messages.interactions.oldButton);
    },
  };
}

function infoReply(messages: Messages, voice: KnownVoice): Reply {
  return {
    ...ephemeral(''),
    embeds: [voiceEmbed(messages, voice)],
    components: buttonRows(voiceButtons(messages, voice)),
  };
}

async function answerWithSample(services: InfoServices, context: ComponentContext, voiceId: string): Promise<void> {
  const { voices, speech, fileFormat } = services;
  const { messages } = context;
  await context.defer('ephemeral');
  const voice = await findVoice(voices, context, voiceId);
  if (!voice.mayUse) throw new UserError(voiceStatusMessage(messages, voice));
  try {
    const text = sampleTextOf(voice.model, messages);
    const file = await whileSending(await chargeText(services, context, text), text.length, (send) => {
      const options = { format: fileFormat, maxBytes: context.uploadLimitBytes, send };
      return speakSample(speech, { text, voiceId: voice.id }, options, callOf(context, 'files'));
    });
    const content = messages.voiceModels.sampleReply({ title: shownTitle(voice.title) });
    await context.answer({ ...ephemeral(content), files: [file] });
  } catch (error) {
    if (!(error instanceof SpeechError) || !isVoiceRefusal(error)) throw error;
    const { status } = await voices.afterRefusal(requesterOf(context), voice.id, callOf(context, 'listings'));
    if (status === 'ready') throw error;
    throw new UserError(voiceStatusMessage(messages, { status, title: voice.title }), { cause: error });
  }
}
