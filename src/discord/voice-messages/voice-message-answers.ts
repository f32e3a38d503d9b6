import { type REST, Routes } from 'discord.js';
import { rememberWithin } from '../../bounded-map.ts';
import { BudgetError, type Budgets } from '../../budgets/budgets-api.ts';
import type { Captions } from '../../captions/captions-api.ts';
import type { VoiceMessageAnswer } from '../../captions/captions-ports.ts';
import { linkSignals, settlesWithin } from '../../concurrency/async.ts';
import { FairPlaces } from '../../concurrency/fair-places.ts';
import type { FileTranscriber, FileTranscript } from '../../files/files-api.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Settings } from '../../settings/settings.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { mayAttachFiles, missingToReply } from '../client/permissions.ts';
import { type Reply, toMessageRequest } from '../client/replies.ts';
import type { Explain } from '../interactions/explain-failure.ts';
import type { FeatureAccess } from '../interactions/feature-access.ts';
import type { RateLimits } from '../interactions/rate-limits.ts';
import { failureMessage, refusalMessage } from '../transcription/attachment-messages.ts';
import { transcriptReply } from '../transcription/transcript-reply.ts';
import { type GatewayMessage, type IncomingVoiceMessage, toVoiceMessage } from './incoming-voice-message.ts';
import {
  ANSWER_WITHIN_MS,
  FAILURE_TOLD_EVERY_MS,
  MAX_REMEMBERED,
  MAX_UNDER_WAY,
  MAX_UNDER_WAY_PER_GUILD,
  VOICE_MESSAGE_LIMIT,
} from './voice-message-limits.ts';
import type { VoiceMessageNotices } from './voice-message-notices.ts';

/** What a bot may upload in a server without boosts (Discord API reference, "Uploading Files"). */
const MAX_FILE_BYTES = 10 * 1_024 * 1_024;

/** Answers voice messages with their text. */
export interface VoiceMessageAnswers {
  /** Call it for every message. Returns at once and never throws. */
  onMessage(message: GatewayMessage): void;
  /** Call it for every deleted message: its answer is deleted too, or not posted. Returns at once and never throws. */
  onDeleted(messageIds: readonly string[]): void;
  /** Ends what is under way, within `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** What answers are made with. */
interface AnswerParts {
  readonly settings: Pick<Settings, 'of'>;
  readonly access: Pick<FeatureAccess, 'mayUse'>;
  readonly notices: Pick<VoiceMessageNotices, 'postedAtMs'>;
  readonly captions: Pick<Captions, 'hasOptedOut' | 'isTakenBack' | 'recordAnswer' | 'deleteAnswersTo'>;
  readonly files: FileTranscriber;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly attachments: AttachmentDownload;
  readonly limits: RateLimits;
  readonly directory: Pick<GuildDirectory, 'textChannel'>;
  readonly rest: Pick<REST, 'post'>;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly explain: Explain;
  /** Whether the operator lets the bot work in the guild. */
  readonly allows: (guildId: string) => boolean;
  readonly log: Logger;
}

/** A voice message that is being answered. */
interface Work {
  readonly guildId: string;
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

/** Creates the answers of all guilds. The caller must close it. */
export function createVoiceMessageAnswers(parts: AnswerParts): VoiceMessageAnswers {
  return new Answers(parts);
}

class Answers implements VoiceMessageAnswers {
  readonly #parts: AnswerParts;
  /** By the id of the voice message. */
  readonly #underWay = new Map<string, Work>();
  readonly #places = new FairPlaces({ limit: MAX_UNDER_WAY, limitPerGroup: MAX_UNDER_WAY_PER_GUILD });
  readonly #deleting = new Set<Promise<void>>();
  /** By the id of the voice message, oldest first. */
  readonly #recent = new Map<string, VoiceMessageAnswer>();
  /** When a channel last read of a failure, by channel id. */
  readonly #failureToldAtMs = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  onMessage(message: GatewayMessage): void {
    const incoming = toVoiceMessage(message);
    if (incoming === undefined || this.#closing.signal.aborted || !this.#parts.allows(incoming.guildId)) return;
    const { guildId, messageId } = incoming;
    const place = this.#places.take({ group: guildId, key: incoming.userId });
    if (place === undefined) {
      this.#parts.log.warn({ guildId }, 'too many voice messages at once: one has no answer');
      return;
    }
    const ending = new AbortController();
    place.signal.addEventListener('abort', () => {
      this.#parts.log.warn({ guildId }, 'too many voice messages at once: one has no answer, for another server');
      ending.abort();
    });
    const done = this.#answer(incoming, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) this.#parts.log.warn({ err: error, guildId }, 'could not answer a voice message');
    });
    this.#underWay.set(messageId, { guildId, ending, done });
    void done.finally(() => {
      this.#underWay.delete(messageId);
      place[Symbol.dispose]();
    });
  }

