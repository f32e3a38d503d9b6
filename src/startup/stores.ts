import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Logger } from '../log/log.ts';
import { createSettings, type Settings } from '../settings/settings.ts';
import type { ObserveStatement } from '../store/connection.ts';
import { lockDatabaseFile } from '../store/data-folder-lock.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { openClipSpool } from '../store/spool/clip-spool.ts';
import { sqlitePath } from '../store/sqlite/sqlite-path.ts';
import { openTemporaryFiles } from '../store/temporary-files.ts';
import { nameProcess, type ProcessName } from '../store/voice/process-name.ts';

/** What is kept on this machine or in a database. */
export interface Stores {
  readonly database: Database;
  readonly settings: Settings;
  readonly spool: Awaited<ReturnType<typeof openClipSpool>>;
  readonly downloads: Awaited<ReturnType<typeof openTemporaryFiles>>;
  readonly process: ProcessName;
}

/**
 * Opens the database, which `parts` closes, and the folders. A SQLite file is locked for this process first.
 * @throws {MynahError} DATABASE_LOCKED, STORE_UNAVAILABLE, STORE_SESSIONS_SHARED, STORE_MIGRATION_FAILED, SPOOL_FAILED or FILES_DISK_FAILED.
 */
export async function openStores(
  { dataDir, databaseUrl, databaseDirectUrl: directUrl }: Config,
  parts: AsyncDisposableStack,
  options: { readonly log: Logger; readonly signal: AbortSignal; readonly onStatement?: ObserveStatement },
): Promise<Stores> {
  const { log, signal, onStatement } = options;
  const file = sqlitePath(databaseUrl);
  if (file !== undefined) parts.adopt(await lockDatabaseFile(file, { signal }), (lock) => lock.release());
  const database = parts.adopt(await openDatabase(databaseUrl, log, { onStatement, directUrl }), (opened) =>
    opened.close(),
  );
  const spool = await openClipSpool({ folder: join(dataDir, 'clips'), log });
  const downloads = await openTemporaryFiles({ folder: join(dataDir, 'downloads'), log });
  const settings = createSettings({ store: database.settings, notices: database.notices, log });
  return { database, settings, spool, downloads, process: await nameProcess(dataDir, log) };
}
