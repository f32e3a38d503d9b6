import { ApplicationCommandOptionType } from 'discord.js';
import { linkSignals } from '../src/async.ts';
import type { Charge } from '../src/budgets/budgets-api.ts';
import {
  ANYWHERE,
  type Command,
  type CommandContext,
  type CommandDefinition,
  type GuildPlace,
} from '../src/discord/interactions/command.ts';
import type { RateLimit } from '../src/discord/interactions/rate-limits.ts';
import { ephemeral, type ReplyFile, underNotice } from '../src/discord/interactions/replies.ts';
import type { Arrival } from '../src/discord/playback/arrival.ts';
import { callBot } from '../src/discord/playback/join-caller.ts';
import { notInVoice } from '../src/discord/playback/session-control.ts';
import { chosenVoice, namedVoice, type SpeakingVoice, voiceInstead } from '../src/discord/playback/speaking-voice.ts';
import { beforeSending, chargeText, type SendPiece, whileSending } from '../src/discord/playback/speech-charge.ts';
import { speakToFile } from '../src/discord/playback/speech-file.ts';
import type { TextOnTheWay } from '../src/discord/playback/texts-on-the-way.ts';
import type { Services } from '../src/discord/services.ts';
import type { SpeechDelivery } from '../src/discord/voice-messages/speech-delivery.ts';
import { voiceChoices } from '../src/discord/voice-models/voice-model-choices.ts';
import { MynahError, UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { lookUpNames } from '../src/text/mentions.ts';
import type { SpeakOutcome, SpeakRequest } from '../src/voice/voice-api.ts';

const NAME = 'say';

const define = ({
  playback: {
    commands: { say: texts },
  },
}: Messages): CommandDefinition => ({
  name: NAME,
  description: texts.description,
  ...ANYWHERE,
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'text',
      description: texts.options.text,
      required: true,
      min_length: 1,
      max_length: 6_000,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'voice',
      description: texts.options.voice,
      autocomplete: true,
    },
    {
      type: ApplicationCommandOptionType.Boolean,
      name: 'file',
      description: texts.options.file,
    },
  ],
});

/**
 * Someone who speaks only through the bot writes a short text every two to three seconds at most, and may fill a queue at
 * once: its own bound answers first. Each text takes the speech service's time and money.
 */
const SPOKEN_LIMIT: RateLimit = { name: 'say', uses: 60, withinS: 60 };
/** A file holds a permit of the speech service for up to 6,000 characters, and nobody follows it as it is made. */
const FILE_LIMIT: RateLimit = { name: 'say-file', uses: 20, withinS: 60 };

/** `/say`: speaks in the caller's voice channel, or replies with a file where there is none or a file is wanted. */
export function createSay(services: Services): Command {
  return {
    name: NAME,
    define,
    runLimit: (options) => (options.boolean('file') ? FILE_LIMIT : SPOKEN_LIMIT),
    autocomplete: (context) => voiceChoices(services.voices, context, 'usable'),
    run: async (context) => {
      const { place, options } = context;
      const channelId = place.kind === 'guild' && !options.boolean('file') ? place.voiceChannelId : undefined;
      if (place.kind === 'guild' && channelId !== undefined) return sayIn(services, context, place, channelId);
      const text = await textToSay(services, context);
      const charge = await chargeText(services, context, text);
      using delivery = await beforeSending(charge, () => services.speechDeliveries.begin(context, aboveFile(context)));
      const voice = await beforeSending(
        charge,
        async () => (await enteredVoice(services, context)) ?? (await chosenVoice(services, context)),
      );
      await answerWithFile(services, context, { text, charge, delivery }, voice);
    },
  };
}

/**
 * Speaks the text in the caller's voice channel. Until it is queued, `/stop` can take it back.
 * @throws {UserError} when it is not queued.
 */
