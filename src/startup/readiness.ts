import { MynahError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { VoiceThreadReport } from '../voice/voice-figures.ts';
import { createReadiness, type Readiness } from '../web/readiness.ts';

/** The parts that are asked, as far as they exist. */
export interface ReadyParts {
  bot?: { isReady(): boolean };
  database?: Pick<Database, 'ping'>;
  voice?: { threads(): Promise<readonly VoiceThreadReport[]> };
}

/** Creates the readiness of the process. It asks the parts that are in `parts` then; the others are starting. */
export function readinessOf(
  parts: ReadyParts,
  stopping: AbortSignal,
): Readiness<'process' | 'discord' | 'database' | 'voice'> {
  return createReadiness([
    { part: 'process', find: async () => (stopping.aborted ? ['process: is shutting down'] : []) },
    { part: 'discord', find: async () => (parts.bot?.isReady() === true ? [] : ['discord: is not connected']) },
    { part: 'database', find: () => findInDatabase(parts.database) },
    { part: 'voice', find: () => findInVoice(parts.voice) },
  ]);
}

async function findInDatabase(database: ReadyParts['database']): Promise<readonly string[]> {
  if (database === undefined) return ['database: is being opened'];
  try {
    await database.ping();
    return [];
  } catch (error) {
    return [`database: cannot be used (${error instanceof MynahError ? error.code : 'STORE_FAILED'})`];
  }
}

async function findInVoice(voice: ReadyParts['voice']): Promise<readonly string[]> {
  if (voice === undefined) return ['voice: is starting'];
  const reports = await voice.threads();
  return reports.flatMap(({ thread, isAnswering }) => (isAnswering ? [] : [`${thread}: does not answer`]));
}
