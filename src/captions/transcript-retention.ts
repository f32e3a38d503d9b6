import type { Logger } from '../log.ts';
import type { ClipSpool, SettingsStore, SpooledClip, TranscriptStore } from './captions-ports.ts';
import type { ClipTranscription } from './clip-transcription.ts';

/** What is needed to delete old transcripts. */
export interface RetentionOptions {
  readonly transcripts: TranscriptStore;
  readonly settings: SettingsStore;
  readonly spool: ClipSpool;
  readonly transcription: Pick<ClipTranscription, 'cancel'>;
  readonly log: Logger;
  readonly nowMs: () => number;
  /** Whether this process serves the guild. */
  readonly serves: (guildId: string) => boolean;
}

const DAY_MS = 24 * 60 * 60_000;

/** Deletes old transcripts. */
export interface TranscriptRetention {
  /** Deletes sessions that ended longer ago than their guild keeps transcripts, and the clips of deleted sessions. */
  deleteOld(): Promise<void>;
  /** Calls `deleteOld` at this interval; failures are logged. A second call does nothing. */
  schedule(intervalMs: number): void;
  close(): void;
}

/** Creates the retention of all guilds that this process serves. The caller must close it. */
export function createTranscriptRetention(options: RetentionOptions): TranscriptRetention {
  let timer: NodeJS.Timeout | undefined;
  const deleteQuietly = (): void => {
    deleteOldTranscripts(options).catch((error: unknown) => {
      options.log.error({ err: error }, 'could not delete old transcripts');
    });
  };
  return {
    deleteOld: () => deleteOldTranscripts(options),
    schedule: (intervalMs) => {
      timer ??= setInterval(deleteQuietly, intervalMs).unref();
    },
    close: () => clearInterval(timer),
  };
}

async function deleteOldTranscripts(options: RetentionOptions): Promise<void> {
  const { transcripts, settings, log, nowMs, serves } = options;
  for (const guildId of await transcripts.guildsWithSessions()) {
    if (!serves(guildId)) continue;
    const { retentionDays } = await settings.captionSettings(guildId);
    const sessions = await transcripts.eraseOlderThan(guildId, nowMs() - retentionDays * DAY_MS);
    if (sessions > 0) log.info({ guildId, sessions }, 'deleted old transcripts');
  }
  const orphans = new Set((await findOrphans(options)).map(({ clip }) => clip.clipId));
  await options.transcription.cancel(({ clip }) => orphans.has(clip.clipId));
  for (const clipId of orphans) await options.spool.remove(clipId);
}

/** Clips whose session has been deleted. */
async function findOrphans({ transcripts, spool, serves }: RetentionOptions): Promise<readonly SpooledClip[]> {
  const orphans: SpooledClip[] = [];
  for (const [sessionId, entries] of Map.groupBy(await spool.list(), (entry) => entry.sessionId)) {
    const served = entries.filter(({ clip }) => serves(clip.guildId));
    if (served.length > 0 && (await transcripts.session(sessionId)) === undefined) orphans.push(...served);
  }
  return orphans;
}
