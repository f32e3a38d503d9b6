import { OpusError } from './opus-error.ts';

/** Clock rate of every Opus stream: packet durations and granule positions count its samples. */
export const OPUS_SAMPLE_RATE_HZ = 48_000;

/** Rates that libopus encodes from and decodes to, whatever a packet was made from. */
export const OPUS_RATES_HZ = [8_000, 12_000, 16_000, 24_000, OPUS_SAMPLE_RATE_HZ] as const;

/** One of libopus's rates. */
export type OpusRate = (typeof OPUS_RATES_HZ)[number];

/** Samples per channel of the 20 ms frames Discord plays. */
export const FRAME_SAMPLES = 960;

/** Maximum duration of a packet in samples: 120 ms (RFC 6716 §3.2.5, rule R5). */
const MAX_PACKET_SAMPLES = 5760;

/** One 20 ms packet of silence; Discord expects five of them after an utterance. Do not write to it. */
export const SILENCE_FRAME: Uint8Array = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Frame durations in samples by configuration number (RFC 6716 §3.1, table 2): SILK, hybrid, CELT. */
const SILK_FRAME_SAMPLES = [480, 960, 1920, 2880] as const;
const HYBRID_FRAME_SAMPLES = [480, 960] as const;
const CELT_FRAME_SAMPLES = [120, 240, 480, 960] as const;

/** Samples (at 48 kHz, per channel) of one frame of a packet that starts with the byte `toc`. */
export function frameSamples(toc: number): number {
  const config = toc >> 3;
  const samples =
    config < 12
      ? SILK_FRAME_SAMPLES[config & 3]
      : config < 16
        ? HYBRID_FRAME_SAMPLES[config & 1]
        : CELT_FRAME_SAMPLES[config & 3];
  if (samples === undefined) throw new OpusError('OPUS_MALFORMED', `The TOC byte ${toc} is out of range.`);
  return samples;
}

/**
 * Number of frames in a packet, given by the frame count code of its first byte and by the count byte of code 3.
 * @throws {OpusError} OPUS_MALFORMED when the packet is empty or has no usable count byte.
 */
export function frameCount(packet: Uint8Array): number {
  const toc = packet[0];
  if (toc === undefined) throw new OpusError('OPUS_MALFORMED', 'An Opus packet is empty.');
  const code = toc & 3;
  if (code === 0) return 1;
  if (code < 3) return 2;
  const count = (packet[1] ?? 0) & 0x3f;
  if (count === 0) throw new OpusError('OPUS_MALFORMED', 'An Opus packet of code 3 has no number of frames.');
  return count;
}

/**
 * Duration of a packet in 48 kHz samples per channel: frame duration times frames (RFC 6716 §3). Lengths inside the
 * packet are not checked.
 * @throws {OpusError} OPUS_MALFORMED when the packet is empty, has no number of frames, or lasts more than 120 ms.
 */
export function packetSamples(packet: Uint8Array): number {
  const samples = frameCount(packet) * frameSamples(packet[0] ?? 0);
  if (samples > MAX_PACKET_SAMPLES) {
    throw new OpusError('OPUS_MALFORMED', `An Opus packet lasts ${samples / 48} ms; 120 ms is the most.`);
  }
  return samples;
}

/**
 * Channels that the packet is coded with, given by the stereo bit of its first byte.
 * @throws {OpusError} OPUS_MALFORMED when the packet is empty.
 */
export function packetChannels(packet: Uint8Array): 1 | 2 {
  const toc = packet[0];
  if (toc === undefined) throw new OpusError('OPUS_MALFORMED', 'An Opus packet is empty.');
  return (toc & 4) === 0 ? 1 : 2;
}
