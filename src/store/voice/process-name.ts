import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../log/log.ts';

/** In DATA_DIR: the name of the process that uses it, or used it last. */
const FILE = 'process-name';

/** What a process calls itself in the database. */
export interface ProcessName {
  /** Unique over all processes and their restarts. */
  readonly owner: string;
  /** The process that used the folder before; `undefined` if there was none, or the file cannot be read. */
  readonly predecessor: string | undefined;
}

/**
 * Gives this process a name and leaves it in the folder, whose lock it holds: so the next one knows that this one is over.
 * If that fails, the next one waits until this one has been silent for long enough.
 */
export async function nameProcess(folder: string, log: Logger): Promise<ProcessName> {
  const file = join(folder, FILE);
  const owner = randomUUID();
  const written = `${file}.new`;
  const predecessor = await readFile(file, 'utf8').then(
    (name) => name.trim() || undefined,
    () => undefined,
  );
  try {
    await writeFile(written, `${owner}\n`, { mode: 0o600 });
    await rename(written, file);
  } catch (err) {
    log.warn({ err }, 'the name of this process could not be left for the next one');
  }
  return { owner, predecessor };
}
