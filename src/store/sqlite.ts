import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Connection } from './connection.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrations.ts';
import type { Schema } from './schema.ts';

/** How long a statement waits, with the whole thread, for another process that writes. Theirs take milliseconds. */
const BUSY_TIMEOUT_MS = 1_000;

/** What has to wait longer, or gets no lock by waiting, is tried this often, this far apart. */
const LOCK_TRIES = 50;
const LOCK_RETRY_MS = 100;

/**
 * Opens a SQLite file, made with its folder where it is missing, for the eyes of this user only. Several processes may
 * have it open. A statement's outcome survives a crash of the process and of the machine.
 * @throws {MynahError} STORE_UNAVAILABLE when it cannot be opened; STORE_MIGRATION_FAILED.
 */
export async function openSqlite(path: string, log: Logger): Promise<Connection> {
  const file = resolve(path);
  const database = await openFile(file);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  try {
    await whenUnlocked(() => configure(database));
    await migrateAlone(database, db);
  } catch (error) {
    database.close();
    throw error instanceof MynahError ? error : cannotOpen(file, error);
  }
  return {
    db,
    scrub: () => emptyWriteAheadLog(database, log),
    close: async () => {
      await db.destroy();
      // Kysely closes only what it has used.
      database.close();
    },
  };
}

async function openFile(file: string): Promise<Sqlite.Database> {
  try {
    await makeFolder(dirname(file));
    // SQLite gives its other files the mode of this one.
    await (await open(file, 'a', 0o600)).close();
    return new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

function cannotOpen(file: string, cause: unknown): MynahError {
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  const line = `cannot open the database ${file}${reason}: check DATA_DIR and DATABASE_URL, that it is a SQLite file, and permissions`;
  return new MynahError('STORE_UNAVAILABLE', line, { cause });
}

function configure(database: Sqlite.Database): void {
  database.pragma('journal_mode = WAL');
  // In WAL mode only FULL keeps the last transactions when the machine, not just the process, dies: a clip is removed
  // once its text is stored. Measured at 0.25 ms a line on an SSD.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // What is erased is overwritten, and never goes to temporary files.
  database.pragma('secure_delete = ON');
  database.pragma('temp_store = MEMORY');
}

/** Migrates in one transaction that keeps other processes out, which Kysely leaves to us for SQLite. */
async function migrateAlone(database: Sqlite.Database, db: Kysely<Schema>): Promise<void> {
  await whenUnlocked(() => database.exec('begin immediate'));
  try {
    await migrate(db);
    database.exec('commit');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

async function whenUnlocked(work: () => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      work();
      return;
    } catch (error) {
      const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isLocked || tries === LOCK_TRIES) throw error;
    }
    await sleep(LOCK_RETRY_MS);
  }
}

/**
 * Moves the log's pages into the database file, over what they replace, and cuts the log to nothing. It waits for other
 * processes that read, but not with the whole thread.
 */
async function emptyWriteAheadLog(database: Sqlite.Database, log: Logger): Promise<void> {
  for (let tries = 1; tries <= LOCK_TRIES; tries += 1) {
    database.pragma('busy_timeout = 0');
    const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (outcome?.busy === 0) return;
    await sleep(LOCK_RETRY_MS);
  }
  log.warn('the write-ahead log could not be emptied: another process reads for long');
}
