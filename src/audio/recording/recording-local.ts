import { openChained } from './chained/chained-recording.ts';
import { findOggLinks, viewOf } from './chained/ogg-links.ts';
import { startsAsOgg } from './chained/ogg-pages.ts';
import type { RandomAccess, Recording } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import { openSound, recordingOf } from './recording-sound.ts';
import { createYielder } from './recording-source.ts';

/**
 * Opens a recording in the current process. A broken file can keep it busy or exhaust its memory, so `openRecording` runs
 * it in a separate process.
 * @throws {RecordingError} AUDIO_EMPTY, AUDIO_NOT_AUDIO, AUDIO_NO_TRACK, AUDIO_BROKEN, AUDIO_PROTECTED or AUDIO_CODEC;
 * errors of `file` pass through.
 */
export async function openRecordingHere(file: RandomAccess, signal?: AbortSignal): Promise<Recording> {
  signal?.throwIfAborted();
  if (file.sizeBytes === 0) throw new RecordingError('AUDIO_EMPTY', 'The file has no bytes.');
  const yielder = createYielder(signal);
  if (await startsAsOgg(file)) {
    const found = await findOggLinks(file, yielder);
    const [first, ...others] = found.links;
    const isWhole = first === undefined || viewOf(file, first.ranges).sizeBytes === file.sizeBytes;
    // mediabunny reads the first link only, and fails at what the links leave out.
    if (others.length > 0 || !isWhole) return await openChained(file, found, yielder);
  }
  const sound = await openSound(file, yielder);
  if (sound.scan.stretches.length > 0) return recordingOf(sound);
  sound.close();
  throw new RecordingError('AUDIO_BROKEN', 'The audio track has no packets.');
}
