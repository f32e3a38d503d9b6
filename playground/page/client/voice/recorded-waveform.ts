/** Most points of a waveform, and the frames of 20 ms that one stands for at least (Discord API reference, "Voice Messages"). */
const MOST_POINTS = 256;
const LEAST_FRAMES = 5;
const FULL = 255;
/** Sound that is quieter than this does not fill the height, as almost silence must not look like speech: -40 dB. */
const QUIETEST_FULL_RMS = 0.01;

/** The waveform of a voice message in base64, by the mean squares of its frames of 20 ms: one byte a point, 255 for the loudest. */
export function recordedWaveform(powers: readonly number[]): string {
  const points = Math.max(1, Math.min(MOST_POINTS, Math.floor(powers.length / LEAST_FRAMES)));
  const levels = Array.from({ length: points }, (_, point) => {
    const part = powers.slice(
      Math.floor((point * powers.length) / points),
      Math.floor(((point + 1) * powers.length) / points),
    );
    return part.length === 0 ? 0 : Math.sqrt(part.reduce((sum, power) => sum + power, 0) / part.length);
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), QUIETEST_FULL_RMS);
  return btoa(levels.map((level) => String.fromCharCode(Math.round((FULL * level) / loudest))).join(''));
}
