import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';

const SAMPLES_PER_MS = OPUS_SAMPLE_RATE_HZ / 1000;

/** How far a pause may take the clock ahead of real time: the jitter of a bad network, with room. */
const MAX_PAUSE_LEAD = 1_000 * SAMPLES_PER_MS;

/** How far sound itself may be ahead of real time. */
const MAX_SOUND_LEAD = 5_000 * SAMPLES_PER_MS;

/** How far the clock may fall behind and catch up again: packets that a stalled network delivers in one burst. */
const MAX_LAG = 10_000 * SAMPLES_PER_MS;

/** A speaker's clock: RTP time without its wrap-around, which the sender cannot stop, turn back or run fast. */
export interface SpeakerClock {
  /**
   * The position of the next packet of the stream, in samples at 48 kHz: never before the end of the packet before it.
   * Pauses that RTP time claims but real time does not allow are shortened. `undefined` for sound that comes faster than
   * anybody can speak: drop it.
   */
  next(packet: {
    /** RTP timestamp, 32 bits. */
    readonly timestamp: number;
    readonly samples: number;
    /** `performance.now()` of its arrival. */
    readonly receivedAtMs: number;
  }): number | undefined;
  /** A new stream begins: the next packet's timestamp says nothing. Real time continues. */
  restart(): void;
}

/** Creates the clock of one speaker. */
export function createSpeakerClock(): SpeakerClock {
  /** End of the latest packet. */
  let end = 0;
  let endTimestamp: number | undefined;
  let receivedAtMs: number | undefined;
  /** How far the clock is ahead of real time, in samples. */
  let lead = 0;
  return {
    next: (packet) => {
      const passed = receivedAtMs === undefined ? 0 : Math.max(0, packet.receivedAtMs - receivedAtMs);
      // A packet that overtook this one arrived earlier: the time in between must not pass twice.
      receivedAtMs = Math.max(receivedAtMs ?? packet.receivedAtMs, packet.receivedAtMs);
      lead = Math.max(-MAX_LAG, lead - passed * SAMPLES_PER_MS);
      if (lead + packet.samples > MAX_SOUND_LEAD) return undefined;
      // Wraps around with 32 bits; the difference is at most half of that either way.
      const claimed = endTimestamp === undefined ? 0 : (packet.timestamp - endTimestamp) | 0;
      const pause = Math.max(0, Math.min(claimed, MAX_PAUSE_LEAD - lead));
      const position = end + pause;
      end = position + packet.samples;
      endTimestamp = (packet.timestamp + packet.samples) | 0;
      lead += pause + packet.samples;
      return position;
    },
    restart: () => {
      endTimestamp = undefined;
    },
  };
}
