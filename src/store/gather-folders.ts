import { readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that earlier versions kept for each value of SHARDS: `all`, `shards-0`, `shards-0-1`. */
const FOLDER_OF_SHARDS = /^(all|shards(-\d+)+)$/;

/**
 * Moves the matching files of these folders up into `folder`, whatever SHARDS says now, and removes those that are empty
 * then. Does nothing when `folder` does not exist; rejects with Node's own error.
 */
export async function gatherFolders(folder: string, isOurs: RegExp): Promise<void> {
  for (const name of await foldersIn(folder)) {
    const inner = join(folder, name);
    const files = await readdir(inner, { withFileTypes: true });
    const ours = files.filter((file) => file.isFile() && isOurs.test(file.name));
    for (const file of ours) await rename(join(inner, file.name), join(folder, file.name));
    if (ours.length === files.length) await rmdir(inner);
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && FOLDER_OF_SHARDS.test(entry.name)).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
