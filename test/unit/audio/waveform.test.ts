import { describe, expect, it } from 'vitest';
import { waveformOf } from '../../../src/audio/waveform.ts';

const STRETCH_MS = 20;

/** The points of a waveform of stretches of 20 ms with these root mean squares. */
function pointsOf(levels: readonly number[]): number[] {
  const powers = levels.map((level) => level ** 2);
  return [...Buffer.from(waveformOf(powers, STRETCH_MS), 'base64')];
}

const steady = (level: number, count: number): number[] => new Array<number>(count).fill(level);

describe('a waveform', () => {
  it('is 0 for silence', () => {
    expect(pointsOf(steady(0, 50))).toEqual(steady(0, 10));
  });

  it('is higher where the sound is louder, and full where it is loudest', () => {
    expect(pointsOf([...steady(0.1, 5), ...steady(0.2, 5), ...steady(0.4, 5)])).toEqual([64, 128, 255]);
  });

  it('looks the same for quiet and for loud speech', () => {
    const speech = [...steady(1, 5), ...steady(0.25, 5)];
    expect(pointsOf(speech.map((level) => level / 10))).toEqual(pointsOf(speech));
  });

  it('does not show noise that is almost silent as speech', () => {
    expect(Math.max(...pointsOf(steady(0.0001, 50)))).toBeLessThan(5);
  });

  it.each([
    [1, 1],
    [4, 1],
    [9, 1],
    [10, 2],
    [1_279, 255],
    [1_280, 256],
    [60_000, 256],
  ])('has for %i stretches of 20 ms %i points: one for 100 ms at least, and 256 at most', (stretches, points) => {
    expect(pointsOf(steady(0.5, stretches))).toHaveLength(points);
  });

  it('shows a short peak of a long recording where it is', () => {
    const points = pointsOf([...steady(0.01, 3_000), ...steady(1, 50), ...steady(0.01, 3_000)]);
    const peak = points.indexOf(Math.max(...points));
    expect(peak).toBeGreaterThan(120);
    expect(peak).toBeLessThan(136);
  });

  it('has a point for no sound at all', () => {
    expect(pointsOf([])).toEqual([0]);
  });
});
