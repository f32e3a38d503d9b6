import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { sleep } from '../concurrency/async.ts';
import { MynahError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

/** The file in a folder for data that holds the lock of the operating system. Its content has no meaning; nothing is ever written to it. */
export const LOCK_FILE = 'lock.sqlite';
/** Names the holder for people. Whether anything is locked depends on the lock alone. */
const HOLDER_FILE = 'lock.json';

/** How long a process that is just ending, or has not named itself yet, is waited for. A failed start must end within 10 s. */
const DEFAULT_PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/** A lock that this process holds. The caller must release it; if the process ends in any way, the system does. */
export interface DataFolderLock {
  release(): Promise<void>;
}

/** How long to wait for a lock. */
interface LockWait {
  readonly signal?: AbortSignal;
  readonly patienceMs?: number;
}

/** The process that holds a lock, as it named itself. A process id means something on its own host only. */
const holderSchema = z.object({ pid: z.int(), host: z.string().max(255), since: z.iso.datetime() });
export type Holder = z.output<typeof holderSchema>;

/** What a lock is for, and its two files. */
interface Lockable {
  readonly lockFile: string;
  readonly holderFile: string;
  readonly taken: (who: string) => MynahError;
  readonly failed: (cause: unknown) => MynahError;
}

/**
 * Locks a folder for this process, and creates the folder if it is missing. The lock is SQLite's on an empty file: it
 * belongs to the operating system, so that it ends with the process, in a crash too, and holds between containers that
 * mount the same folder, where process ids mean nothing.
 * @throws {MynahError} DATA_DIR_LOCKED when another process holds the lock; STORE_UNAVAILABLE when the folder can't be used.
 */
export function lockDataFolder(path: string, wait: LockWait = {}): Promise<DataFolderLock> {
  const folder = resolve(path);
  const lockable: Lockable = {
    ...{ lockFile: join(folder, LOCK_FILE), holderFile: join(folder, HOLDER_FILE) },
    taken: (who) => {
      const line = `the folder ${folder} is in use by ${who}: stop that process; to run a second Mynah, give it a DATA_DIR of its own`;
      return new MynahError('DATA_DIR_LOCKED', line, { severity: 'fault' });
    },
    failed: (cause) => {
      const line = `cannot lock the folder ${folder}${reasonOf(cause)}: check that DATA_DIR names a writable folder on a file system with file locks`;
      return new MynahError('STORE_UNAVAILABLE', line, { cause });
    },
  };
  return lock(lockable, wait);
}

/**
 * Locks a SQLite database for this process, like `lockDataFolder`: two processes with a folder each may name one file.
 * Backups and checks open the file without this lock.
 * @throws {MynahError} DATABASE_LOCKED when another process holds the lock; STORE_UNAVAILABLE when its folder can't be used.
 */
export function lockDatabaseFile(path: string, wait: LockWait = {}): Promise<DataFolderLock> {
  const file = resolve(path);
  const lockFile = `${file}.lock`;
  const lockable: Lockable = {
    ...{ lockFile, holderFile: `${lockFile}.json` },
    taken: (who) => {
      const line = `the database ${file} is in use by ${who}, and a SQLite file is for one process: stop that process, give this one a file in another folder, or use PostgreSQL for both (docs/scaling.md)`;
      return new MynahError('DATABASE_LOCKED', line, { severity: 'fault' });
    },
    failed: (cause) => cannotOpenSqlite(file, cause),
  };
  return lock(lockable, wait);
}

/** A SQLite database that can't be used, with a line that says what to check. */
export function cannotOpenSqlite(file: string, cause: unknown): MynahError {
  const line = `cannot open the database ${file}${reasonOf(cause)}: check that DATA_DIR or DATABASE_URL names a writable folder and a SQLite file`;
  return new MynahError('STORE_UNAVAILABLE', line, { cause });
}

async function lock(
  lockable: Lockable,
  { signal, patienceMs = DEFAULT_PATIENCE_MS }: LockWait,
): Promise<DataFolderLock> {
  const { holderFile, taken } = lockable;
  const giveUpAtMs = performance.now() + patienceMs;
  const lockFile = await openLockFile(lockable);
  try {
    while (!tryLock(lockFile)) {
      if (performance.now() > giveUpAtMs) throw taken(describe(await readHolder(holderFile)));
      await sleep(RETRY_MS, signal);
    }
    await writeHolder(holderFile, { pid: process.pid, host: hostname(), since: new Date().toISOString() });
  } catch (error) {
    lockFile.close();
    throw error instanceof MynahError || signal?.aborted ? error : lockable.failed(error);
  }
  return {
    release: async () => {
      // First, while the lock still holds: the file of a successor must not go.
      await rm(holderFile, { force: true }).catch(() => undefined);
      lockFile.close();
    },
  };
}

/** SQLite alone opens the file: closing another handle of it would drop this process's lock on POSIX systems. */
async function openLockFile({ lockFile, failed }: Lockable): Promise<Sqlite.Database> {
  try {
    await makeFolder(dirname(lockFile));
    return new Sqlite(lockFile, { timeout: 0 });
  } catch (error) {
    throw failed(error);
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

async function writeHolder(file: string, holder: Holder): Promise<void> {
  const written = `${file}.new`;
  await writeFile(written, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  // Whoever reads it meanwhile finds the whole of one file.
  await rename(written, file);
}

/** Who holds a folder's lock, as it named itself. `undefined` when the holder can't be read: it has not named itself, or another user runs it. */
export function readFolderHolder(folder: string): Promise<Holder | undefined> {
  return readHolder(join(folder, HOLDER_FILE));
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return holderSchema.parse(content);
  } catch {
    return undefined;
  }
}

function describe(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process';
  return `process ${holder.pid} on the host ${JSON.stringify(holder.host)}, since ${holder.since}`;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}
