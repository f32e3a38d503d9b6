import { type OpusCodec, openOpusCodec } from './opus-codec.ts';
import { OpusError } from './opus-error.ts';
import { FRAME_SAMPLES } from './opus-packet.ts';
import { splitFrames } from './opus-reframe.ts';

/** Discord's own default for a voice channel. */
const DEFAULT_BITRATE_BPS = 64_000;

/** Encodes 48 kHz PCM into 20 ms packets. It carries the state of one stream. The caller must close it. */
export interface OpusEncoder {
  /**
   * Encodes exactly one frame: 960 samples per channel, interleaved. The packet is in new memory.
   * @throws {OpusError} OPUS_ENCODE_FAILED when the frame has another length, libopus refuses it, or after `close`.
   */
  encode(pcm: Int16Array): Uint8Array;
  /** Frees the codec; safe to call twice. */
  close(): void;
}

/** Decodes the packets of one stream to interleaved PCM. The caller must close it. */
export interface OpusDecoder {
  /**
   * Decodes one packet of up to 120 ms. The samples are in new memory.
   * @throws {OpusError} OPUS_MALFORMED when the packet is empty, libopus cannot read it, or after `close`.
   */
  decode(packet: Uint8Array): Int16Array;
  /** Frees the codec; safe to call twice. */
  close(): void;
}

/** How a codec is opened; tests open others. */
export type OpenCodec = (channels: 1 | 2) => OpusCodec;

/** Creates an encoder for `channels` (default 1) at `bitrateBps` (default 64,000; 16,000 to 128,000). */
export function createOpusEncoder(
  options: { readonly bitrateBps?: number; readonly channels?: 1 | 2; readonly openCodec?: OpenCodec } = {},
): OpusEncoder {
  const { bitrateBps = DEFAULT_BITRATE_BPS, channels = 1, openCodec = openOpusCodec } = options;
  const codec = openCodec(channels);
  try {
    codec.setBitrate(bitrateBps);
  } catch (error) {
    codec.close();
    throw error;
  }
  return {
    encode(pcm) {
      // Neither codec checks lengths: with a wrong one @discordjs/opus ends the process.
      if (pcm.length !== FRAME_SAMPLES * channels) {
        throw new OpusError('OPUS_ENCODE_FAILED', `A frame of ${pcm.length} samples is not 20 ms long.`);
      }
      try {
        return new Uint8Array(codec.encode(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)));
      } catch (cause) {
        throw new OpusError('OPUS_ENCODE_FAILED', 'libopus refused a frame.', { cause });
      }
    },
    close: () => codec.close(),
  };
}

/** Creates a decoder whose output has `channels` (default 1) and the codec's rate (48 kHz), whatever the packets are coded with. */
export function createOpusDecoder(channels: 1 | 2 = 1, openCodec: OpenCodec = openOpusCodec): OpusDecoder {
  const codec = openCodec(channels);
  return {
    decode(packet) {
      // opusscript drops sound beyond 60 ms of a packet; a single frame lasts at most 60 ms.
      const frames = splitFrames(packet);
      try {
        return samplesOf(frames.map((frame) => codec.decode(Buffer.from(frame))));
      } catch (cause) {
        throw new OpusError('OPUS_MALFORMED', 'libopus cannot read a packet.', { cause });
      }
    },
    close: () => codec.close(),
  };
}

function samplesOf(frames: readonly Buffer[]): Int16Array {
  const [first] = frames;
  const pcm = first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
  return new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength));
}
