import { randomUUID } from 'node:crypto';
import { chmod, type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MynahError } from '../errors.ts';
import type { TemporaryFiles } from '../files/file-ports.ts';
import type { Logger } from '../log/log.ts';
import { callDisk } from './call-disk.ts';
import { gatherFolders } from './gather-folders.ts';
import { makeFolder } from './make-folder.ts';

/** Two uploads of Discord's largest size (500 MB) and something beside them. */
const DEFAULT_MAX_BYTES = 2 * 1024 * 1024 * 1024;

type Reception = Parameters<TemporaryFiles['receive']>[1];
type TemporaryFile = Awaited<ReturnType<TemporaryFiles['receive']>>;

interface TemporaryFilesOptions {
  /** Created if missing. Only one process may use it: downloads found there are left over, and are removed. */
  readonly folder: string;
  /** Most bytes of all files together; 2 GiB by default. */
  readonly maxBytes?: number;
  readonly log: Logger;
}

/**
 * Opens a folder for downloads that only this user can read, and removes those of earlier processes, in the folder of any
 * SHARDS of earlier versions too. Nothing has to be closed.
 * @throws {MynahError} FILES_DISK_FAILED when the folder cannot be used.
 */
export async function openTemporaryFiles({
  folder,
  maxBytes = DEFAULT_MAX_BYTES,
  log,
}: TemporaryFilesOptions): Promise<TemporaryFiles> {
  await callDisk({ code: 'FILES_DISK_FAILED', folder }, async () => {
    await makeFolder(folder);
    await gatherFolders(folder, OUR_NAME);
    await chmod(folder, 0o700);
    const leftovers = (await readdir(folder)).filter((name) => OUR_NAME.test(name));
    await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })));
  });
  return new FolderFiles(folder, maxBytes, log);
}

const OUR_NAME = /^[0-9a-f-]{36}\.download$/;

class FolderFiles implements TemporaryFiles {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #log: Logger;
  #bytes = 0;

  constructor(folder: string, maxBytes: number, log: Logger) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#log = log;
  }

  async receive(source: AsyncIterable<Uint8Array>, reception: Reception): Promise<TemporaryFile> {
    const path = join(this.#folder, `${randomUUID()}.download`);
    const handle = await callDisk({ code: 'FILES_DISK_FAILED', folder: this.#folder }, () => open(path, 'wx+', 0o600));
    const file = new DiskFile({ folder: this.#folder, path, handle, log: this.#log, onRemoved: this.#free });
    try {
      for await (const chunk of source) {
        reception.signal.throwIfAborted();
        this.#claim(chunk.length, file.sizeBytes + chunk.length, reception.maxBytes);
        await file.append(chunk);
        reception.onBytes(file.sizeBytes);
      }
      reception.signal.throwIfAborted();
      return file;
    } catch (error) {
      await file.remove();
      throw error;
    }
  }

  #claim(chunkBytes: number, fileBytes: number, maxFileBytes: number): void {
    if (fileBytes > maxFileBytes) throw new MynahError('FILES_TOO_LARGE', 'a download is larger than allowed');
    if (this.#bytes + chunkBytes > this.#maxBytes) {
      throw new MynahError('FILES_DISK_FULL', 'all downloads together reached their limit', { retryable: true });
    }
    this.#bytes += chunkBytes;
  }

  readonly #free = (bytes: number): void => {
    this.#bytes -= bytes;
  };
}

interface DiskFileParts {
  readonly folder: string;
  readonly path: string;
  readonly handle: FileHandle;
  readonly log: Logger;
  readonly onRemoved: (bytes: number) => void;
}

class DiskFile implements TemporaryFile {
  readonly #parts: DiskFileParts;
  #sizeBytes = 0;
  #removal: Promise<void> | undefined;

  constructor(parts: DiskFileParts) {
    this.#parts = parts;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The bytes count as used even when the disk fails: they were claimed. */
  async append(chunk: Uint8Array): Promise<void> {
    const position = this.#sizeBytes;
    this.#sizeBytes += chunk.length;
    const { folder, handle } = this.#parts;
    await callDisk({ code: 'FILES_DISK_FAILED', folder }, async () => {
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
        written += bytesWritten;
      }
    });
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const { folder, handle } = this.#parts;
    const bytes = new Uint8Array(Math.max(0, end - start));
    await callDisk({ code: 'FILES_DISK_FAILED', folder }, async () => {
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new Error('the file ends before it should');
        filled += bytesRead;
      }
    });
    return bytes;
  }

  remove(): Promise<void> {
    this.#removal ??= this.#remove();
    return this.#removal;
  }

  async #remove(): Promise<void> {
    const { handle, path, log, onRemoved } = this.#parts;
    try {
      await handle.close();
      await rm(path, { force: true });
    } catch (error) {
      log.warn({ err: error }, 'could not remove a download');
    } finally {
      onRemoved(this.#sizeBytes);
    }
  }
}
