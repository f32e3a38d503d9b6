import type { Logger } from '../log/log.ts';
import type { CaptionSession, ClipSpool, SpooledClip, TranscriptStore } from './captions-ports.ts';

/** What is needed to find what an earlier process left behind. */
export interface InterruptedSessionsOptions {
  readonly transcripts: TranscriptStore;
  readonly spool: ClipSpool;
  readonly log: Logger;
  /** Whether this process serves the guild. */
  readonly serves: (guildId: string) => boolean;
  /** Whether captions of this session are on in this process. */
  readonly isRunning: (sessionId: string) => boolean;
  /** Sessions that an earlier, failed call closed, by session id; those that this one closes are added. */
  readonly unreported: Map<string, UnfinishedSession>;
}

/** A session that an earlier process left unfinished. */
export interface UnfinishedSession {
  readonly session: CaptionSession;
  /** Lines stored so far. */
  readonly lines: number;
  /** Clips on disk without text, oldest first. */
  readonly entries: readonly SpooledClip[];
  /** Whether it was still open. */
  readonly isInterrupted: boolean;
}

/** Closes the sessions that a crash left open, and finds those with clips on disk. */
export async function findUnfinished(options: InterruptedSessionsOptions): Promise<readonly UnfinishedSession[]> {
  await closeInterrupted(options);
  const pending = await findPending(options);
  const found = new Map(options.unreported);
  for (const each of pending) {
    const isInterrupted = found.has(each.session.sessionId);
    found.set(each.session.sessionId, { ...each, isInterrupted });
  }
  return [...found.values()];
}

/** Closes sessions that a killed process left open, at their last line. */
async function closeInterrupted(options: InterruptedSessionsOptions): Promise<void> {
  const { transcripts, serves, isRunning, unreported } = options;
  for (const guildId of await transcripts.guildsWithSessions()) {
    const session = serves(guildId) ? await transcripts.latestSession(guildId) : undefined;
    if (session === undefined || session.endedAtMs !== undefined || isRunning(session.sessionId)) continue;
    const lines = await transcripts.lines(session.sessionId);
    const endedAtMs = lines.reduce((latest, line) => Math.max(latest, line.endedAtMs), session.startedAtMs);
    await transcripts.closeSession(session.sessionId, endedAtMs);
    const closed = { session: { ...session, endedAtMs }, lines: lines.length, entries: [], isInterrupted: true };
    unreported.set(session.sessionId, closed);
  }
}

/**
 * Finds the sessions of clips on disk, also those of guilds that another process serves now: only this one can read them.
 * Removes clips whose text is stored or whose session is gone.
 */
async function findPending(
  options: InterruptedSessionsOptions,
): Promise<readonly Omit<UnfinishedSession, 'isInterrupted'>[]> {
  const { transcripts, spool, log } = options;
  const clips = await spool.list();
  const found: Omit<UnfinishedSession, 'isInterrupted'>[] = [];
  for (const [sessionId, entries] of Map.groupBy(clips, (entry) => entry.sessionId)) {
    const session = await transcripts.session(sessionId);
    const lines = session === undefined ? [] : await transcripts.lines(sessionId);
    const stored = new Set(lines.map(({ lineId }) => lineId));
    const pending = session === undefined ? [] : entries.filter(({ clip }) => !stored.has(clip.clipId));
    for (const entry of entries) if (!pending.includes(entry)) await spool.remove(entry.clip.clipId);
    if (session !== undefined && pending.length > 0) found.push({ session, lines: lines.length, entries: pending });
  }
  if (found.length > 0) log.info({ sessions: found.length, clips: clips.length }, 'found clips on disk without text');
  return found;
}

/** Whether a session ended, or began if it has no end, within this time: milliseconds. */
export function isRecent(session: CaptionSession, nowMs: number, withinMs: number): boolean {
  return nowMs - (session.endedAtMs ?? session.startedAtMs) <= withinMs;
}
