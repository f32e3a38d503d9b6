import { setImmediate } from 'node:timers/promises';
import { CustomSource, type Source } from 'mediabunny';
import type { RandomAccess } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';

/** Size of the cache of file bytes. */
export const CACHE_BYTES = 8 * 2 ** 20;

/**
 * Maximum size of one read. The largest single reads of valid files are the tables of an mp4 (some MB for three hours) and
 * a webm cluster with video (30 s at 15 Mbit/s: 56 MB).
 */
const MAX_READ_BYTES = 64 * 2 ** 20;

/** How often the whole file may be read: once to scan it, once to cut it, and twice more for seeking. */
const MAX_READ_SHARE = 8;
const FREE_READ_BYTES = 512 * 2 ** 20;

/** Time of work before yielding to messages. */
const WORK_MS = 20;

/** A parser's view of a file, with limits that a valid file never reaches. */
export interface GuardedSource {
  readonly source: Source;
  /**
   * The error to report after the parser threw `error`: that of reading the file, if any, otherwise AUDIO_BROKEN.
   */
  explain(error: unknown): unknown;
}

/** Creates mediabunny's source of `file`, with a cache of 8 MB by default; disposing of its input frees it. */
export function guardedSource(file: RandomAccess, cacheBytes: number = CACHE_BYTES): GuardedSource {
  let failure: { readonly error: unknown } | undefined;
  let leftBytes = MAX_READ_SHARE * file.sizeBytes + FREE_READ_BYTES;
  const source = new CustomSource({
    getSize: () => file.sizeBytes,
    read: async (start, end) => {
      leftBytes -= end - start;
      if (end - start > MAX_READ_BYTES) throw new Error('A part of the file is larger than in any valid file.');
      if (leftBytes < 0) throw new Error('The file makes its reader read too much.');
      try {
        return await file.read(start, end);
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    },
    maxCacheSize: cacheBytes,
    prefetchProfile: 'fileSystem',
    // A failed read without a waiting reader fails again for the next one.
    handleUnhandledError: () => undefined,
  });
  return {
    source,
    explain(error) {
      if (failure !== undefined) return failure.error;
      if (error instanceof RecordingError) return error;
      return new RecordingError('AUDIO_BROKEN', 'The file cannot be read as what it says it is.', { cause: error });
    },
  };
}

/** Yields to other work in the process every few milliseconds. */
export interface Yielder {
  /** Call repeatedly. Throws the signal's reason once it is aborted. */
  pause(): Promise<void> | undefined;
  /** True once the work is aborted. */
  readonly isAborted: boolean;
}

/** Creates the yielder for one task. */
export function createYielder(signal: AbortSignal | undefined): Yielder {
  let startedAt = performance.now();
  return {
    get isAborted() {
      return signal?.aborted ?? false;
    },
    pause() {
      if (performance.now() - startedAt < WORK_MS) return undefined;
      signal?.throwIfAborted();
      return setImmediate().then(() => {
        startedAt = performance.now();
      });
    },
  };
}
