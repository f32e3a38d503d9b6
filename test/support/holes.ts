import { SILENCE_FRAME } from '@mynah/opus/opus-packet';

const FRAME_MS = 20;
/** Less is jitter, which clients absorb. */
const MIN_HOLE_MS = 40;
/** The last packets only judge those before them: nothing shows whether they are late for good. */
const JUDGING_PACKETS = 10;

/** A packet as it arrives at a listener. */
interface ArrivedPacket {
  readonly opus: Uint8Array;
  readonly receivedAtMs: number;
}

/** Whether a packet carries sound. */
export function isVoiced(opus: Uint8Array): boolean {
  return Buffer.compare(opus, SILENCE_FRAME) !== 0;
}

/**
 * The holes that a listener hears in one utterance, in ms each: silence frames, or nothing, for 40 ms or longer, after
 * which all further sound is that much later. A packet alone that is late is jitter. `packets` are of one speaker, in order.
 */
export function holesOf(packets: readonly ArrivedPacket[]): number[] {
  const voiced = packets.filter(({ opus }) => isVoiced(opus));
  // How late each packet is if sound never stops; no later than any packet after it.
  let laterMs = Number.POSITIVE_INFINITY;
  const lateMs = voiced
    .map(({ receivedAtMs }, index) => receivedAtMs - index * FRAME_MS)
    .toReversed()
    .map((ms) => {
      laterMs = Math.min(laterMs, ms);
      return laterMs;
    })
    .toReversed()
    .slice(0, -JUDGING_PACKETS);
  return lateMs
    .slice(1)
    .map((ms, index) => ms - (lateMs[index] ?? 0))
    .filter((holeMs) => holeMs >= MIN_HOLE_MS);
}
