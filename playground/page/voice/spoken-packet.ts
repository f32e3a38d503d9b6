import { FRAME_SAMPLES, packetSamples } from '@mynah/opus/opus-packet';

/** Longest Opus frame (RFC 6716 §3.2.1) with the byte before it. */
const MAX_PACKET_BYTES = 1_276;

/** Whether what a page sent can be spoken: one Opus packet of 20 ms. */
export function isSpokenPacket(packet: Uint8Array): boolean {
  if (packet.length === 0 || packet.length > MAX_PACKET_BYTES) return false;
  try {
    return packetSamples(packet) === FRAME_SAMPLES;
  } catch {
    return false;
  }
}
