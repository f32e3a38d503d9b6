import type { RandomAccess } from '../audio/recording/recording-api.ts';

/** A temporary file on disk. */
interface TemporaryFile extends RandomAccess {
  /** Deletes the file; safe to call twice. Never rejects: a file that cannot be deleted is deleted at the next start. */
  remove(): Promise<void>;
}

/** How a download is received. */
interface Reception {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Bytes on disk so far. */
  readonly onBytes: (bytes: number) => void;
}

/** Disk space for downloads. */
export interface TemporaryFiles {
  /**
   * Writes a stream to a file, and leaves no file when that fails. Rejects with the source's own error, or the signal's
   * reason.
   * @throws {MynahError} FILES_TOO_LARGE beyond `maxBytes`, FILES_DISK_FULL when all downloads together take too much,
   * FILES_DISK_FAILED when the file cannot be written.
   */
  receive(source: AsyncIterable<Uint8Array>, reception: Reception): Promise<TemporaryFile>;
}
