import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { LOCK_FILE, readFolderHolder } from '../data-folder-lock.ts';

/** A folder for data, as it is now. */
export interface DataFolderState {
  /** Absolute. */
  readonly folder: string;
  readonly exists: boolean;
  /** Bytes that this user may still write there. */
  readonly freeBytes: number;
  /** The process that uses it, as it named itself; `undefined` when none does. */
  readonly usedBy: string | undefined;
}

/**
 * Looks at a folder for data, or at the nearest existing one above it: writes a small file and removes it, and tries
 * locks on a file of its own. It doesn't take the folder's lock. Rejects with the system's or SQLite's own error.
 */
export async function inspectDataFolder(path: string): Promise<DataFolderState> {
  const folder = resolve(path);
  const exists = existsSync(folder);
  const place = await tryToUseFolder(folder);
  return { folder, exists, freeBytes: await freeBytesOf(place), usedBy: await holderOf(folder) };
}

/** Bytes that this user may still write on the disk of a folder. Rejects with the system's own error. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Makes sure that this user can write and lock files in a folder, or in the nearest existing one above it, which is
 * returned. Leaves nothing there. Rejects with the system's or SQLite's own error.
 */
export async function tryToUseFolder(path: string): Promise<string> {
  const place = nearestFolder(resolve(path));
  if (!(await stat(place)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  await tryToWrite(place);
  return place;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

async function tryToWrite(place: string): Promise<void> {
  const own = await mkdtemp(join(place, '.mynah-check-'));
  try {
    await writeFile(join(own, 'file'), 'mynah');
    const lock = new Sqlite(join(own, 'lock'), { timeout: 0 });
    try {
      lock.exec('begin exclusive');
      lock.exec('rollback');
    } finally {
      lock.close();
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Reading needs a lock that the holder's excludes: it is held for a moment, and only where nobody holds the other. */
async function holderOf(folder: string): Promise<string | undefined> {
  const file = join(folder, LOCK_FILE);
  if (!existsSync(file)) return undefined;
  const lock = new Sqlite(file, { readonly: true, timeout: 0 });
  try {
    lock.prepare('select count(*) from sqlite_master').get();
    return undefined;
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    const holder = await readFolderHolder(folder);
    return holder === undefined
      ? 'another process'
      : `process ${holder.pid} on the host ${JSON.stringify(holder.host)}`;
  } finally {
    lock.close();
  }
}
