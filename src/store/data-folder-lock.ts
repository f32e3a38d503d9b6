import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { sleep } from '../async.ts';
import { MynahError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

/** The file in a folder for data that holds the lock of the operating system. Its content has no meaning; nothing is ever written to it. */
export const LOCK_FILE = 'lock.sqlite';
/** Names the holder for people. Whether the folder is locked depends on the lock alone. */
const HOLDER_FILE = 'lock.json';

/** How long a process that is just ending, or has not named itself yet, is waited for. A failed start must end within 10 s. */
const DEFAULT_PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/** A lock that this process holds. The caller must release it; if the process ends in any way, the system does. */
export interface DataFolderLock {
  release(): Promise<void>;
}

/** The process that holds a lock, as it named itself. A process id means something on its own host only. */
const holderSchema = z.object({ pid: z.int(), host: z.string().max(255), since: z.iso.datetime() });
export type Holder = z.output<typeof holderSchema>;

/**
 * Locks a folder for this process, and creates the folder if it is missing. The lock is SQLite's on an empty file: it
 * belongs to the operating system, so that it ends with the process, in a crash too, and holds between containers that
 * mount the same folder, where process ids mean nothing.
 * @throws {MynahError} DATA_DIR_LOCKED when another process holds the lock; STORE_UNAVAILABLE when the folder can't be used.
 */
export async function lockDataFolder(
  path: string,
  { signal, patienceMs = DEFAULT_PATIENCE_MS }: { readonly signal?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<DataFolderLock> {
  const folder = resolve(path);
  const giveUpAtMs = performance.now() + patienceMs;
  const lockFile = await openLockFile(folder);
  try {
    while (!tryLock(lockFile)) {
      if (performance.now() > giveUpAtMs) throw lockedBy(folder, await readHolder(folder));
      await sleep(RETRY_MS, signal);
    }
    await writeHolder(folder, { pid: process.pid, host: hostname(), since: new Date().toISOString() });
  } catch (error) {
    lockFile.close();
    throw error instanceof MynahError || signal?.aborted ? error : cannotLock(folder, error);
  }
  return {
    release: async () => {
      // First, while the lock still holds: the file of a successor must not go.
      await rm(join(folder, HOLDER_FILE), { force: true }).catch(() => undefined);
      lockFile.close();
    },
  };
}

/** SQLite alone opens the file: closing another handle of it would drop this process's lock on POSIX systems. */
async function openLockFile(folder: string): Promise<Sqlite.Database> {
  try {
    await makeFolder(folder);
    return new Sqlite(join(folder, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw cannotLock(folder, error);
  }
}

/** The transaction stays open for as long as the lock is held, and writes nothing. */
function tryLock(lockFile: Sqlite.Database): boolean {
  try {
    lockFile.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}

async function writeHolder(folder: string, holder: Holder): Promise<void> {
  const file = join(folder, HOLDER_FILE);
  const written = `${file}.new`;
  await writeFile(written, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  // Whoever reads it meanwhile finds the whole of one file.
  await rename(written, file);
}

/** Who holds a folder's lock, as it named itself. `undefined` when the holder can't be read: it has not named itself, or another user runs it. */
export async function readHolder(folder: string): Promise<Holder | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, HOLDER_FILE), 'utf8'));
    return holderSchema.parse(content);
  } catch {
    return undefined;
  }
}

function lockedBy(folder: string, holder: Holder | undefined): MynahError {
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid} on the host ${JSON.stringify(holder.host)}, since ${holder.since}`;
  const line = `the folder ${folder} is in use by ${who}: stop that process; to run a second Mynah, give it a DATA_DIR of its own`;
  return new MynahError('DATA_DIR_LOCKED', line, { severity: 'fault' });
}

function cannotLock(folder: string, cause: unknown): MynahError {
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  const line = `cannot lock the folder ${folder}${reason}: check that DATA_DIR names a writable folder on a file system with file locks`;
  return new MynahError('STORE_UNAVAILABLE', line, { cause });
}
