import { describe, expect, it } from 'vitest';
import { findSpeechRegions } from '../../../src/recognition/speech-regions.ts';

const RATE_HZ = 16_000;

/** A hum for each pair of seconds, silence between. */
function hum(seconds: number, spans: readonly (readonly [from: number, to: number])[], amplitude = 5_000): Int16Array {
  return Int16Array.from({ length: seconds * RATE_HZ }, (_, at) => {
    const isHumming = spans.some(([from, to]) => at >= from * RATE_HZ && at < to * RATE_HZ);
    return isHumming ? amplitude * Math.sin((at * 2 * Math.PI * 200) / RATE_HZ) : 0;
  });
}

function inSeconds(pcm: Int16Array): number[][] {
  return findSpeechRegions(pcm, RATE_HZ).map(({ startSample, endSample }) =>
    [startSample, endSample].map((sample) => sample / RATE_HZ),
  );
}

describe('speech regions', () => {
  it('lie between pauses, with a little silence around them', () => {
    expect(
      inSeconds(
        hum(6, [
          [1, 2],
          [4, 5],
        ]),
      ),
    ).toEqual([
      [0.8, 2.2],
      [3.8, 5.2],
    ]);
  });

  it('include short pauses', () => {
    expect(
      inSeconds(
        hum(4, [
          [1, 2],
          [2.4, 3],
        ]),
      ),
    ).toEqual([[0.8, 3.2]]);
  });

  it('end with the recording', () => {
    expect(inSeconds(hum(2, [[0, 2]]))).toEqual([[0, 2]]);
  });

  it('do not exist in silence, faint noise or a click', () => {
    expect(inSeconds(hum(2, []))).toEqual([]);
    expect(inSeconds(hum(2, [[0, 2]], 50))).toEqual([]);
    expect(inSeconds(hum(2, [[1, 1.03]]))).toEqual([]);
    expect(inSeconds(new Int16Array())).toEqual([]);
  });

  it('that are long are cut without losing or repeating a sample', () => {
    const regions = findSpeechRegions(hum(40, [[0, 40]]), RATE_HZ);
    expect(regions.length).toBeGreaterThan(2);
    expect(regions[0]?.startSample).toBe(0);
    expect(regions.at(-1)?.endSample).toBe(40 * RATE_HZ);
    for (const [index, region] of regions.slice(1).entries())
      expect(region.startSample).toBe(regions[index]?.endSample);
    expect(Math.max(...regions.map(({ startSample, endSample }) => endSample - startSample))).toBeLessThan(
      16 * RATE_HZ,
    );
  });
});
