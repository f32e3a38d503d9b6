/** Height of the lowest bar: silence can be seen, too. */
const LOWEST = 0.08;

/**
 * Heights of the bars of a voice message, 0…1.
 *
 * @param waveform Loudness as base64 bytes, 0–255 each; what is no base64 gives flat bars.
 * @param count Bars that are drawn: each is the loudest of its share.
 */
export function waveformBars(waveform: string, count: number): readonly number[] {
  const loudness = decode(waveform);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * loudness.length) / count);
    const to = Math.max(Math.floor(((bar + 1) * loudness.length) / count), from + 1);
    return Math.max(LOWEST, ...loudness.slice(from, to).map((value) => value / 255));
  });
}

function decode(waveform: string): readonly number[] {
  try {
    return Array.from(atob(waveform), (character) => character.charCodeAt(0));
  } catch {
    return [];
  }
}
