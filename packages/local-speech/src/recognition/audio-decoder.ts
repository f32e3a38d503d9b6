import { detectContainer } from '@mynah/pcm/stream-container';
import { Refusal } from '../http/refused-request.ts';
import { createDecodingThreads } from './decoding-threads.ts';
import { FFMPEG_HINT, type Ffmpeg } from './ffmpeg.ts';
import { RECOGNIZER_RATE_HZ } from './recognizer.ts';

/** Turns uploaded recordings into samples. */
export interface AudioDecoder {
  /** `true`: reads every common container; `false`: WAV, mp3 and Ogg Opus only. */
  readonly readsEverything: boolean;
  /**
   * Decodes a recording to 16-bit mono samples at 16 kHz. Samples beyond `maxDurationS` may be missing. Rejects with the
   * signal's reason.
   * @throws {Refusal} 400 when the bytes cannot be read as audio.
   */
  decode(bytes: Uint8Array, maxDurationS: number, signal: AbortSignal): Promise<Int16Array>;
  /** Ends its threads. */
  close(): Promise<void>;
}

/** From this size on, ffmpeg goes first: it decodes an hour of Opus in 5 s, this project's own decoder in 25 s. */
const LARGE_BYTES = 1_000_000;

/** What the first frame of an mp3 may be, instead of sound: an index of the others. It is one frame long, 1,441 bytes at most. */
const MP3_INDEX_TAGS = ['Xing', 'Info'] as const;
const MAX_MP3_FRAME_BYTES = 1_441;

/** Creates a decoder of WAV, mp3 and Ogg Opus, and of all that ffmpeg reads where it is installed. The caller must close it. */
export function createAudioDecoder(ffmpeg: Ffmpeg | undefined): AudioDecoder {
  const threads = createDecodingThreads();
  return {
    readsEverything: ffmpeg !== undefined,
    async decode(bytes, maxDurationS, signal) {
      const how = { sampleRateHz: RECOGNIZER_RATE_HZ, maxDurationS };
      if (ffmpeg !== undefined && bytes.length >= LARGE_BYTES) return await ffmpeg.decode(bytes, how, signal);
      try {
        const readable = ffmpeg === undefined ? withoutMp3Index(bytes) : bytes;
        return await threads.decode({ bytes: readable, ...how }, signal);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (ffmpeg === undefined) throw new Refusal(error.status, `${error.message} ${FFMPEG_HINT}`);
        return await ffmpeg.decode(bytes, how, signal);
      }
    },
    close: () => threads.close(),
  };
}

/** An mp3 from its second frame on, if the first is an index whose length isn't what its header says: mediabunny's is longer. */
function withoutMp3Index(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_MP3_FRAME_BYTES));
  if (detectContainer(bytes) !== 'unknown' || !MP3_INDEX_TAGS.some((tag) => start.includes(tag))) return bytes;
  for (let at = 1; at < start.length; at += 1) {
    if (detectContainer(bytes.subarray(at)) === 'mp3') return bytes.subarray(at);
  }
  return bytes;
}