async function sayIn(services: Services, context: CommandContext, place: GuildPlace, channelId: string): Promise<void> {
  const { messages, userId } = context;
  const { guildId } = place;
  using onTheWay = services.textsOnTheWay.add({ guildId, channelId, userId }, messages);
  using lookup = linkSignals([context.signal, onTheWay.signal]);
  const text = await textToSay(services, context);
  const charge = await chargeText(services, context, text);
  const { voice, arrival } = await beforeSending(charge, async () => {
    onTheWay.signal.throwIfAborted();
    const named = await enteredVoice(services, { ...context, signal: lookup.signal });
    onTheWay.signal.throwIfAborted();
    const coming = await callBot(services, place, channelId, { messages, purpose: 'say', userId });
    // A lost choice is reported once: it is looked up when all that follows says it, too.
    return { voice: named ?? (await chosenVoice(services, context)), arrival: coming };
  });
  const request = { guildId, text, voiceId: voice.voiceId, userId };
  const outcome = await speakThere(services, context, request, { voice, charge, arrival, onTheWay });
  refuseUnlessQueued(outcome, voice.notice, messages);
}

/** The voice that the member named for this text; `undefined` when they named none. */
async function enteredVoice(services: Services, context: CommandContext): Promise<SpeakingVoice | undefined> {
  const entered = context.options.string('voice');
  return entered === undefined ? undefined : await namedVoice(services, context, entered);
}

/** @throws {UserError} below the voice's notice, when the text could not be queued: the bot does not come, or it was taken back. */
async function speakThere(
  services: Services,
  context: CommandContext,
  request: SpeakRequest,
  about: {
    readonly voice: SpeakingVoice;
    readonly charge: Charge;
    readonly arrival: Arrival;
    readonly onTheWay: TextOnTheWay;
  },
): Promise<SpeakOutcome> {
  const { voice, ...rest } = about;
  const { notice, mayFallBack } = voice;
  try {
    return await services.itemReplies.speak(request, context, {
      ...{ notice, ...rest },
      instead: async (refused) => (mayFallBack ? voiceInstead(services, context, refused) : undefined),
    });
  } catch (error) {
    throw error instanceof UserError ? new UserError(underNotice(notice, error.message)) : error;
  }
}

async function textToSay(
  { namesOfText, spokenTexts, publicMessages }: Services,
  context: CommandContext,
): Promise<string> {
  const { place, options, messages, userId } = context;
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  const content = options.string('text') ?? '';
  const names = await lookUpNames([content], namesOfText({ userId, guildId }));
  const { spoken: words } = guildId === undefined ? messages : await publicMessages(guildId);
  const text = await spokenTexts.message({ content, names }, { words, writtenFor: 'speech' });
  if (text === '') throw new UserError(messages.playback.say.nothingToSpeak);
  return text;
}

/** What a member reads who did not ask for a file. */
function aboveFile({ options, place, messages }: CommandContext): string {
  return place.kind === 'guild' && options.boolean('file') !== true ? messages.playback.say.fileInstead : '';
}

async function answerWithFile(
  services: Services,
  context: CommandContext,
  { text, charge, delivery }: { readonly text: string; readonly charge: Charge; readonly delivery: SpeechDelivery },
  voice: SpeakingVoice,
): Promise<void> {
  const { file, notice } = await whileSending(charge, text, (send) => fileOf(services, context, { text, send }, voice));
  await delivery.deliver(file);
  if (notice !== undefined) await context.answer(ephemeral(notice));
}

/** The text as a file: with the default voice when the service refuses the one that was wanted. */
async function fileOf(
  services: Services,
  context: CommandContext,
  { text, send }: { readonly text: string; readonly send: SendPiece },
  { voiceId, notice, mayFallBack }: SpeakingVoice,
): Promise<{ readonly file: ReplyFile; readonly notice: string | undefined }> {
  const options = { format: services.fileFormat, maxBytes: context.uploadLimitBytes, send };
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

/** @throws {UserError} unless the text was queued; below `notice`, which would be lost otherwise. */
function refuseUnlessQueued(outcome: SpeakOutcome, notice: string | undefined, messages: Messages): void {
  switch (outcome.kind) {
    case 'queued':
      return;
    case 'full': {
      const { tooManyTexts, tooManyCharacters } = messages.playback.say;
      const refusal = outcome.limit === 'items' ? tooManyTexts(outcome) : tooManyCharacters(outcome);
      throw new UserError(underNotice(notice, refusal));
    }
    case 'no-session':
      throw notInVoice(messages);
  }
}
