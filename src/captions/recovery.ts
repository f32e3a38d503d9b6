import type { Logger } from '../log.ts';
import type { CaptionSession, ClipSpool, SettingsStore, SpooledClip, TranscriptStore } from './captions-ports.ts';

/** What is needed to look after sessions that nobody runs. */
export interface KeepingOptions {
  readonly transcripts: TranscriptStore;
  readonly settings: SettingsStore;
  readonly spool: ClipSpool;
  readonly log: Logger;
  readonly nowMs: () => number;
  /** Whether this process carries the guild. */
  readonly serves: (guildId: string) => boolean;
  /** Whether captions of this session are on in this process. */
  readonly isRunning: (sessionId: string) => boolean;
}

/** A session of an earlier process, with its clips that wait on disk. */
export interface Unfinished {
  readonly session: CaptionSession;
  /** Lines stored so far. */
  readonly lines: number;
  /** Clips without text, oldest first. */
  readonly entries: readonly SpooledClip[];
}

const DAY_MS = 24 * 60 * 60_000;

/** Ends sessions that a process left open when it was killed, at their last line; gives them without clips. */
export async function closeInterrupted(options: KeepingOptions): Promise<readonly Unfinished[]> {
  const { transcripts, serves, isRunning } = options;
  const closed: Unfinished[] = [];
  for (const guildId of await transcripts.guildsWithSessions()) {
    const session = serves(guildId) ? await transcripts.latestSession(guildId) : undefined;
    if (session === undefined || session.endedAtMs !== undefined || isRunning(session.sessionId)) continue;
    const lines = await transcripts.lines(session.sessionId);
    const endedAtMs = lines.reduce((latest, line) => Math.max(latest, line.endedAtMs), session.startedAtMs);
    await transcripts.closeSession(session.sessionId, endedAtMs);
    closed.push({ session: { ...session, endedAtMs }, lines: lines.length, entries: [] });
  }
  return closed;
}

/**
 * The sessions whose clips wait on disk. Clips whose text is stored already are removed, and so are those of sessions
 * that exist no more.
 */
export async function findUnfinished({ transcripts, spool, log, serves }: KeepingOptions): Promise<Unfinished[]> {
  const waiting = (await spool.list()).filter(({ clip }) => serves(clip.guildId));
  const found: Unfinished[] = [];
  for (const [sessionId, entries] of Map.groupBy(waiting, (entry) => entry.sessionId)) {
    const session = await transcripts.session(sessionId);
    const lines = session === undefined ? [] : await transcripts.lines(sessionId);
    const stored = new Set(lines.map(({ lineId }) => lineId));
    const wanted = session === undefined ? [] : entries.filter(({ clip }) => !stored.has(clip.clipId));
    for (const entry of entries) if (!wanted.includes(entry)) await spool.remove(entry.clip.clipId);
    if (session !== undefined && wanted.length > 0) found.push({ session, lines: lines.length, entries: wanted });
  }
  if (found.length > 0) log.info({ sessions: found.length, clips: waiting.length }, 'clips waited on disk');
  return found;
}

/** Deletes sessions that ended longer ago than their guild keeps transcripts. */
export async function purgeTranscripts({ transcripts, settings, log, nowMs, serves }: KeepingOptions): Promise<void> {
  for (const guildId of await transcripts.guildsWithSessions()) {
    if (!serves(guildId)) continue;
    const { retentionDays } = await settings.captionSettings(guildId);
    const sessions = await transcripts.eraseOlderThan(guildId, nowMs() - retentionDays * DAY_MS);
    if (sessions > 0) log.info({ guildId, sessions }, 'old transcripts deleted');
  }
}

/** The sessions of waiting clips that were deleted meanwhile. */
export async function findOrphans({ transcripts, spool, serves }: KeepingOptions): Promise<readonly SpooledClip[]> {
  const orphans: SpooledClip[] = [];
  for (const [sessionId, entries] of Map.groupBy(await spool.list(), (entry) => entry.sessionId)) {
    const mine = entries.filter(({ clip }) => serves(clip.guildId));
    if (mine.length > 0 && (await transcripts.session(sessionId)) === undefined) orphans.push(...mine);
  }
  return orphans;
}
