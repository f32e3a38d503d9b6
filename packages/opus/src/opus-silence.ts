import { FRAME_SAMPLES, SILENCE_FRAME } from './opus-packet.ts';

/** The shortest Opus frame: 2.5 ms. */
const MIN_FRAME_SAMPLES = 120;

/** Frames of full-band CELT silence by samples, longest first (RFC 6716 §3.1, table 2, configurations 31 to 28). */
const SILENCES: readonly (readonly [samples: number, packet: Uint8Array])[] = [
  [FRAME_SAMPLES, SILENCE_FRAME],
  [480, Uint8Array.of(0xf0, 0xff, 0xfe)],
  [240, Uint8Array.of(0xe8, 0xff, 0xfe)],
  [MIN_FRAME_SAMPLES, Uint8Array.of(0xe0, 0xff, 0xfe)],
];

/** Maximum size of a packet without sound: a silence frame, or the one or two bytes of DTX. */
const MAX_SILENT_BYTES = 3;

/** Packets of `samples` of silence at 48 kHz, rounded down to 2.5 ms. Do not write to them. */
export function opusSilence(samples: number): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let left = samples;
  for (const [packetSamples, packet] of SILENCES) {
    for (; left >= packetSamples; left -= packetSamples) packets.push(packet);
  }
  return packets;
}

/** The number of samples that `opusSilence` returns for `samples`. */
export function silenceSamples(samples: number): number {
  return Math.max(0, Math.floor(samples / MIN_FRAME_SAMPLES) * MIN_FRAME_SAMPLES);
}

/**
 * The level of a packet: bytes per 20 ms, 0 for silence. With a variable bit rate it follows the sound, with a constrained
 * one (Discord's clients) only changes of the sound.
 */
export function packetLevel(packet: Uint8Array, samples: number): number {
  return packet.length <= MAX_SILENT_BYTES ? 0 : (packet.length * FRAME_SAMPLES) / samples;
}
