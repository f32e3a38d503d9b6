import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file below a folder with a digest of its content, to find what has changed. */
export async function listFolder(folder: string): Promise<Record<string, string>> {
  const paths = await readdir(folder, { recursive: true });
  const files = await Promise.all(
    paths.map(async (path) => {
      const isFile = (await stat(join(folder, path))).isFile();
      return [path, isFile ? hash('sha256', await readFile(join(folder, path))) : 'folder'] as const;
    }),
  );
  return Object.fromEntries(files.toSorted(([one], [other]) => one.localeCompare(other)));
}
