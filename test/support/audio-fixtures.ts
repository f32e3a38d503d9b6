import { createOpusDecoder, type OpenCodec } from '@mynah/opus/opus-encoder';
import prism from 'prism-media';

/** A sine wave at half of full scale as 16-bit samples, interleaved for two channels. */
export function sine(options: { hz?: number; rateHz: number; durationMs: number; channels?: number }): Int16Array {
  const { hz = 440, rateHz, durationMs, channels = 1 } = options;
  const samples = Math.round((rateHz * durationMs) / 1000);
  return Int16Array.from({ length: samples * channels }, (_, index) =>
    Math.round(16_384 * Math.sin((2 * Math.PI * hz * Math.floor(index / channels)) / rateHz)),
  );
}

export function bytesOf(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

/** The codec inside a prism-media encoder: it accepts any bit rate that libopus allows and any frame length. */
interface AnyCodec {
  encode(pcm: Buffer, samples: number): Buffer;
  /** @discordjs/opus */
  applyEncoderCTL?(request: number, value: number): void;
  /** opusscript */
  encoderCTL?(request: number, value: number): void;
}

const OPUS_SET_BITRATE = 4002;
/** The longest packet opusscript encodes. */
const MAX_ENCODED_MS = 60;

/** Opus packets of a sine wave at 48 kHz, `frameMs` each: one frame up to 60 ms, several 20 ms frames above. */
export function opusPackets(options: {
  count: number;
  frameMs?: number;
  channels?: 1 | 2;
  bitrateBps?: number;
}): Uint8Array[] {
  const { count, frameMs = 20, channels = 1, bitrateBps = 64_000 } = options;
  if (frameMs > MAX_ENCODED_MS)
    return joinFrames(opusPackets({ ...options, count: (count * frameMs) / 20, frameMs: 20 }), frameMs / 20);
  const stream = new prism.opus.Encoder({ rate: 48_000, channels, frameSize: 48 * frameMs });
  const codec = stream.encoder as AnyCodec;
  codec.applyEncoderCTL?.(OPUS_SET_BITRATE, bitrateBps);
  codec.encoderCTL?.(OPUS_SET_BITRATE, bitrateBps);
  const pcm = bytesOf(sine({ rateHz: 48_000, durationMs: frameMs * count, channels }));
  const packetBytes = 2 * 48 * frameMs * channels;
  const packets = pieces(pcm, packetBytes).map((bytes) => codec.encode(Buffer.from(bytes), 48 * frameMs));
  stream.destroy();
  return packets;
}

/** Joins packets into packets of `count` frames, with the length of every frame but the last (RFC 6716 §3.2.5, code 3, VBR). */
function joinFrames(packets: readonly Uint8Array[], count: number): Uint8Array[] {
  const lengthBytes = ({ length }: Uint8Array): number[] =>
    length < 252 ? [length] : [252 + (length & 3), (length - 252 - (length & 3)) / 4];
  return Array.from({ length: packets.length / count }, (_, index) => {
    const group = packets.slice(index * count, (index + 1) * count);
    const frames = group.map((packet) => packet.subarray(1));
    const head = Uint8Array.of((group[0]?.[0] ?? 0) | 3, 0x80 | count, ...frames.slice(0, -1).flatMap(lengthBytes));
    return Buffer.concat([head, ...frames]);
  });
}

/** Decodes the packets of one stream to mono samples at 48 kHz. */
export function decodeOpus(packets: readonly Uint8Array[], openCodec?: OpenCodec): Int16Array {
  const decoder = createOpusDecoder(1, openCodec);
  try {
    return Int16Array.from(packets.flatMap((packet) => [...decoder.decode(packet)]));
  } finally {
    decoder.close();
  }
}

/** Cuts bytes into pieces of `size`, the last one shorter. */
export function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/**
 * The level of a sine wave of `hz` above everything else in `samples`, in dB. Ignores the first and last 5 %, where coders
 * and filters settle.
 */
export function signalToNoiseDb(samples: Int16Array, hz: number, rateHz: number): number {
  const margin = Math.floor(samples.length / 20);
  const middle = samples.slice(margin, samples.length - margin);
  let [ss, cc, sc, ys, yc, yy] = [0, 0, 0, 0, 0, 0];
  const angleOf = (index: number): number => (2 * Math.PI * hz * index) / rateHz;
  middle.forEach((y, index) => {
    const [s, c] = [Math.sin(angleOf(index)), Math.cos(angleOf(index))];
    ss += s * s;
    cc += c * c;
    sc += s * c;
    ys += y * s;
    yc += y * c;
    yy += y * y;
  });
  const determinant = ss * cc - sc * sc;
  const a = (ys * cc - yc * sc) / determinant;
  const b = (yc * ss - ys * sc) / determinant;
  const noise = middle.reduce((sum, y, index) => {
    const error = y - a * Math.sin(angleOf(index)) - b * Math.cos(angleOf(index));
    return sum + error * error;
  }, 0);
  return 10 * Math.log10(yy / noise);
}

/** Packets in hex, so that Buffers and Uint8Arrays compare equal and differences are readable. */
export function hex(packets: readonly Uint8Array[]): string[] {
  return packets.map((packet) => Buffer.from(packet).toString('hex'));
}
