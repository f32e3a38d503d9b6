import type { Logger } from '../log.ts';
import type { ClipSpool, SettingsStore, SpooledClip, TranscriptStore } from './captions-ports.ts';
import type { ClipTranscription } from './clips/clip-transcription.ts';

/** What is needed to delete old transcripts. */
export interface RetentionOptions {
  readonly transcripts: TranscriptStore;
  readonly settings: SettingsStore;
  readonly spool: ClipSpool;
  readonly transcription: Pick<ClipTranscription, 'cancel'>;
  readonly log: Logger;
  readonly nowMs: number;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes sessions that ended longer ago than their guild keeps transcripts, and the clips of deleted sessions: of all
 * guilds, since nobody else may serve them any more. What fails for a guild does not keep the others' transcripts.
 * Rejects with the first failure once all was tried.
 */
export async function deleteOldTranscripts(options: RetentionOptions): Promise<void> {
  const { transcripts, spool, transcription } = options;
  const failures: unknown[] = [];
  for (const guildId of await transcripts.guildsWithSessions()) {
    await deleteOldOf(guildId, options).catch((error: unknown) => failures.push(error));
  }
  const orphans = new Set((await findOrphans(transcripts, spool)).map(({ clip }) => clip.clipId));
  await transcription.cancel(({ clip }) => orphans.has(clip.clipId));
  for (const clipId of orphans) await spool.remove(clipId);
  if (failures.length > 0) throw failures[0];
}

async function deleteOldOf(guildId: string, { transcripts, settings, log, nowMs }: RetentionOptions): Promise<void> {
  const { retentionDays } = await settings.captionSettings(guildId);
  const sessions = await transcripts.eraseOlderThan(guildId, nowMs - retentionDays * DAY_MS);
  if (sessions > 0) log.info({ guildId, sessions }, 'deleted old transcripts');
}

/** Clips whose session has been deleted. */
async function findOrphans(transcripts: TranscriptStore, spool: ClipSpool): Promise<readonly SpooledClip[]> {
  const orphans: SpooledClip[] = [];
  for (const [sessionId, entries] of Map.groupBy(await spool.list(), (entry) => entry.sessionId)) {
    if ((await transcripts.session(sessionId)) === undefined) orphans.push(...entries);
  }
  return orphans;
}
