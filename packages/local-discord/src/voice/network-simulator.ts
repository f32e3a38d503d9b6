import type { NetworkConditions } from './person-voice-api.ts';
import type { RtpExtras } from './rtp.ts';

/** The fate of one packet on its way to one listener. */
export interface PacketFate {
  readonly dropped: boolean;
  /** Delay in ms, so that later packets overtake it. */
  readonly delayMs: number;
  /** `undefined` for a plain packet. */
  readonly extras: RtpExtras | undefined;
}

/** Longer than one packet's 20 ms, shorter than two. */
const HOLD_BACK_MS = 30;
const PADDING_BYTES = 16;
const UNTOUCHED: PacketFate = { dropped: false, delayMs: 0, extras: undefined };

/** Decides per packet; the same seed and order of packets give the same result. */
export function createNetworkSimulator(conditions: NetworkConditions = {}): () => PacketFate {
  const { lossRate = 0, reorderRate = 0, jitterMs = 0, paddingRate = 0, extensions = false, seed = 1 } = conditions;
  if (lossRate === 0 && reorderRate === 0 && jitterMs === 0 && paddingRate === 0 && !extensions) return () => UNTOUCHED;
  const random = createRandom(seed);
  return () => {
    const dropped = random() < lossRate;
    const heldBackMs = random() < reorderRate ? HOLD_BACK_MS : 0;
    const paddingBytes = random() < paddingRate ? PADDING_BYTES : 0;
    // Drawn only where there is jitter, so that a seed means the same choices as without.
    const delayMs = heldBackMs + (jitterMs > 0 ? random() * jitterMs : 0);
    return { dropped, delayMs, extras: { extension: extensions, paddingBytes } };
  };
}

/** Mulberry32: a small seeded generator of numbers 0…1. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
