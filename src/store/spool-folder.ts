import { chmod, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MynahError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * A folder that only this user can look into, whose files are either whole or not there, whenever the power goes. Every
 * method throws MynahError SPOOL_FAILED (retryable) when the disk does not do its part.
 */
export interface SpoolFolder {
  /** Names of the plain files. */
  names(): Promise<string[]>;
  /** Resolves when `content` is safely on disk as `name`; it is written under `temporaryName` first. */
  write(name: string, temporaryName: string, content: Uint8Array): Promise<void>;
  /** `undefined` when there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /** Resolves when files that were removed before stay so through a power cut. */
  sync(): Promise<void>;
}

/**
 * Opens a folder, made with its parents where it is missing.
 * @throws {MynahError} SPOOL_FAILED when it cannot be made.
 */
export async function openSpoolFolder(folder: string): Promise<SpoolFolder> {
  const diskCall = <T>(work: () => Promise<T>): Promise<T> => callDisk(folder, work);
  await diskCall(async () => {
    await makeFolder(folder);
    await chmod(folder, 0o700);
  });
  return {
    names: () => diskCall(() => plainFiles(folder)),
    write: (name, temporaryName, content) =>
      diskCall(() => writeWhole(folder, join(folder, name), join(folder, temporaryName), content)),
    read: (name) => diskCall(() => readIfThere(join(folder, name))),
    rename: (from, to) => diskCall(() => rename(join(folder, from), join(folder, to))),
    remove: (name) => diskCall(() => rm(join(folder, name), { force: true })),
    sync: () => diskCall(() => syncFolder(folder)),
  };
}

async function callDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const line = `cannot use the clip folder ${folder}${code}: check DATA_DIR, free space and permissions`;
    throw new MynahError('SPOOL_FAILED', line, { retryable: true, cause: error });
  }
}

async function plainFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function writeWhole(folder: string, path: string, temporaryPath: string, content: Uint8Array): Promise<void> {
  try {
    const file = await open(temporaryPath, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps their entries by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
