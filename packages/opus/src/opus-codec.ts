import { isMainThread } from 'node:worker_threads';
import type OpusScript from 'opusscript';
import prism from 'prism-media';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ, type OpusRate } from './opus-packet.ts';
import { OpusScriptInstances } from './opusscript-instances.ts';

/** The codec of one stream, for either direction. The caller must close it. */
export interface OpusCodec {
  /** 16,000 to 128,000; values beyond are moved to the nearest of these. */
  setBitrate(bitsPerSecond: number): void;
  /** Encodes 20 ms of interleaved 16-bit samples. */
  encode(pcm: Buffer): Buffer;
  /** Decodes a packet to interleaved 16-bit samples. */
  decode(packet: Buffer): Buffer;
  /** Frees the codec; safe to call twice. The others throw from then on. */
  close(): void;
}

/** The libraries that prism-media chooses from, best first. */
type OpusLibrary = '@discordjs/opus' | 'opusscript';

/** What a codec is opened with. */
export interface OpusCodecOptions {
  readonly library?: OpusLibrary;
  readonly sampleRateHz?: OpusRate;
}

/** The request of libopus to set an encoder's bit rate. */
const SET_BITRATE = 4002;
const MIN_BITRATE_BPS = 16_000;
const MAX_BITRATE_BPS = 128_000;

const opusScripts = new OpusScriptInstances();

/**
 * The name of the library that encodes and decodes Opus here: `@discordjs/opus` where it was compiled, else `opusscript`.
 * A thread that may be ended at any moment uses `opusscript`: @discordjs/opus ends the whole process when its thread is
 * ended in the middle of a call (node-addon-api aborts on an exception that it cannot throw any more). WebAssembly is
 * simply left. It takes 125 µs for 20 ms of sound where @discordjs/opus takes 75 µs.
 */
export function opusImplementation(isEndable = !isMainThread): OpusLibrary {
  if (isEndable) return 'opusscript';
  // prism-media loads its library with its first codec.
  if (prism.opus.Encoder.type === undefined) openStream(1, OPUS_SAMPLE_RATE_HZ).destroy();
  return prism.opus.Encoder.type === '@discordjs/opus' ? '@discordjs/opus' : 'opusscript';
}

/** Opens a codec: the side that is not Opus has `sampleRateHz` (default 48,000). */
export function openOpusCodec(
  channels: 1 | 2,
  { library = opusImplementation(), sampleRateHz = OPUS_SAMPLE_RATE_HZ }: OpusCodecOptions = {},
): OpusCodec {
  return library === 'opusscript' ? openOpusScript(channels, sampleRateHz) : openNative(channels, sampleRateHz);
}

/**
 * A stream of prism-media is used for the codec that it holds, not as a stream: a packet must leave in the tick in which
 * its 20 ms are complete.
 */
function openNative(channels: 1 | 2, sampleRateHz: OpusRate): OpusCodec {
  const stream = openStream(channels, sampleRateHz);
  return {
    setBitrate: (bitsPerSecond) => stream.setBitrate(bitsPerSecond),
    encode: (pcm) => codecOf(stream).encode(pcm),
    decode: (packet) => codecOf(stream).decode(packet),
    close: () => void stream.destroy(),
  };
}

function openStream(channels: 1 | 2, rate: OpusRate): prism.opus.Encoder {
  return new prism.opus.Encoder({ rate, channels, frameSize: frameSamples(rate) });
}

/** prism-media's types leave the codec open; there is none after `destroy`. */
function codecOf(stream: prism.opus.Encoder): Pick<OpusCodec, 'encode' | 'decode'> {
  return stream.encoder as OpusCodec;
}

function openOpusScript(channels: 1 | 2, sampleRateHz: OpusRate): OpusCodec {
  let codec: OpusScript | undefined = opusScripts.open(channels, sampleRateHz);
  const opened = (): OpusScript => {
    if (codec === undefined) throw new Error('The codec is closed.');
    return codec;
  };
  return {
    setBitrate: (bitsPerSecond) =>
      opened().encoderCTL(SET_BITRATE, Math.min(MAX_BITRATE_BPS, Math.max(MIN_BITRATE_BPS, bitsPerSecond))),
    encode: (pcm) => opened().encode(pcm, frameSamples(sampleRateHz)),
    decode: (packet) => opened().decode(packet),
    close: () => {
      codec?.delete();
      codec = undefined;
    },
  };
}

/** Samples per channel in 20 ms. */
function frameSamples(rateHz: OpusRate): number {
  return (FRAME_SAMPLES * rateHz) / OPUS_SAMPLE_RATE_HZ;
}
