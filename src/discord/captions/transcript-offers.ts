import { DiscordAPIError, MessageFlags, type RawFile, type REST, Routes } from 'discord.js';
import type { CaptionsEnded, StoredTranscript } from '../../captions/captions-api.ts';
import type { CaptionSession } from '../../captions/captions-ports.ts';
import { backoffMs, sleep, untilAborted } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { ReplyFile } from '../client/replies.ts';
import { createBackgroundRequests } from './background-requests.ts';
import { exportButton } from './caption-messages.ts';
import { transcriptFile } from './transcript-file.ts';

/** Discord's upload limit for bots in servers without boosts. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const RETRY = { baseMs: 2_000, maxMs: 60_000, jitter: 'none' } as const;
/** How long an offer is retried while Discord is unreachable. `/captions export` provides the transcript after that. */
const OFFER_FOR_MS = 30 * 60_000;

/** Posts the transcript in the text channel when captions end, or in the voice channel's chat why they could not go on. */
export interface TranscriptOffers {
  /** Resolves when Discord has accepted the offer, or it was abandoned. Never rejects. */
  offer(ended: CaptionsEnded): Promise<void>;
  /** Resolves when no offer is under way. Aborting the signal abandons those that are. */
  settle(signal: AbortSignal): Promise<void>;
}

interface TranscriptOfferOptions {
  readonly rest: Pick<REST, 'post' | 'patch'>;
  readonly transcript: (guildId: string, sessionId: string) => Promise<StoredTranscript | undefined>;
  /** The voice channel's name, for the file's title. */
  readonly channelName: (channelId: string) => string;
  readonly mayAttachFiles: (channelId: string) => boolean;
  /** Whether the bot may post in the chat of this voice channel. */
  readonly mayPostIn: (voiceChannelId: string) => boolean;
  /** Whether text of this session may appear where its captions went, which can have other readers since. */
  readonly mayShow: (session: CaptionSession) => boolean;
  /** Whether captions of its voice channel start by themselves. */
  readonly startsAgain: (session: CaptionSession) => boolean;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}

/** A transcript as a file, and the lines in it. */
interface Document {
  readonly file: ReplyFile;
  readonly lineIds: readonly string[];
}

/** Creates the offers of all guilds. */
export function createTranscriptOffers(options: TranscriptOfferOptions): TranscriptOffers {
  const { rest, publicMessages, log } = options;
  const requests = createBackgroundRequests();

  const documentOf = async ({ session, reason, lines }: CaptionsEnded): Promise<Document | undefined> => {
    // Elsewhere others would read it than those who could read the captions; the export checks who may.
    const isForOthers = reason === 'cannot-post' || reason === 'audience-widened' || !options.mayShow(session);
    if (lines === 0 || isForOthers || !options.mayAttachFiles(session.textChannelId)) return undefined;
    const transcript = await options.transcript(session.guildId, session.sessionId);
    if (transcript === undefined || transcript.lines.length === 0) return undefined;
    const messages = await publicMessages(session.guildId);
    const file = await transcriptFile('txt', options.channelName(session.voiceChannelId), transcript, messages);
    if (file.bytes.length > MAX_FILE_BYTES) return undefined;
    return { file, lineIds: transcript.lines.map(({ lineId }) => lineId) };
  };

  /** Where people read that captions ended; `undefined` if the bot can post nowhere. */
  const channelFor = ({ session, reason }: CaptionsEnded): string | undefined => {
    const { voiceChannelId, textChannelId } = session;
    if (reason !== 'cannot-post') return textChannelId;
    return voiceChannelId !== textChannelId && options.mayPostIn(voiceChannelId) ? voiceChannelId : undefined;
  };

  const requestOf = async (ended: CaptionsEnded, document: Document | undefined) => {
    const messages = await publicMessages(ended.session.guildId);
    const { session, reason, movedTo, usedUp, lines, waitingClips } = ended;
    const isTextPending = waitingClips > 0;
    const { voiceChannelId, textChannelId } = session;
    const { ended: describeEnd, endedTranscript: texts } = messages.captions;
    const startsAgain = options.startsAgain(session);
    const transcript = document === undefined ? texts.export : texts.attached;
    const nothing = isTextPending ? [] : [texts.nothing];
    const body = {
      content: messages.format.sentences([
        describeEnd({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }),
        ...(lines > 0 ? [transcript] : nothing),
        ...(isTextPending ? [texts.pending] : []),
      ]),
      components: lines > 0 || isTextPending ? [exportButton(session, messages)] : [],
      allowed_mentions: { parse: [] },
      flags: MessageFlags.SuppressEmbeds,
    };
    return { body, files: document === undefined ? [] : [toRawFile(document.file)] };
  };

  /** Reads the transcript for every attempt: a person may be erased while Discord cannot be reached. */
  const send = async (ended: CaptionsEnded): Promise<void> => {
    const channelId = channelFor(ended);
    if (channelId === undefined) {
      log.info({ guildId: ended.session.guildId }, 'captions ended because nothing can be posted');
      return;
    }
    const posted = await untilAccepted(async () => {
      const document = await documentOf(ended);
      const answer = await rest.post(Routes.channelMessages(channelId), await requestOf(ended, document));
      return { channelId, messageId: idOf(answer), document };
    }, requests.signal);
    await untilAccepted(() => replaceIfErased(ended, posted), requests.signal);
  };

  /** A person may also be erased while the file is under way. */
  const replaceIfErased = async (
    ended: CaptionsEnded,
    {
      channelId,
      messageId,
      document,
    }: { readonly channelId: string; readonly messageId: string; readonly document: Document | undefined },
  ): Promise<void> => {
    if (document === undefined) return;
    const now = await documentOf(ended);
    const kept = new Set(now?.lineIds);
    if (document.lineIds.every((lineId) => kept.has(lineId))) return;
    const { body, files } = await requestOf(ended, now);
    // Without this list Discord keeps the file that the message has.
    const attachments = files.map(({ name }, id) => ({ id, filename: name }));
    const route = Routes.channelMessage(channelId, messageId);
    await rest.patch(route, { body: { ...body, attachments }, files });
  };

  return {
    offer: (ended) => {
      const work = send(ended).catch((error: unknown) => log.warn({ err: error }, 'could not post a transcript'));
      requests.add(work);
      return work;
    },
    settle: (signal) => requests.settle(signal),
  };
}

function idOf(message: unknown): string {
  return typeof message === 'object' && message !== null ? String(Reflect.get(message, 'id')) : '';
}

function toRawFile({ name, bytes }: ReplyFile): RawFile {
  return { name, data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Retries while Discord is unreachable. Throws immediately when Discord rejects the request. */
async function untilAccepted<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const deadlineMs = performance.now() + OFFER_FOR_MS;
  for (let failures = 1; ; failures += 1) {
    try {
      return await untilAborted(request(), signal);
    } catch (error) {
      const isRejected = error instanceof DiscordAPIError && error.status < 500;
      if (isRejected || signal.aborted || performance.now() >= deadlineMs) throw error;
    }
    await sleep(backoffMs(failures, RETRY), signal);
  }
}
