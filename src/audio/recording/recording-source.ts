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
const TURN_MS = 20;

/** What a parser reads a file through, with bounds that an honest file never meets. */
export interface GuardedSource {
  readonly source: Source;
  /**
   * The failure to tell after `error` came out of the parser: what the file's door threw if it did, else AUDIO_BROKEN.
   */
  explain(error: unknown): unknown;
}

/** Makes the door of `file` for mediabunny; disposing of its input frees it. */
export function guardedSource(file: RandomAccess): GuardedSource {
  let failure: { readonly error: unknown } | undefined;
  let leftBytes = MAX_READ_SHARE * file.sizeBytes + FREE_READ_BYTES;
  const source = new CustomSource({
    getSize: () => file.sizeBytes,
    read: async (start, end) => {
      leftBytes -= end - start;
      if (end - start > MAX_READ_BYTES) throw new Error('A part of the file is larger than any sound has it.');
      if (leftBytes < 0) throw new Error('The file leads its reader in circles.');
      try {
        return await file.read(start, end);
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    },
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: 'fileSystem',
    // What fails while nobody waits fails again for whoever reads there.
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

/** Lets everything else in the process have its turn, every few milliseconds of work. */
export interface Turns {
  /** To be called again and again; throws the signal's reason once it is aborted. */
  take(): Promise<void> | undefined;
  /** Whether the work is not wanted any more. */
  readonly isAborted: boolean;
}

/** Makes the turns of one piece of work. */
export function createTurns(signal: AbortSignal | undefined): Turns {
  let startedAt = performance.now();
  return {
    get isAborted() {
      return signal?.aborted ?? false;
    },
    take() {
      if (performance.now() - startedAt < TURN_MS) return undefined;
      signal?.throwIfAborted();
      return setImmediate().then(() => {
        startedAt = performance.now();
      });
    },
  };
}
