import { ApplicationCommandOptionType } from 'discord.js';
import {
  ANYWHERE,
  type Command,
  type CommandContext,
  type CommandDefinition,
} from '../src/discord/interactions/command.ts';
import { ephemeral, type ReplyFile } from '../src/discord/interactions/replies.ts';
import { comeTo } from '../src/discord/playback/come-to.ts';
import { notInVoice } from '../src/discord/playback/control.ts';
import { chosenVoice, namedVoice, type SpeakingVoice, voiceInstead } from '../src/discord/playback/speaking-voice.ts';
import { speakToFile } from '../src/discord/playback/speech-file.ts';
import type { Services } from '../src/discord/services.ts';
import { voiceChoices } from '../src/discord/voice-models/voice-model-choices.ts';
import { MynahError, UserError } from '../src/errors.ts';
import { nameMentions } from '../src/text/mentions.ts';
import { makeSpeakable } from '../src/text/speakable.ts';
import type { SpeakOutcome } from '../src/voice/voice-api.ts';

const definition: CommandDefinition = {
  name: 'say',
  description: 'Have me say something where you are, or as an audio file',
  ...ANYWHERE,
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'text',
      description: 'What to say',
      required: true,
      min_length: 1,
      max_length: 6_000,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'voice',
      description: 'Which voice: begin to type its title, or give its id',
      autocomplete: true,
    },
    {
      type: ApplicationCommandOptionType.Boolean,
      name: 'file',
      description: 'Answer with an audio file instead of speaking',
    },
  ],
};

const JOIN_OR_FILE = 'Join us there, or use `file` to get this as audio.';

/** `/say`: speaks in the caller's voice channel, or answers with a file where there is none or one is wanted. */
export function createSay(services: Services): Command {
  return {
    definition,
    autocomplete: (context) => voiceChoices(services.voices, context, 'usable'),
    run: async (context) => {
      const { place, options } = context;
      const text = await textToSay(services, context);
      const isSpoken = place.kind === 'guild' && place.voiceChannelId !== undefined && !options.boolean('file');
      if (!isSpoken) await context.defer('public');
      const entered = options.string('voice');
      const named = entered === undefined ? undefined : await namedVoice(services, context, entered);
      if (!isSpoken) return answerWithFile(services, context, text, named ?? (await chosenVoice(services, context)));
      await comeTo(services, place, place.voiceChannelId ?? '', JOIN_OR_FILE);
      // A lost choice is told once: it is asked for when nothing can come in between any more.
      const voice = named ?? (await chosenVoice(services, context));
      const outcome = await services.notices.speak(
        { guildId: place.guildId, text, voiceId: voice.voiceId, userId: context.userId },
        context,
        {
          notice: voice.notice,
          instead: async (refused) => (voice.mayFallBack ? voiceInstead(services, context, refused) : undefined),
        },
      );
      refuseUnlessQueued(outcome, voice.notice);
    },
  };
}

async function textToSay({ nameOfMention }: Services, { place, options, messages }: CommandContext): Promise<string> {
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  const named = await nameMentions(
    options.string('text') ?? '',
    (mention) => nameOfMention(mention, guildId),
    messages.text.unknownMention,
  );
  const text = makeSpeakable(named);
  if (text === '') throw new UserError('There is nothing in this text that I could say.');
  return text;
}

async function answerWithFile(
  services: Services,
  context: CommandContext,
  text: string,
  voice: SpeakingVoice,
): Promise<void> {
  const { file, notice } = await fileOf(services, context, text, voice);
  await context.answer({ content: '', visibility: 'public', files: [file] });
  if (notice !== undefined) await context.answer(ephemeral(notice));
}

/** The text as a file: with the default voice when the service refuses the one that was wanted. */
async function fileOf(
  services: Services,
  context: CommandContext,
  text: string,
  { voiceId, notice, mayFallBack }: SpeakingVoice,
): Promise<{ readonly file: ReplyFile; readonly notice: string | undefined }> {
  const options = { format: services.fileFormat, maxBytes: context.uploadLimitBytes };
  const call = { tenant: context.tenant, priority: 'files', signal: context.signal } as const;
  try {
    return { file: await speakToFile(services.speech, { text, voiceId }, options, call), notice };
  } catch (problem) {
    const isOurs = mayFallBack && problem instanceof MynahError;
    const instead = isOurs ? await voiceInstead(services, context, { voiceId, problem }) : undefined;
    if (instead === undefined) throw problem;
    const file = await speakToFile(services.speech, { text, voiceId: instead.voiceId }, options, call);
    return { file, notice: instead.notice };
  }
}

function refuseUnlessQueued(outcome: SpeakOutcome, notice: string | undefined): void {
  switch (outcome.kind) {
    case 'queued':
      return;
    case 'full': {
      const words = `The queue is full (${outcome.max} ${outcome.limit}). Try again when I have said some of it.`;
      throw new UserError(notice === undefined ? words : `${words} ${notice}`);
    }
    case 'no-session':
      throw notInVoice();
  }
}
