import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { sleep } from '../concurrency/async.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { type Connection, type ObserveStatement, statementLog } from './connection.ts';
import { cannotOpenSqlite } from './data-folder-lock.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrations.ts';
import { NO_NOTICES } from './processes/database-notices.ts';
import type { Schema } from './schema.ts';
import { DatabaseFile } from './sqlite/database-file.ts';
import { FileDialect } from './sqlite/file-dialect.ts';

/**
 * How long a statement blocks the thread for another program, such as `--check`, which locks the file for milliseconds.
 * Then it fails, and its caller tries again.
 */
const BUSY_TIMEOUT_MS = 50;
/** The same before anything else runs. A start that fails must end the process within 10 s. */
const OPEN_TIMEOUT_MS = 5_000;

/** Attempts to truncate the write-ahead log, and the time between attempts at a lock. */
const LOCK_TRIES = 50;
const LOCK_RETRY_MS = 100;

/**
 * Opens a SQLite file that only this user can read; creates it and its folder if missing. One bot uses it; backups and
 * checks may read it meanwhile. A statement's outcome survives a crash of the process and of the machine. A file that is
 * removed meanwhile is written again, and one that is replaced is opened again.
 * @throws {MynahError} STORE_UNAVAILABLE when it cannot be opened; STORE_MIGRATION_FAILED.
 */
export async function openSqlite(givenPath: string, log: Logger, observe?: ObserveStatement): Promise<Connection> {
  const path = resolve(givenPath);
  const file = await openFile(path, log);
  const db = new Kysely<Schema>({ dialect: new FileDialect(file), ...statementLog(observe) });
  try {
    await migrateAtOnce(file.current, db);
    file.current.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  } catch (error) {
    file.close();
    throw error instanceof MynahError ? error : cannotOpenSqlite(path, error);
  }
  return {
    dialect: 'sqlite',
    db,
    notices: NO_NOTICES,
    sharing: undefined,
    scrub: () => emptyWriteAheadLog(file, log),
    close: async () => {
      await db.destroy();
      // Kysely closes only what it has used.
      file.close();
    },
  };
}

async function openFile(path: string, log: Logger): Promise<DatabaseFile> {
  try {
    await makeFolder(dirname(path));
    // SQLite gives its other files the mode of this one.
    await (await open(path, 'a', 0o600)).close();
    const first = openConfigured(path, OPEN_TIMEOUT_MS);
    return new DatabaseFile(first, { path, open: () => openConfigured(path, BUSY_TIMEOUT_MS), log });
  } catch (error) {
    throw cannotOpenSqlite(path, error);
  }
}

function openConfigured(path: string, timeout: number): Sqlite.Database {
  const database = new Sqlite(path, { timeout });
  try {
    database.pragma('journal_mode = WAL');
    // In WAL mode only FULL keeps the last transactions when the whole machine crashes, and a clip is removed once its
    // text is stored. Measured at 0.25 ms a line on an SSD.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // Erased data is overwritten, and never reaches temporary files.
    database.pragma('secure_delete = ON');
    database.pragma('temp_store = MEMORY');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Migrates in one transaction, so that a crash leaves nothing half done; Kysely does not do so for SQLite. */
async function migrateAtOnce(database: Sqlite.Database, db: Kysely<Schema>): Promise<void> {
  database.exec('begin immediate');
  try {
    await migrate(db);
    database.exec('commit');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

/**
 * Moves the log's pages into the database file, over the pages they replace, and truncates the log. Waits for this
 * process's transaction and for other processes that read, without blocking the thread.
 */
async function emptyWriteAheadLog(file: DatabaseFile, log: Logger): Promise<void> {
  for (let tries = 1; tries <= LOCK_TRIES; tries += 1) {
    if (isTruncated(file.current)) return;
    await sleep(LOCK_RETRY_MS);
  }
  log.warn('could not truncate the write-ahead log: another process keeps reading');
}

function isTruncated(database: Sqlite.Database): boolean {
  // Within a transaction it would be an error.
  if (database.inTransaction) return false;
  database.pragma('busy_timeout = 0');
  const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return outcome?.busy === 0;
}
