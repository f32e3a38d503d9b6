/** History of levels: two halves of this length, so that the noise floor covers the last 3 to 6 s. */
const HALF_WINDOW_SAMPLES = 3 * 48_000;

/** Weight of a new packet in the smoothed level, which averages about three packets. */
const SMOOTHING = 0.4;

/**
 * How much louder than its quietest moments a stream must have been before these count as noise. Under a constrained bit
 * rate, which Discord's clients use, speech and noise are within a factor of 2.5 of each other (measured: 110 to 246 bytes,
 * steady noise 161), so sizes reveal nothing and every packet with sound counts as voiced.
 */
const MIN_DYNAMIC = 3;

/** A packet is voiced if it is this factor above the noise floor. */
const ABOVE_FLOOR = 1.5;

/** Detects speech against background noise by packet sizes alone. Prefers speech if unsure, as the rest may be cut off. */
export interface VoiceActivity {
  /** Classifies the next packet by its level (bytes per 20 ms, 0 for silence) and its samples at 48 kHz. */
  isVoiced(level: number, samples: number): boolean;
}

interface Extremes {
  floor: number;
  peak: number;
}

/** Creates the detector of one stream. */
export function createVoiceActivity(): VoiceActivity {
  let smoothed: number | undefined;
  let older = unknown();
  let newer = unknown();
  let newerSamples = 0;
  return {
    isVoiced(level, samples) {
      if (level === 0) return false;
      smoothed = smoothed === undefined ? level : smoothed + SMOOTHING * (level - smoothed);
      newer.floor = Math.min(newer.floor, smoothed);
      newer.peak = Math.max(newer.peak, smoothed);
      newerSamples += samples;
      if (newerSamples >= HALF_WINDOW_SAMPLES) {
        older = newer;
        newer = { floor: smoothed, peak: smoothed };
        newerSamples = 0;
      }
      const floor = Math.min(older.floor, newer.floor);
      if (Math.max(older.peak, newer.peak) < MIN_DYNAMIC * floor) return true;
      return Math.max(level, smoothed) > ABOVE_FLOOR * floor;
    },
  };
}

function unknown(): Extremes {
  return { floor: Number.POSITIVE_INFINITY, peak: 0 };
}
