import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DatabaseState } from './database-state.ts';
import { isNewer, pendingMigrations } from './database-state.ts';

/** How long to wait for another process's lock; this thread is blocked meanwhile. */
const BUSY_TIMEOUT_MS = 1_000;
/** A larger file is not searched for damage: at the 100 MB a second of a slow disk, this takes less than a second. */
const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;

/**
 * Looks at a SQLite database without changing it, also while other processes use it: it takes the lock of a writer and
 * gives it back. Throws SQLite's or the system's own error.
 */
export function inspectSqlite(path: string): DatabaseState {
  const file = resolve(path);
  if (!existsSync(file)) return { kind: 'missing', name: file };
  const database = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    if (statSync(file).size <= MAX_SEARCHED_BYTES && !isSound(database)) return { kind: 'damaged', name: file };
    const applied = appliedMigrations(database);
    database.exec('begin immediate');
    database.exec('rollback');
    if (isNewer(applied)) return { kind: 'newer', name: file };
    return { kind: 'usable', name: file, applied: applied.length, pending: pendingMigrations(applied) };
  } finally {
    database.close();
  }
}

/** Whether SQLite finds the file undamaged. */
export function isSound(database: Sqlite.Database): boolean {
  return database.pragma('quick_check(1)', { simple: true }) === 'ok';
}

/** The names of the migrations in a database; none in one that Mynah has not used. */
export function appliedMigrations(database: Sqlite.Database): string[] {
  const table = database
    .prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'")
    .get();
  if (table === undefined) return [];
  const rows = database.prepare('select name from kysely_migration order by name').all();
  return (rows as { readonly name: string }[]).map(({ name }) => name);
}
