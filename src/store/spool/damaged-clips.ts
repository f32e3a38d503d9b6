import type { Logger } from '../../log/log.ts';
import { speakerOf } from './spool-file.ts';
import type { SpoolFolder } from './spool-folder.ts';

/** Most damaged files, and most of their bytes: enough to see what damaged them. The oldest are removed first. */
const MAX_FILES = 100;
const MAX_BYTES = 16 * 1024 * 1024;

const DAMAGED_NAME = /^[0-9a-f]{64}\.broken$/;

interface DamagedFile {
  readonly name: string;
  readonly bytes: number;
  readonly writtenAtMs: number;
}

/** Files of clips that cannot be read: kept for a while, so that operators can find out why. */
export class DamagedClips {
  readonly #folder: SpoolFolder;
  readonly #log: Logger;

  constructor(folder: SpoolFolder, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** `name` is that of a clip's file. */
  async setAside(name: string): Promise<void> {
    this.#log.warn({ name }, 'a clip on disk cannot be read and was set aside');
    await this.#folder.rename(name, name.replace(/(clip|growing)$/, 'broken'));
    await this.keepBound();
  }

  /** Removes the oldest files beyond the bounds. */
  async keepBound(): Promise<void> {
    let [files, bytes] = [0, 0];
    for (const file of (await this.#files()).toSorted((a, b) => b.writtenAtMs - a.writtenAtMs)) {
      files += 1;
      bytes += file.bytes;
      if (files > MAX_FILES || bytes > MAX_BYTES) await this.#folder.remove(file.name);
    }
  }

  async removeOlder(beforeMs: number): Promise<void> {
    for (const file of await this.#files()) if (file.writtenAtMs < beforeMs) await this.#folder.remove(file.name);
  }

  /** `userId` is `undefined` where the damage hides it; `startedAtMs` is then when the file was written. */
  async removeWhere(matches: (userId: string | undefined, startedAtMs: number) => boolean): Promise<void> {
    for (const { name, writtenAtMs } of await this.#files()) {
      const content = await this.#folder.read(name);
      const speaker = content && speakerOf(content);
      if (matches(speaker?.userId, speaker?.startedAtMs ?? writtenAtMs)) await this.#folder.remove(name);
    }
  }

  async #files(): Promise<DamagedFile[]> {
    const files: DamagedFile[] = [];
    for (const name of await this.#folder.names()) {
      const facts = DAMAGED_NAME.test(name) ? await this.#folder.facts(name) : undefined;
      if (facts !== undefined) files.push({ name, ...facts });
    }
    return files;
  }
}
