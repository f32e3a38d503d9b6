import { randomUUID } from 'node:crypto';
import type { Charge } from '../src/budgets/budgets-api.ts';
import { linkSignals } from '../src/concurrency/async.ts';
import { ephemeral, type ReplyFile, underNotice } from '../src/discord/client/replies.ts';
import type { Command, GuildPlace, InteractionContext } from '../src/discord/interactions/command.ts';
import { notInVoice } from '../src/discord/interactions/member-rights.ts';
import { readersOf } from '../src/discord/interactions/readers.ts';
import { callBot } from '../src/discord/playback/join-caller.ts';
import { requireFittingText } from '../src/discord/playback/say-length.ts';
import {
  chosenVoice,
  type NamedVoice,
  namedVoice,
  rememberNamed,
  type SpeakingVoice,
  voiceInstead,
} from '../src/discord/playback/speaking-voice.ts';
import {
  beforeSending,
  chargeText,
  countCharacters,
  type SendPiece,
  whileSending,
} from '../src/discord/playback/speech-charge.ts';
import { speakToFile } from '../src/discord/playback/speech-file.ts';
import type { TextOnTheWay } from '../src/discord/playback/texts-on-the-way.ts';
import type { Services } from '../src/discord/services.ts';
import type { SpeechDelivery } from '../src/discord/voice-messages/speech-delivery.ts';
import { MynahError, UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { deliveryOf } from '../src/speech/delivery.ts';
import { expressionMark } from '../src/speech/expression-styles.ts';
import { peopleIn } from '../src/text/spoken/spoken-message.ts';
import type { Arrival } from '../src/voice/speaking.ts';
import type { SpeakOutcome, SpeakRequest } from '../src/voice/voice-api.ts';
import { SAY_FILE_LIMIT, SPOKEN_LIMIT } from './command-limits.ts';
import { sayChoices } from './say/choices.ts';
import { define, readSayForm, readSayOptions, SAY, type SayRequest, sayForm, writtenText } from './say/request.ts';

/**
 * `/say`: speaks in the caller's voice channel, or replies with a file where there is none or a file is wanted. Without a
 * text it opens a form.
 */
export function createSay(services: Services): Command {
  return {
    name: SAY,
    define,
    runLimit: (options) => (options.boolean('file') ? SAY_FILE_LIMIT : SPOKEN_LIMIT),
    autocomplete: (context) => sayChoices(services, context),
    help: ({ playback }) => [playback.say.knownStyles({ styles: Object.values(playback.say.styles) })],
    run: async (context) => {
      const { text, ...how } = readSayOptions(context);
      if (text === undefined) return context.openModal(sayForm(how, context.messages));
      await sayText(services, context, { said: writtenText(text), ...how });
    },
    submit: (context) => sayText(services, context, readSayForm(context)),
  };
}

/** Speaks in the caller's voice channel, or replies with a file. @throws {UserError} when it does neither. */
export async function sayText(services: Services, context: InteractionContext, request: SayRequest): Promise<void> {
  const { place } = context;
  const channelId = place.kind === 'guild' && !request.file ? place.voiceChannelId : undefined;
  if (place.kind === 'guild' && channelId !== undefined) return sayIn(services, context, request, place, channelId);
  const mark = markOf(request);
  const text = await textToSay(services, context, request);
  const charge = await chargeText(services, context, text, mark);
  const isInstead = place.kind === 'guild' && !request.file;
  const readers = await readersOf(context, services.publicMessages);
  const above = isInstead ? readers.playback.say.fileInstead : '';
  using delivery = await beforeSending(charge, () => services.speechDeliveries.begin(context, above));
  const voice = await beforeSending(charge, async () => {
    const named = await enteredVoice(services, context, request);
    return await voiceToUse(services, context, request, named);
  });
  await answerWithFile(services, context, { text, mark, charge, delivery }, voice);
}

/**
 * Speaks the text in the caller's voice channel. Until it is queued, `/stop` can take it back.
 * @throws {UserError} when it is not queued.
 */
async function sayIn(
  services: Services,
  context: InteractionContext,
  request: SayRequest,
  place: GuildPlace,
  channelId: string,
): Promise<void> {
  const { messages, userId } = context;
  const { guildId } = place;
  using onTheWay = services.textsOnTheWay.add({ guildId, channelId, userId }, messages);
  using lookup = linkSignals([context.signal, onTheWay.signal]);
  const mark = markOf(request);
  const text = await textToSay(services, context, request);
  const charge = await chargeText(services, context, text, mark);
  const { voice, arrival } = await beforeSending(charge, async () => {
    onTheWay.signal.throwIfAborted();
    const named = await enteredVoice(services, { ...context, signal: lookup.signal }, request);
    onTheWay.signal.throwIfAborted();
    const coming = await callBot(services, place, channelId, { messages, purpose: 'say', userId });
    // A lost choice is reported once: it is looked up when all that follows says it, too.
    return { voice: await voiceToUse(services, context, request, named), arrival: coming };
  });
  const spoken = { guildId, textId: randomUUID(), text, mark, userId, ...deliveryOf(voice) };
  const outcome = await speakThere(services, context, spoken, { voice, charge, arrival, onTheWay });
  refuseUnlessQueued(outcome, voice.notice, messages);
}

/** The voice that the member named for this text, else the one that they speak with; at the speed of the request. */
async function voiceToUse(
  services: Services,
  context: InteractionContext,
  { speed }: SayRequest,
  named: NamedVoice | undefined,
): Promise<SpeakingVoice> {
  const voice = await (named === undefined ? chosenVoice(services, context) : rememberNamed(services, context, named));
  return speed === undefined ? voice : { ...voice, speed };
}

/** The voice that the member named for this text; `undefined` when they named none. */
async function enteredVoice(
  services: Services,
  context: InteractionContext,
  { voice }: SayRequest,
): Promise<NamedVoice | undefined> {
  return voice === undefined ? undefined : await namedVoice(services, context, voice);
}

function markOf({ style }: SayRequest): string | undefined {
  return style === undefined ? undefined : expressionMark(style);
}

/** @throws {UserError} below the voice's notice, when the text could not be queued: the bot does not come, or it was taken back. */
async function speakThere(
  services: Services,
  context: InteractionContext,
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

async function textToSay(services: Services, context: InteractionContext, { said }: SayRequest): Promise<string> {
  const { namesOfText, spokenTexts, pronunciations, publicMessages } = services;
  const { place, messages, userId } = context;
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  const message = await said.message(namesOfText({ userId, guildId }));
  await requireFittingText(services, context, message?.content ?? '');
  const { spoken: words } = guildId === undefined ? messages : await publicMessages(guildId);
  const { writtenFor } = said;
  const written = message === undefined ? '' : await spokenTexts.message(message, { words, writtenFor });
  const people = message === undefined ? [] : peopleIn(message);
  const names = await Promise.all(people.map((name) => spokenTexts.name([name], words)));
  const text = await pronunciations.apply(written, { userId, guildId, names, language: words.locale });
  const { nothingToSpeak, nothingInMessage } = messages.playback.say;
  if (text === '') throw new UserError(writtenFor === 'speech' ? nothingToSpeak : nothingInMessage);
  return text;
}

/** A text that is sent as a file. */
interface FileText {
  readonly text: string;
  readonly mark: string | undefined;
  readonly charge: Charge;
  readonly delivery: SpeechDelivery;
}

async function answerWithFile(
  services: Services,
  context: InteractionContext,
  { text, mark, charge, delivery }: FileText,
  voice: SpeakingVoice,
): Promise<void> {
  const { file, notice } = await whileSending(charge, countCharacters(text, mark), (send) =>
    fileOf(services, context, { text, mark, send }, voice),
  );
  await delivery.deliver(file);
  if (notice !== undefined) await context.answer(ephemeral(notice));
}

/** The text as a file: with the default voice when the service refuses the one that was wanted. */
async function fileOf(
  services: Services,
  context: InteractionContext,
  { send, ...spoken }: Pick<FileText, 'text' | 'mark'> & { readonly send: SendPiece },
  voice: SpeakingVoice,
): Promise<{ readonly file: ReplyFile; readonly notice: string | undefined }> {
  const options = { format: services.fileFormat, maxBytes: context.uploadLimitBytes, send };
  const call = { tenant: context.tenant, priority: 'files', signal: context.signal } as const;
  const request = { ...spoken, ...deliveryOf(voice) };
  try {
    return { file: await speakToFile(services.speech, request, options, call), notice: voice.notice };
  } catch (problem) {
    const isOurs = voice.mayFallBack && problem instanceof MynahError;
    const { voiceId } = voice;
    const instead = isOurs ? await voiceInstead(services, context, { voiceId, problem }) : undefined;
    if (instead === undefined) throw problem;
    const again = { ...request, voiceId: instead.voiceId };
    return { file: await speakToFile(services.speech, again, options, call), notice: instead.notice };
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
