import { MessageReferenceType, type REST, Routes } from 'discord.js';
import { toVoiceRecording } from '../../audio/voice-recording.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { mayReadHistory, maySendVoiceMessages } from '../client/permissions.ts';
import { type ReplyFile, toVoiceMessageRequest, type VoiceMessage } from '../client/replies.ts';
import { ANSWERABLE_FOR_MS } from '../interactions/answers.ts';
import type { GuildPlace, InteractionContext } from '../interactions/command.ts';
import type { LateAnswers } from '../interactions/late-answers.ts';
import { readersOf } from '../interactions/readers.ts';

/**
 * The first answer must reach Discord within 3 s, and is the only one that Discord documents for voice messages: until then
 * a deferral is held back. The router would defer ephemerally 1.5 s after the interaction.
 */
const HELD_FOR_MS = 1_200;
/** Largest voice message as the first answer, about half a minute: a slow upload must not miss the 3 s. */
const MAX_FIRST_BYTES = 256 * 1_024;
/** What a bot may upload in a server without boosts (Discord API reference, "Uploading Files"). */
const MAX_POSTED_BYTES = 10 * 1_024 * 1_024;

/** Speech as the answer to one interaction. The caller must dispose of it. */
export interface SpeechDelivery extends Disposable {
  /** Answers publicly with the speech. */
  deliver(file: ReplyFile): Promise<void>;
}

/** Delivers speech to people who want it as a file. */
export interface SpeechDeliveries {
  /**
   * Announces a public answer, at once or when the first answer can't be the speech any more. With `content` it is an audio
   * file below those words, without them a voice message where that works.
   */
  begin(context: InteractionContext, content: string): Promise<SpeechDelivery>;
}

/** What speech is delivered with. */
interface DeliveryParts {
  readonly rest: Pick<REST, 'post'>;
  readonly directory: Pick<GuildDirectory, 'textChannel'>;
  readonly lateAnswers: LateAnswers;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  /** Of PCM from the speech service. */
  readonly pcmSampleRateHz: number | undefined;
  readonly log: Logger;
}

/**
 * Creates the deliveries. A voice message is the first answer if the speech is there in time. After that, in servers with the
 * bot, it is a message of the bot below an answer that names who asked for it. Elsewhere, and without the permission or with
 * what Discord refuses, it is an audio file.
 */
export function createSpeechDeliveries(parts: DeliveryParts): SpeechDeliveries {
  return {
    begin: async (context, content) => {
      const { lateAnswers, log } = parts;
      const receivedAtMs = context.answerableUntilMs - ANSWERABLE_FOR_MS;
      const isVoice = content === '' && context.voiceAnswers.allowed;
      if (!isVoice) await context.defer('public');
      const announcing = setTimeout(
        () => {
          context.defer('public').catch((error: unknown) => log.warn({ err: error }, 'could not announce speech'));
        },
        receivedAtMs + HELD_FOR_MS - performance.now(),
      );
      return {
        deliver: async (file) => {
          if (isVoice && (await deliverAsVoice(parts, context, file))) return;
          const reply = { content, visibility: 'public', files: [file] } as const;
          if (await context.tryAnswer(reply)) return;
          // Nothing else would tell who asked for it.
          const { playback } = await readersOf(context, parts.publicMessages);
          await lateAnswers.post(context, { ...reply, content: playback.say.audioFor({ userId: context.userId }) });
        },
        [Symbol.dispose]: () => clearTimeout(announcing),
      };
    },
  };
}

async function deliverAsVoice(parts: DeliveryParts, context: InteractionContext, file: ReplyFile): Promise<boolean> {
  const { pcmSampleRateHz, log } = parts;
  const { signal, place } = context;
  try {
    const voice = await toVoiceRecording(file.bytes, { pcmSampleRateHz, signal });
    const isSmall = voice.bytes.length <= MAX_FIRST_BYTES;
    if (isSmall && (await context.voiceAnswers.tryFirst(voice))) return true;
    return place.kind === 'guild' && (await postBelow(parts, context, place, voice));
  } catch (error) {
    signal.throwIfAborted();
    log.info({ err: error }, 'speech could not be sent as a voice message');
    return false;
  }
}

/** The voice message has no room for words: who asked for it is in the answer above, and Discord names the command there. */
async function postBelow(
  { rest, directory, publicMessages }: DeliveryParts,
  context: InteractionContext,
  { guildId, channelId }: GuildPlace,
  voice: VoiceMessage,
): Promise<boolean> {
  const facts = directory.textChannel(channelId);
  if (facts === undefined || voice.bytes.length > MAX_POSTED_BYTES) return false;
  const isThread = facts.webhookChannelId !== channelId;
  if (!maySendVoiceMessages(facts.permissions, isThread)) return false;
  const { userId } = context;
  const { playback } = await publicMessages(guildId);
  const above = { content: playback.say.audioFor({ userId }), visibility: 'public' } as const;
  if (!(await context.tryAnswer(above))) return false;
  const reference = mayReadHistory(facts.permissions) ? await referenceTo(context) : {};
  const { body, files } = toVoiceMessageRequest(voice);
  const allowed_mentions = { parse: [], replied_user: false };
  await rest.post(Routes.channelMessages(channelId), { body: { ...body, ...reference, allowed_mentions }, files });
  return true;
}

/** None when Discord does not say which message the answer is. */
async function referenceTo({ voiceAnswers }: InteractionContext) {
  const message_id = await voiceAnswers.answerId().catch(() => undefined);
  if (message_id === undefined) return {};
  return { message_reference: { type: MessageReferenceType.Default, message_id, fail_if_not_exists: false } };
}
