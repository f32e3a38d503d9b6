import { describe, expect, it } from 'vitest';
import { Eta } from '../../../src/files/eta.ts';

const waiting = (durationMs: number) => ({ durationMs, startedAtMs: undefined });

describe('the pace', () => {
  it('guesses nothing before a piece was seen', () => {
    expect(new Eta().leftMs([waiting(1_000)], 1, 0)).toBeUndefined();
  });

  it('guesses from what earlier pieces took, some of them side by side', () => {
    const pace = new Eta();
    pace.learn(60_000, 6_000);
    expect(pace.leftMs([waiting(60_000), waiting(60_000)], 1, 0)).toBe(12_000);
    expect(pace.leftMs([waiting(60_000), waiting(60_000)], 2, 0)).toBe(6_000);
    expect(pace.leftMs([waiting(60_000)], 3, 0)).toBe(6_000);
  });

  it('counts off what pieces under way have had, down to nothing', () => {
    const pace = new Eta();
    pace.learn(60_000, 6_000);
    expect(pace.leftMs([{ durationMs: 60_000, startedAtMs: 100 }], 1, 4_100)).toBe(2_000);
    expect(pace.leftMs([{ durationMs: 60_000, startedAtMs: 100 }], 1, 99_000)).toBe(0);
  });

  it('follows a service that becomes slower', () => {
    const pace = new Eta();
    pace.learn(1_000, 100);
    for (let piece = 0; piece < 20; piece += 1) pace.learn(1_000, 500);
    expect(pace.leftMs([waiting(1_000)], 1, 0)).toBeCloseTo(500, 0);
  });
});
