import { sleepUnlessAborted } from '../concurrency/async.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { joinTextsOfClips } from './caption-text.ts';
import type { CaptionTimings } from './caption-timings.ts';
import type {
  CaptionLine,
  CaptionMessage,
  CaptionMessageStore,
  CaptionSession,
  FindUnrecorded,
  LeftMessage,
  SettleMessage,
  TranscriptStore,
} from './captions-ports.ts';
import type { KnownTombstones } from './erasure/known-tombstones.ts';

/**
 * People's parts of messages that are looked at in a session, from the newest on: so many, or all that began within a
 * turn's time before the newest, since a hundred people may have spoken at once. Interim text is only in the last few.
 */
const PARTS = { atLeast: 60, atMost: 300 };
/** After so many failures in a row, in a session or of sessions, Discord is out of reach and the rest is left for later. */
const MAX_FAILURES = 3;

/** What messages of earlier processes are settled with. */
export interface LeftMessagesOptions {
  readonly captionMessages: Pick<CaptionMessageStore, 'newest' | 'noteSettled' | 'remove' | 'unsettled'>;
  readonly transcripts: Pick<TranscriptStore, 'session' | 'lines'>;
  readonly settleMessage: SettleMessage;
  readonly findUnrecorded: FindUnrecorded;
  /** Whether this process serves the guild. */
  readonly serves: (guildId: string) => boolean;
  /** Whether the operator allows captions in the guild. */
  readonly allows: (guildId: string) => boolean;
  /** Whether this process has shown the session from its start on, and may still do. */
  readonly isOwn: (sessionId: string) => boolean;
  readonly tombstones: Pick<KnownTombstones, 'covers' | 'refresh'>;
  /** Whether the session's rule and the person's decision let their speech be captioned. */
  readonly mayCaption: (session: CaptionSession, userId: string) => boolean;
  readonly timings: Pick<CaptionTimings, 'deleteMessageEveryMs' | 'turnPauseMs' | 'turnMaxAgeMs'>;
  readonly log: Logger;
}

/**
 * Takes away the interim text that earlier processes left in messages when they were killed or had no time: slowly, one
 * message at a time, and first in the sessions that were on last. A session stays noted until all its messages are
 * settled. Rejects like the stores.
 * @throws {MynahError} CAPTION_MESSAGES_REMAIN (retryable) when Discord could not be reached for some, or asked to wait.
 */
export async function settleLeftMessages(options: LeftMessagesOptions, signal: AbortSignal): Promise<void> {
  const { captionMessages, allows, tombstones } = options;
  // What they cover is taken away, not completed.
  await tombstones.refresh();
  let remaining = 0;
  let inARow = 0;
  for (const session of await sessionsOf(options)) {
    // Captions may have gone on while others were being settled.
    if (options.isOwn(session.sessionId)) continue;
    const { left, isUnreachable } = allows(session.guildId) ? await settleSession(options, session, signal) : NONE_LEFT;
    if (left === 0) await captionMessages.noteSettled(session.sessionId);
    remaining += left;
    inARow = isUnreachable ? inARow + 1 : 0;
    if (inARow >= MAX_FAILURES) break;
  }
  if (remaining > 0) throw createRemainError();
}

/** The sessions to settle, the one that was on last first: people may be looking at its channel now. */
async function sessionsOf(options: LeftMessagesOptions): Promise<readonly CaptionSession[]> {
  const { captionMessages, transcripts, serves } = options;
  const sessions: CaptionSession[] = [];
  for (const sessionId of await captionMessages.unsettled()) {
    const session = await transcripts.session(sessionId);
    if (session !== undefined && serves(session.guildId)) sessions.push(session);
  }
  // Those that a crash has just left open come before all that ended.
  const untilMs = ({ endedAtMs }: CaptionSession): number => endedAtMs ?? Number.MAX_SAFE_INTEGER;
  return sessions.toSorted((one, other) => untilMs(other) - untilMs(one) || other.startedAtMs - one.startedAtMs);
}

/** What came of settling a session. */
interface SessionOutcome {
  /** Things that have to be tried again. */
  readonly left: number;
  /** Discord failed again and again. */
  readonly isUnreachable: boolean;
}

const NONE_LEFT: SessionOutcome = { left: 0, isUnreachable: false };

