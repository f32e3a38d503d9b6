import { existsSync } from 'node:fs';
import { chmod, copyFile, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isNewer } from '../inspection/database-state.ts';
import { appliedMigrations, isSound } from '../inspection/inspect-sqlite.ts';
import { makeFolder } from '../make-folder.ts';
import { syncFolder } from '../spool/spool-folder.ts';
import { afterRestore, CHOICES_SINCE, type RestoreFacts } from './after-restore.ts';
import { backupError, codeOf, type Restored, stampOf } from './backup-error.ts';
import { requireBackup } from './backup-kind.ts';

/** Pages of one step: all. A writer between two steps would make SQLite begin again; readers block no writer. */
const ALL_PAGES = 0x7fff_ffff;

/** The files that belong to a SQLite database. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Copies a SQLite database, also while Mynah uses it, into one file that only this user can read. An existing `target` is
 * replaced once the copy is whole and sound.
 * @throws {MynahError} BACKUP_FAILED
 */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  const file = resolve(path);
  if (!existsSync(file)) throw backupError(`there is no database at ${file}: check DATA_DIR and DATABASE_URL`);
  const part = `${target}.part`;
  try {
    await makeFolder(dirname(target));
    await (await open(part, 'w', 0o600)).close();
    const source = new Sqlite(file, { fileMustExist: true });
    try {
      await source.backup(part, { progress: () => ALL_PAGES });
    } finally {
      source.close();
    }
    readBackup(part);
    await syncFile(part);
    await rename(part, target);
  } catch (error) {
    await removeDatabase(part);
    throw asBackupError(error, `cannot back up ${file}`);
  }
}

/**
 * Replaces the SQLite database at `path` with the backup `file`, which stays. The previous database is kept under another
 * name, and what people chose about captions since still applies. The caller must hold the lock of DATA_DIR.
 * @throws {MynahError} BACKUP_FAILED when the backup is damaged, is not Mynah's or belongs to a newer version, or when
 * another process uses the database. Nothing is changed then.
 */
export async function restoreSqlite(file: string, path: string, now: Date): Promise<Restored> {
  const source = resolve(file);
  const target = resolve(path);
  if (source === target) throw backupError(`${source} is the database itself: name a backup`);
  await requireBackup(source, 'sqlite');
  const isPart = existsSync(`${source}-wal`) && (await stat(`${source}-wal`)).size > 0;
  if (isPart) throw backupError(`${source} is one part of a database in use: name a file that npm run backup made`);
  const restoring = `${target}.restoring`;
  try {
    await makeFolder(dirname(target));
    await removeDatabase(restoring);
    await copyFile(source, restoring);
    await chmod(restoring, 0o600);
    readBackup(restoring);
    claim(target);
    const hasLaterChoices = bringUpToDate(restoring, target, now.getTime());
    await syncFile(restoring);
    const kept = await replace(restoring, target, `${target}.before-restore-${stampOf(now)}`);
    return { kept, hasLaterChoices };
  } catch (error) {
    await removeDatabase(restoring);
    throw asBackupError(error, `cannot restore ${source}`);
  }
}

/** Makes sure that a copy is whole, Mynah's and not newer, and leaves it as a single file. */
function readBackup(path: string): void {
  const copy = new Sqlite(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    if (!isSound(copy)) throw backupError(`the backup is damaged: use another one`);
    const applied = appliedMigrations(copy);
    if (applied.length === 0)
      throw backupError(`the file isn't a database of Mynah: name a file that npm run backup made`);
    if (isNewer(applied))
      throw backupError('the backup belongs to a newer version of Mynah: install that version first');
  } finally {
    copy.close();
  }
}

/** Ends the write-ahead log, which SQLite refuses while another connection is open. A damaged database has no users. */
function claim(path: string): void {
  if (!existsSync(path)) return;
  try {
    const database = new Sqlite(path, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma('journal_mode = DELETE');
    } finally {
      database.close();
    }
  } catch (error) {
    const isBusy = codeOf(error).startsWith('SQLITE_BUSY');
    if (isBusy) throw backupError(`${path} is in use: stop every process of Mynah first`, error);
  }
}

/** Returns whether the choices made since the backup were kept: a damaged database has none that can be read. */
function bringUpToDate(restoring: string, previous: string, nowMs: number): boolean {
  const before = migrationsOf(previous);
  const database = new Sqlite(restoring, { fileMustExist: true });
  try {
    const applied = appliedMigrations(database);
    database.pragma('secure_delete = on');
    const run = (facts: RestoreFacts['previous']): void => {
      database.transaction(() => {
        for (const statement of afterRestore({ applied, previous: facts, asJson: (column) => column, nowMs }))
          database.exec(statement);
      })();
    };
    const hasChoices = [applied, before].every((names) => names.includes(CHOICES_SINCE));
    if (hasChoices) {
      database.prepare('attach database ? as previous').run(previous);
      try {
        run({ applied: before, table: (name) => `previous.${name}` });
        return true;
      } catch (error) {
        if (!(error instanceof Sqlite.SqliteError)) throw error;
      }
    }
    run(undefined);
    return false;
  } finally {
    database.close();
  }
}

/** None where the database is missing or damaged. */
function migrationsOf(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      return isSound(database) ? appliedMigrations(database) : [];
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return [];
    throw error;
  }
}

/** Moves the previous database aside, and the new one into its place; back again if that fails. */
async function replace(restoring: string, target: string, kept: string): Promise<string | undefined> {
  const moved: (typeof SUFFIXES)[number][] = [];
  try {
    for (const suffix of SUFFIXES) {
      if (!existsSync(`${target}${suffix}`)) continue;
      await rename(`${target}${suffix}`, `${kept}${suffix}`);
      moved.push(suffix);
    }
    await rename(restoring, target);
  } catch (error) {
    for (const suffix of moved) await rename(`${kept}${suffix}`, `${target}${suffix}`);
    throw error;
  }
  await syncFolder(dirname(target));
  return moved.length === 0 ? undefined : kept;
}

async function removeDatabase(path: string): Promise<void> {
  await Promise.all(SUFFIXES.map((suffix) => rm(`${path}${suffix}`, { force: true })));
}

async function syncFile(path: string): Promise<void> {
  // Windows syncs nothing that may only be read.
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function asBackupError(error: unknown, what: string): Error {
  if (error instanceof Error && error.name === 'MynahError') return error;
  const code = codeOf(error);
  const isDamaged = code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
  return backupError(
    `${what} (${code}): ${isDamaged ? 'the file is damaged' : 'check the folder, its rights and the disk'}`,
    error,
  );
}
