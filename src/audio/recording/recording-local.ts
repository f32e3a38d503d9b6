import { openChained } from './chained/chained-recording.ts';
import { findOggLinks, viewOf } from './chained/ogg-links.ts';
import { hasOggPage, startsAsOgg } from './chained/ogg-pages.ts';
import type { RandomAccess, Recording } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import { openSound, recordingOf, type Sound } from './recording-sound.ts';
import { createYielder, type Yielder } from './recording-source.ts';

/** Maximum bytes before the first page of an Ogg file, such as tags of another format. */
const MAX_STRAY_BYTES = 4096;

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
  if (await startsAsOgg(file)) return await openOgg(file, yielder);
  let sound: Sound;
  try {
    sound = await openSound(file, yielder);
  } catch (error) {
    const isUnknown = error instanceof RecordingError && error.code === 'AUDIO_NOT_AUDIO';
    if (isUnknown && (await hasOggPage(file, MAX_STRAY_BYTES, yielder))) return await openOgg(file, yielder);
    throw error;
  }
  return withPackets(sound);
}

async function openOgg(file: RandomAccess, yielder: Yielder): Promise<Recording> {
  const found = await findOggLinks(file, yielder);
  const [first, ...others] = found.links;
  const isWhole = first === undefined || viewOf(file, first.ranges).sizeBytes === file.sizeBytes;
  // mediabunny reads the first link only, and fails at what the links leave out.
  if (others.length > 0 || !isWhole) return await openChained(file, found, yielder);
  return withPackets(await openSound(file, yielder));
}

function withPackets(sound: Sound): Recording {
  if (sound.scan.stretches.length > 0) return recordingOf(sound);
  sound.close();
  throw new RecordingError('AUDIO_BROKEN', 'The audio track has no packets.');
}
