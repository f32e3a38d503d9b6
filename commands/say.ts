import { ApplicationCommandOptionType } from 'discord.js';
import { comeTo } from '../src/discord/come-to.ts';
import { ANYWHERE, type Command, type CommandContext, type CommandDefinition } from '../src/discord/command.ts';
import { notInVoice } from '../src/discord/control.ts';
import type { Services } from '../src/discord/services.ts';
import { speakToFile } from '../src/discord/speech-file.ts';
import { UserError } from '../src/errors.ts';
import { nameMentions } from '../src/text/mentions.ts';
import { makeSpeakable } from '../src/text/speakable.ts';
import type { SpeakOutcome } from '../src/voice/contract.ts';

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
  const { catalog, nameOfMention, defaultVoiceId } = services;
  return {
    definition,
    autocomplete: ({ typed, tenant, signal }) => catalog.choices(typed, tenant, signal),
    run: async (context) => {
      const { place, options, tenant, signal } = context;
      const guildId = place.kind === 'guild' ? place.guildId : undefined;
      const named = await nameMentions(options.string('text') ?? '', (mention) => nameOfMention(mention, guildId));
      const text = makeSpeakable(named);
      if (text === '') throw new UserError('There is nothing in this text that I could say.');
      const isSpoken = place.kind === 'guild' && place.voiceChannelId !== undefined && !options.boolean('file');
      if (!isSpoken) await context.defer('public');
      const entered = options.string('voice');
      const voiceId = entered === undefined ? defaultVoiceId : await catalog.resolve(entered, tenant, signal);
      if (!isSpoken) return answerWithFile(services, context, { text, voiceId });
      await comeTo(services, place, place.voiceChannelId ?? '', JOIN_OR_FILE);
      const outcome = await services.notices.speak(
        { guildId: place.guildId, text, voiceId, userId: context.userId },
        context,
      );
      refuseUnlessQueued(outcome);
    },
  };
}

async function answerWithFile(
  { speech, fileFormat }: Services,
  context: CommandContext,
  request: { text: string; voiceId: string | undefined },
): Promise<void> {
  const options = { format: fileFormat, maxBytes: context.uploadLimitBytes };
  const call = { tenant: context.tenant, priority: 'files', signal: context.signal } as const;
  const file = await speakToFile(speech, request, options, call);
  await context.answer({ content: '', visibility: 'public', files: [file] });
}

function refuseUnlessQueued(outcome: SpeakOutcome): void {
  switch (outcome.kind) {
    case 'queued':
      return;
    case 'full':
      throw new UserError(
        `The queue is full (${outcome.max} ${outcome.limit}). Try again when I have said some of it.`,
      );
    case 'no-session':
      throw notInVoice();
  }
}
