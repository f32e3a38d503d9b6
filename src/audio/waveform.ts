/** Most points of a waveform, and the shortest stretch that one stands for (Discord API reference, "Voice Messages"). */
const MAX_POINTS = 256;
const MIN_POINT_MS = 100;
/** Highest value of a point. */
const FULL = 255;
/**
 * The loudest point fills the height, unless the sound is quieter than this share of full scale (-40 dB): what is almost
 * silent must not look like speech. Discord documents no scale; its clients show speech at normal volume at about full height.
 */
const QUIETEST_FULL_RMS = 0.01;

/**
 * The waveform of a voice message in base64, one byte a point: 0 for silence, 255 for the loudest stretch. `powers` are mean
 * squares of the samples (full scale is 1) of consecutive stretches of `stretchMs` each. A point stands for at least 100 ms,
 * and there are 256 at most; sound shorter than 100 ms has one.
 */
export function waveformOf(powers: readonly number[], stretchMs: number): string {
  const stretchesPerPoint = Math.ceil(MIN_POINT_MS / stretchMs);
  const points = Math.max(1, Math.min(MAX_POINTS, Math.floor(powers.length / stretchesPerPoint)));
  const levels = Array.from({ length: points }, (_, point) => {
    const start = Math.floor((point * powers.length) / points);
    const end = Math.floor(((point + 1) * powers.length) / points);
    return rms(powers.slice(start, end));
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), QUIETEST_FULL_RMS);
  return Buffer.from(levels.map((level) => Math.round((FULL * level) / loudest))).toString('base64');
}

function rms(powers: readonly number[]): number {
  if (powers.length === 0) return 0;
  return Math.sqrt(powers.reduce((sum, power) => sum + power, 0) / powers.length);
}
