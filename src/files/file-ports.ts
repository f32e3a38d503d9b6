import type { RandomAccess } from '../audio/recording/recording-api.ts';

/** A file on disk for as long as it is worked with. */
interface TemporaryFile extends RandomAccess {
  /** Takes it off the disk; safe to call twice. Never rejects: what stays is removed at the next start. */
  remove(): Promise<void>;
}

/** How a download is taken in. */
interface Reception {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Bytes on disk so far. */
  readonly onBytes: (bytes: number) => void;
}

/** Room on disk for downloads. */
export interface TemporaryFiles {
  /**
   * Writes what comes into a file; nothing stays when that fails. Rejects with the source's own error, or the signal's
   * reason.
   * @throws {MynahError} FILES_TOO_LARGE beyond `maxBytes`, FILES_DISK_FULL when all downloads together take too much,
   * FILES_DISK_FAILED when the disk does not do its part.
   */
  receive(source: AsyncIterable<Uint8Array>, reception: Reception): Promise<TemporaryFile>;
}