  onDeleted(messageIds: readonly string[]): void {
    for (const id of messageIds) this.#underWay.get(id)?.ending.abort();
    const deleting = this.#deleteAnswersTo(messageIds).finally(() => this.#deleting.delete(deleting));
    this.#deleting.add(deleting);
  }

  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    const works = [...this.#underWay.values()];
    for (const { ending } of works) ending.abort();
    await settlesWithin([...works.map(({ done }) => done), ...this.#deleting], graceMs);
  }

  /** An answer that is being posted is waited for, so that it is deleted too. */
  async #deleteAnswersTo(messageIds: readonly string[]): Promise<void> {
    await Promise.all(messageIds.flatMap((id) => this.#underWay.get(id)?.done ?? []));
    const recent = messageIds.flatMap((id) => this.#recent.get(id) ?? []);
    await this.#parts.captions.deleteAnswersTo(messageIds, recent);
    for (const id of messageIds) this.#recent.delete(id);
  }

  async #answer(incoming: IncomingVoiceMessage, signal: AbortSignal): Promise<void> {
    const { limits, notices, log } = this.#parts;
    const { guildId, channelId, userId } = incoming;
    const receivedAtMs = Date.now();
    if (!(await this.#isWanted(incoming, receivedAtMs)) || !this.#mayReply(channelId)) return;
    // Who sent it before the notice could not know.
    const noticeAtMs = await notices.postedAtMs(guildId, channelId);
    if (noticeAtMs === undefined || incoming.sentAtMs < noticeAtMs) return;
    if ((await limits.secondsToWait(VOICE_MESSAGE_LIMIT, userId)) > 0) {
      log.info({ guildId }, 'a person sent too many voice messages at once: one has no answer');
      return;
    }
    using deadline = linkSignals([signal], { afterMs: ANSWER_WITHIN_MS, reason: () => new Error('took too long') });
    const reply = await this.#replyTo(incoming, deadline.signal);
    signal.throwIfAborted();
    if (reply === undefined || !(await this.#isWanted(incoming, receivedAtMs))) return;
    signal.throwIfAborted();
    await this.#post(incoming, reply, receivedAtMs);
  }

  /** Whether the setting is on, and the sender may have it transcribed and lets it be, all now. */
  async #isWanted(incoming: IncomingVoiceMessage, receivedAtMs: number): Promise<boolean> {
    const { settings, access, captions } = this.#parts;
    const { guildId, channelId, userId } = incoming;
    const { voiceMessages } = await settings.of(guildId);
    if (!voiceMessages.transcribedIn.includes(channelId) || !(await access.mayUse('transcribe', incoming)))
      return false;
    return !(await captions.hasOptedOut(userId, guildId)) && !captions.isTakenBack(userId, receivedAtMs);
  }

  #mayReply(channelId: string): boolean {
    const facts = this.#parts.directory.textChannel(channelId);
    if (facts === undefined) return false;
    const { permissions, webhookChannelId } = facts;
    return missingToReply(permissions, webhookChannelId !== channelId).length === 0;
  }

  /** The text, or why there is none; `undefined` when the channel has read of a failure a short while ago. */
  async #replyTo(incoming: IncomingVoiceMessage, signal: AbortSignal): Promise<Reply | undefined> {
    const { files, explain, publicMessages } = this.#parts;
    const { guildId, recording } = incoming;
    const messages = await publicMessages(guildId);
    const refusal = refusalMessage(messages, recording, files.limits);
    if (refusal !== undefined) return this.#failure(incoming, refusal);
    try {
      const transcript = await this.#transcribe(incoming, signal);
      const reasons = transcript.holes.map(({ reason }) => failureMessage(reason, explain)(messages));
      const result = { kind: 'transcribed', attachment: recording, transcript, reasons } as const;
      return await transcriptReply(messages, [result], { format: undefined, maxFileBytes: MAX_FILE_BYTES });
    } catch (error) {
      signal.throwIfAborted();
      return this.#failure(incoming, failureMessage(error, explain)(messages));
    }
  }

  #transcribe(incoming: IncomingVoiceMessage, signal: AbortSignal): Promise<FileTranscript> {
    const { files, attachments, budgets } = this.#parts;
    const { guildId, channelId, userId, recording } = incoming;
    return files.transcribe({
      download: (limits) => attachments.stream(recording, limits),
      ...{ sizeBytes: recording.sizeBytes, language: undefined, owner: userId, tenant: guildId, signal },
      reserve: async (durationMs) => {
        const outcome = await budgets.take('transcription', { userId, guildId, channelId }, durationMs);
        if (outcome.kind === 'used-up') throw new BudgetError(outcome.usedUp);
        return outcome.charge;
      },
      onProgress: () => undefined,
    });
  }

  #failure({ channelId }: IncomingVoiceMessage, content: string): Reply | undefined {
    const toldAtMs = this.#failureToldAtMs.get(channelId);
    const nowMs = performance.now();
    if (toldAtMs !== undefined && nowMs - toldAtMs < FAILURE_TOLD_EVERY_MS) return undefined;
    rememberWithin(MAX_REMEMBERED, this.#failureToldAtMs, channelId, nowMs);
    return { content, visibility: 'public' };
  }

  /** Discord refuses a reply to a message that was deleted meanwhile. */
  async #post(incoming: IncomingVoiceMessage, reply: Reply, receivedAtMs: number): Promise<void> {
    const { rest, directory, captions } = this.#parts;
    const { messageId: sourceId, userId, guildId, channelId } = incoming;
    const mayAttach = mayAttachFiles(directory.textChannel(channelId)?.permissions ?? 0n);
    const { body, files } = toMessageRequest(mayAttach ? reply : { ...reply, files: [] });
    const posted = await rest.post(Routes.channelMessages(channelId), {
      body: {
        ...body,
        message_reference: { message_id: sourceId, fail_if_not_exists: true },
        allowed_mentions: { parse: [], replied_user: false },
      },
      files,
    });
    const messageId = typeof posted === 'object' && posted !== null ? String(Reflect.get(posted, 'id')) : '';
    const answer = { messageId, userId, guildId, channelId, sourceId, sentAtMs: receivedAtMs };
    rememberWithin(MAX_REMEMBERED, this.#recent, sourceId, answer);
    captions.recordAnswer(answer);
  }
}
