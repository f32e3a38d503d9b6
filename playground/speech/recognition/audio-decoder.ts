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

/** Creates a decoder of WAV, mp3 and Ogg Opus, and of all that ffmpeg reads where it is installed. The caller must close it. */
export function createAudioDecoder(ffmpeg: Ffmpeg | undefined): AudioDecoder {
  const threads = createDecodingThreads();
  return {
    readsEverything: ffmpeg !== undefined,
    async decode(bytes, maxDurationS, signal) {
      const how = { sampleRateHz: RECOGNIZER_RATE_HZ, maxDurationS };
      if (ffmpeg !== undefined && bytes.length >= LARGE_BYTES) return await ffmpeg.decode(bytes, how, signal);
      try {
        return await threads.decode({ bytes, ...how }, signal);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (ffmpeg === undefined) throw new Refusal(error.status, `${error.message} ${FFMPEG_HINT}`);
        return await ffmpeg.decode(bytes, how, signal);
      }
    },
    close: () => threads.close(),
  };
}