/** Ends after too many failures in a row: a channel may be at fault, and others not. */
async function settleSession(
  options: LeftMessagesOptions,
  session: CaptionSession,
  signal: AbortSignal,
): Promise<SessionOutcome> {
  const { captionMessages, settleMessage, timings } = options;
  const messages = await messagesOf(options, session);
  if (messages === 'failed') return { left: 1, isUnreachable: true };
  if (messages === 'unavailable') return { left: 1, isUnreachable: false };
  /** Channels and webhooks that are out of reach. */
  const refused = new Set<string>();
  const failures = { inARow: 0, left: 0 };
  for (const message of messages) {
    signal.throwIfAborted();
    if (refused.has(placeOf(message))) continue;
    const outcome = await settleMessage(session, message);
    if (outcome === 'gone') await captionMessages.remove(message.messageId);
    if (outcome === 'refused') refused.add(placeOf(message));
    failures.inARow = outcome === 'failed' ? failures.inARow + 1 : 0;
    failures.left += outcome === 'failed' || outcome === 'later' ? 1 : 0;
    if (failures.inARow >= MAX_FAILURES) break;
    await sleepUnlessAborted(timings.deleteMessageEveryMs, signal);
  }
  return { left: failures.left, isUnreachable: failures.inARow >= MAX_FAILURES };
}

/** The session's last messages; `failed` if Discord doesn't say which were not recorded. */
async function messagesOf(
  options: LeftMessagesOptions,
  session: CaptionSession,
): Promise<readonly LeftMessage[] | 'unavailable' | 'failed'> {
  const { captionMessages, transcripts, findUnrecorded, timings, log } = options;
  const newest = await captionMessages.newest(session.sessionId, PARTS.atMost);
  const sinceMs = (newest[0]?.spokenAtMs ?? 0) - timings.turnMaxAgeMs;
  const parts = newest.filter(({ spokenAtMs }, index) => index < PARTS.atLeast || spokenAtMs >= sinceMs);
  const lines = parts.length === 0 ? [] : await transcripts.lines(session.sessionId);
  const byMessage = Map.groupBy(parts, (part) => part.messageId);
  const recorded = [...byMessage.values()].flatMap(([part, ...shared]) => {
    if (part === undefined) return [];
    const isShared = shared.length > 0;
    const mayFinish = (): boolean => !isShared && options.mayCaption(session, part.userId);
    return { ...part, finalText: () => (mayFinish() ? finalTextOf(part, { parts, lines, ...options }) : undefined) };
  });
  try {
    const unrecorded = await findUnrecorded(session, [...byMessage.keys()]);
    if (unrecorded === 'unavailable') return unrecorded;
    return [...unrecorded.map((each) => ({ ...each, finalText: () => undefined })), ...recorded];
  } catch (error) {
    log.warn({ err: error, guildId: session.guildId }, 'could not look for captions that were not recorded');
    return 'failed';
  }
}

function placeOf({ channelId, webhookId }: LeftMessage): string {
  return `${channelId} ${webhookId ?? ''}`;
}

/**
 * What the transcript has of the turn that began with this speech: up to the person's next message, or their next pause.
 * Late lines have messages of their own, as has everything that is transcribed after a restart.
 */
function finalTextOf(
  { messageId, userId, spokenAtMs }: CaptionMessage,
  {
    parts,
    lines,
    tombstones,
    timings,
  }: Pick<LeftMessagesOptions, 'tombstones' | 'timings'> & {
    readonly parts: readonly CaptionMessage[];
    readonly lines: readonly CaptionLine[];
  },
): string | undefined {
  if (tombstones.covers(userId, spokenAtMs)) return undefined;
  const later = parts.filter((part) => part.userId === userId && part.messageId !== messageId);
  const endMs = Math.min(...later.map((part) => part.spokenAtMs).filter((atMs) => atMs >= spokenAtMs));
  const texts: string[] = [];
  let spokenUntilMs = spokenAtMs;
  for (const line of lines) {
    const isOfTurn = line.userId === userId && !line.late && line.startedAtMs >= spokenAtMs && line.startedAtMs < endMs;
    if (!isOfTurn) continue;
    if (line.startedAtMs - spokenUntilMs > timings.turnPauseMs) break;
    texts.push(line.text);
    spokenUntilMs = Math.max(spokenUntilMs, line.endedAtMs);
  }
  return texts.length === 0 ? undefined : joinTextsOfClips(texts);
}

function createRemainError(): MynahError {
  return new MynahError('CAPTION_MESSAGES_REMAIN', 'caption messages could not be settled yet', { retryable: true });
}
