import type { Logger } from '../../log/log.ts';
import { type CaptionSettingsSource, DEFAULT_CAPTION_SETTINGS } from '../caption-settings.ts';
import type { ClipSpool, SpooledClip, TranscriptStore } from '../captions-ports.ts';
import type { ClipTranscription } from '../clips/clip-transcription.ts';

/** What is needed to delete old transcripts. */
export interface RetentionOptions {
  readonly transcripts: TranscriptStore;
  readonly settings: Pick<CaptionSettingsSource, 'partOfAll'>;
  readonly spool: ClipSpool;
  readonly transcription: Pick<ClipTranscription, 'cancel'>;
  readonly log: Logger;
  readonly nowMs: number;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes sessions that ended longer ago than their guild keeps transcripts, and the clips of deleted sessions: of all
 * guilds, since nobody else may serve them any more. Rejects as the store does once all was tried.
 */
export async function deleteOldTranscripts(options: RetentionOptions): Promise<void> {
  const { transcripts, settings, spool, transcription, log, nowMs } = options;
  const beforeMs = (days: number): number => nowMs - days * DAY_MS;
  const chosen = [...(await settings.partOfAll('captions'))].map(
    ([guildId, { retentionDays }]) => [guildId, beforeMs(retentionDays)] as const,
  );
  try {
    const { retentionDays } = DEFAULT_CAPTION_SETTINGS;
    const sessions = await transcripts.eraseOlderThan(beforeMs(retentionDays), new Map(chosen));
    if (sessions > 0) log.info({ sessions }, 'deleted old transcripts');
  } finally {
    const orphans = new Set((await findOrphans(transcripts, spool)).map(({ clip }) => clip.clipId));
    await transcription.cancel(({ clip }) => orphans.has(clip.clipId));
    for (const clipId of orphans) await spool.remove(clipId);
  }
}

/** Clips whose session has been deleted. */
async function findOrphans(transcripts: TranscriptStore, spool: ClipSpool): Promise<readonly SpooledClip[]> {
  const orphans: SpooledClip[] = [];
  for (const [sessionId, entries] of Map.groupBy(await spool.list(), (entry) => entry.sessionId)) {
    if ((await transcripts.session(sessionId)) === undefined) orphans.push(...entries);
  }
  return orphans;
}
