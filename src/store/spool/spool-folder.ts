import { appendFile, chmod, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { callDisk } from '../call-disk.ts';
import { makeFolder } from '../make-folder.ts';

/**
 * A folder that only this user can read. Files that were written as a whole are either complete or absent, even after a
 * power cut. Every method throws MynahError SPOOL_FAILED (retryable) when the disk fails.
 */
export interface SpoolFolder {
  /** Names of the plain files. */
  names(): Promise<string[]>;
  /** Resolves when `content` is safely on disk as `name`; it is written under `temporaryName` first. */
  write(name: string, temporaryName: string, content: Uint8Array): Promise<void>;
  /**
   * Resolves when `content` is at the end of the file, or at the beginning of a new one if `isNew`. It survives the end of
   * this process, however that comes, but not a power cut: that would take a wait for the disk.
   */
  append(name: string, content: Uint8Array, isNew: boolean): Promise<void>;
  /** `undefined` when there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  rename(from: string, to: string): Promise<void>;
  /** `undefined` when there is no such file. */
  facts(name: string): Promise<{ readonly bytes: number; readonly writtenAtMs: number } | undefined>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /** Resolves when earlier removals survive a power cut. */
  sync(): Promise<void>;
}

/**
 * Opens a folder; creates it and its parents if missing.
 * @throws {MynahError} SPOOL_FAILED when it cannot be created.
 */
export async function openSpoolFolder(folder: string): Promise<SpoolFolder> {
  const diskCall = <T>(work: () => Promise<T>): Promise<T> => callDisk({ code: 'SPOOL_FAILED', folder }, work);
  await diskCall(async () => {
    await makeFolder(folder);
    await chmod(folder, 0o700);
  });
  return {
    names: () => diskCall(() => plainFiles(folder)),
    write: (name, temporaryName, content) =>
      diskCall(() => writeWhole(folder, join(folder, name), join(folder, temporaryName), content)),
    append: (name, content, isNew) =>
      diskCall(() => appendFile(join(folder, name), content, { mode: 0o600, flag: isNew ? 'w' : 'a' })),
    read: (name) => diskCall(() => ifThere(readFile(join(folder, name)))),
    rename: (from, to) => diskCall(() => rename(join(folder, from), join(folder, to))),
    facts: (name) => diskCall(() => factsOf(join(folder, name))),
    remove: (name) => diskCall(() => rm(join(folder, name), { force: true })),
    sync: () => diskCall(() => syncFolder(folder)),
  };
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

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function factsOf(path: string): Promise<{ readonly bytes: number; readonly writtenAtMs: number } | undefined> {
  const found = await ifThere(stat(path));
  return found && { bytes: found.size, writtenAtMs: found.mtimeMs };
}

/** Resolves when the names in a folder survive a power cut. Windows cannot open folders, and syncs their entries itself. */
export async function syncFolder(folder: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
