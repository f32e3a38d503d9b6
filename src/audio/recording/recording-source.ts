import { setImmediate } from 'node:timers/promises';
import { CustomSource, type Source } from 'mediabunny';
import type { RandomAccess } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';

/** Bytes of the file that are kept for reading again. */
const CACHE_BYTES = 8 * 2 ** 20;

/**
 * The most that a parser may ask for at once. The largest parts of honest files that are read in one go are the tables
 * of an mp4 (some MB in three hours) and a webm's cluster with video (30 s of it at 15 Mbit/s: 56 MB).
 */
const MAX_READ_BYTES = 64 * 2 ** 20;

/** How often the whole file may be read: once to look at it, once to cut it, and as much again for jumping about. */
const MAX_READ_SHARE = 8;
const FREE_READ_BYTES = 512 * 2 ** 20;

/** Work done before messages are looked at. */
const WORK_MS = 20;

/** What a parser reads a file through, with bounds that an honest file never meets. */
export interface GuardedSource {
  readonly source: Source;
  /**
   * The failure to report after the parser threw `error`: what reading the file threw, if anything, else AUDIO_BROKEN.
   */
  explain(error: unknown): unknown;
}

/** Creates mediabunny's source of `file`; disposing of its input frees it. */
export function guardedSource(file: RandomAccess): GuardedSource {
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
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: 'fileSystem',
    // A read that fails while nobody waits fails again for the next reader.
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

/** Yields to everything else in the process, every few milliseconds of work. */
export interface Yielder {
  /** To be called again and again; throws the signal's reason once it is aborted. */
  pause(): Promise<void> | undefined;
  /** True once the work is no longer wanted. */
  readonly isAborted: boolean;
}

/** Creates the yielder of one piece of work. */
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
