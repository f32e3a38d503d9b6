import { DiscordAPIError, MessageFlags, type RawFile, type REST, Routes } from 'discord.js';
import type { CaptionsEnded, CaptionsEndReason } from '../../captions/captions-api.ts';
import type { CaptionLine, CaptionSession } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log.ts';
import { formatTranscript, type TranscriptFormat } from '../../text/captions-export.ts';
import type { ReplyFile } from '../interactions/replies.ts';

/** Every form that a transcript comes in, in the order in which files are offered. */
export const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = ['txt', 'srt', 'vtt', 'json'];

/** Discord's bound on a bot's upload where nobody boosts the server. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const FIRST_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 60_000;
/** How long an offer is tried while Discord cannot be reached; `/captions export` gives the files after that. */
const OFFER_FOR_MS = 30 * 60_000;

/** Offers the transcript in the text channel when captions are over. */
export interface TranscriptOffers {
  /** Resolves when Discord has taken the offer, or it was given up. Never rejects. */
  offer(ended: CaptionsEnded): Promise<void>;
  /** Resolves when no offer is under way; aborting the signal gives up those that are. */
  settle(signal: AbortSignal): Promise<void>;
}

interface TranscriptOfferOptions {
  readonly rest: Pick<REST, 'post'>;
  /** Of the running or else the newest session. */
  readonly transcript: (
    guildId: string,
  ) => Promise<{ readonly session: CaptionSession; readonly lines: readonly CaptionLine[] } | undefined>;
  /** The voice channel's name, for the files' titles. */
  readonly channelName: (channelId: string) => string;
  readonly mayAttachFiles: (channelId: string) => boolean;
  readonly log: Logger;
}

/** Makes the offers of all guilds. */
export function createTranscriptOffers(options: TranscriptOfferOptions): TranscriptOffers {
  const { log } = options;
  const giveUp = new AbortController();
  const underWay = new Set<Promise<void>>();

  const filesFor = async ({ session, lines }: CaptionsEnded): Promise<readonly ReplyFile[]> => {
    if (lines === 0 || !options.mayAttachFiles(session.textChannelId)) return [];
    const transcript = await options.transcript(session.guildId);
    if (transcript?.session.sessionId !== session.sessionId) return [];
    const title = options.channelName(session.voiceChannelId);
    const files = TRANSCRIPT_FORMATS.map((format) => transcriptFile(format, title, session, transcript.lines));
    return files.filter(({ bytes }) => bytes.length <= MAX_FILE_BYTES);
  };

  const send = async (ended: CaptionsEnded): Promise<void> => {
    const files = await filesFor(ended);
    const body = { content: endWords(ended, files.length > 0), allowed_mentions: { parse: [] }, flags: FLAGS };
    const route = Routes.channelMessages(ended.session.textChannelId);
    await untilTaken(() => options.rest.post(route, { body, files: files.map(toRawFile) }), giveUp.signal);
  };

  return {
    offer: (ended) => {
      const work = send(ended)
        .catch((error: unknown) => log.warn({ err: error }, 'a transcript could not be offered'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    settle: async (signal) => {
      signal.addEventListener('abort', () => giveUp.abort(signal.reason), { once: true });
      if (signal.aborted) giveUp.abort(signal.reason);
      await Promise.all([...underWay]);
    },
  };
}

const FLAGS = MessageFlags.SuppressEmbeds;

/** One file of a transcript, named after the moment at which captions began (UTC). */
export function transcriptFile(
  format: TranscriptFormat,
  channelName: string,
  session: CaptionSession,
  lines: readonly CaptionLine[],
): ReplyFile {
  const { startedAtMs } = session;
  const title = `Captions of ${channelName}`;
  const stamp = new Date(startedAtMs).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  const bytes = new TextEncoder().encode(formatTranscript(format, { title, startedAtMs, lines }));
  return { name: `captions-${stamp}.${format}`, bytes };
}

function toRawFile({ name, bytes }: ReplyFile): RawFile {
  return { name, data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

const REASONS: Readonly<Record<CaptionsEndReason, string>> = {
  stopped: 'Captions of {channel} are off.',
  'voice-ended': 'Captions of {channel} are over: I am no longer there.',
  moved: 'Captions of {channel} are over: somebody moved me. `/captions start` begins them again where I am.',
  closed: 'Captions of {channel} are over: I am restarting. `/captions start` begins them again in a moment.',
  interrupted: 'Captions of {channel} broke off because I was stopped. `/captions start` begins them again.',
};

function endWords({ session, reason, lines, waitingClips }: CaptionsEnded, hasFiles: boolean): string {
  const sentences = [REASONS[reason].replace('{channel}', `<#${session.voiceChannelId}>`)];
  if (lines === 0) sentences.push('There is no text of them.');
  else if (hasFiles) sentences.push('This is the whole transcript.');
  else sentences.push('`/captions export` gives you the transcript.');
  if (waitingClips > 0) sentences.push('Some speech still waits for its text; `/captions export` has it later.');
  return sentences.join(' ');
}

/** Sends again while Discord cannot be reached. What Discord refuses is thrown at once. */
async function untilTaken(request: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const givenUpAtMs = Date.now() + OFFER_FOR_MS;
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(MAX_BACKOFF_MS, 2 * backoffMs)) {
    try {
      await unlessAborted(request(), signal);
      return;
    } catch (error) {
      const isRefused = error instanceof DiscordAPIError && error.status < 500;
      if (isRefused || signal.aborted || Date.now() >= givenUpAtMs) throw error;
    }
    await unlessAborted(new Promise((resolve) => setTimeout(resolve, backoffMs).unref()), signal);
  }
}

async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
