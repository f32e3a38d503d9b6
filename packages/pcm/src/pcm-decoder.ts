import { MPEGDecoder } from 'mpg123-decoder';
import { floatFromInt16, int16FromBytes, mixToMono } from './pcm.ts';
import { PcmError } from './pcm-error.ts';
import { createWavReader, type WavReader } from './wav.ts';

/** Mono samples in −1…1 and their rate. */
export interface PcmBlock {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** Decodes the bytes of one stream to PCM as they arrive. The caller must close it. */
export interface PcmDecoder {
  /** About 100 ms of sound in bytes. Split larger pieces to keep the thread responsive. */
  readonly pieceBytes: number;
  /**
   * Decodes the next bytes, cut anywhere, and returns the samples ready so far; `undefined` if there are none.
   * @throws {PcmError} AUDIO_MALFORMED or AUDIO_UNSUPPORTED if the bytes cannot be decoded.
   */
  decode(bytes: Uint8Array): PcmBlock | undefined;
  /**
   * Call at the end of the bytes.
   * @throws {PcmError} AUDIO_MALFORMED if the stream ended before its sound started.
   */
  end(): void;
  close(): void;
}

const PCM_PIECE_BYTES = 8_192;
/** 128 ms at the 128 kbit/s that the service sends. */
const MP3_PIECE_BYTES = 2_048;

/** Creates a decoder of bare 16-bit little-endian mono PCM at a known rate. Ignores a last odd byte. */
export function createRawDecoder(sampleRateHz: number): PcmDecoder {
  const groups = new SampleGroups();
  return {
    pieceBytes: PCM_PIECE_BYTES,
    decode: (bytes) => block(groups.push(bytes, 2), 1, sampleRateHz),
    end: () => undefined,
    close: () => undefined,
  };
}

/** Creates a decoder of 16-bit WAV with one or two channels. */
export function createWavDecoder(): PcmDecoder {
  const reader: WavReader = createWavReader();
  const groups = new SampleGroups();
  return {
    pieceBytes: PCM_PIECE_BYTES,
    decode(bytes) {
      const samples = reader.push(bytes);
      const { format } = reader;
      if (format === undefined) return undefined;
      return block(groups.push(samples, 2 * format.channels), format.channels, format.sampleRateHz);
    },
    end: () => reader.end(),
    close: () => undefined,
  };
}

/** Creates a decoder of mp3 (mpg123 as WebAssembly). It skips tags and removes the encoder's delay. */
export async function createMp3Decoder(): Promise<PcmDecoder> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let closed = false;
  return {
    pieceBytes: MP3_PIECE_BYTES,
    decode(bytes) {
      const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(bytes);
      if (errors.length > 0) throw new PcmError('AUDIO_MALFORMED', `The mp3 cannot be decoded: ${errors[0]?.message}.`);
      if (samplesDecoded === 0) return undefined;
      return { samples: mean(channelData), sampleRateHz: sampleRate };
    },
    end: () => undefined,
    close() {
      if (closed) return;
      closed = true;
      decoder.free();
    },
  };
}

/** Cuts bytes only between groups of `groupBytes`, the samples of one instant. */
class SampleGroups {
  #rest: Uint8Array = new Uint8Array();

  push(bytes: Uint8Array, groupBytes: number): Uint8Array {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % groupBytes);
    this.#rest = new Uint8Array(all.subarray(whole));
    return all.subarray(0, whole);
  }
}

function block(bytes: Uint8Array, channels: number, sampleRateHz: number): PcmBlock | undefined {
  if (bytes.length === 0) return undefined;
  return { samples: floatFromInt16(mixToMono(int16FromBytes(bytes), channels)), sampleRateHz };
}

function mean(channels: readonly Float32Array[]): Float32Array {
  const [left = new Float32Array(), right = left] = channels;
  const mono = new Float32Array(left.length);
  for (let index = 0; index < mono.length; index += 1) mono[index] = ((left[index] ?? 0) + (right[index] ?? 0)) / 2;
  return mono;
}
