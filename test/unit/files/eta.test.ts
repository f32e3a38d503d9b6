import { describe, expect, it } from 'vitest';
import { Eta } from '../../../src/files/eta.ts';

const waiting = (durationMs: number) => ({ durationMs, startedAtMs: undefined });

describe('the time left', () => {
  it('is unknown before a piece was done', () => {
    expect(new Eta().leftMs([waiting(1_000)], 1, 0)).toBeUndefined();
  });

  it('follows what earlier pieces took, some of them side by side', () => {
    const eta = new Eta();
    eta.learn(60_000, 6_000);
    expect(eta.leftMs([waiting(60_000), waiting(60_000)], 1, 0)).toBe(12_000);
    expect(eta.leftMs([waiting(60_000), waiting(60_000)], 2, 0)).toBe(6_000);
    expect(eta.leftMs([waiting(60_000)], 3, 0)).toBe(6_000);
  });

  it('shrinks by what a piece under way has had', () => {
    const eta = new Eta();
    eta.learn(60_000, 6_000);
    expect(eta.leftMs([{ durationMs: 60_000, startedAtMs: 100 }], 1, 4_100)).toBe(2_000);
  });

  it('grows again for a piece that takes much longer than expected', () => {
    const eta = new Eta();
    eta.learn(60_000, 6_000);
    const leftMs = (elapsedMs: number) => eta.leftMs([{ durationMs: 60_000, startedAtMs: 0 }], 1, elapsedMs);
    expect(leftMs(60_000)).toBe(15_000);
    expect(leftMs(600_000)).toBe(150_000);
    expect(eta.leftMs([], 1, 0)).toBe(0);
  });

  it('follows a service that becomes slower', () => {
    const eta = new Eta();
    eta.learn(1_000, 100);
    for (let piece = 0; piece < 20; piece += 1) eta.learn(1_000, 500);
    expect(eta.leftMs([waiting(1_000)], 1, 0)).toBeCloseTo(500, 0);
  });
});

describe('the share of a piece', () => {
  it('is nothing before the piece was sent', () => {
    expect(new Eta().shareOf(waiting(60_000), 5_000)).toBe(0);
  });

  it('advances evenly with the time that earlier pieces took', () => {
    const eta = new Eta();
    eta.learn(60_000, 6_000);
    const shares = [1_200, 2_400, 3_600].map((now) => eta.shareOf({ durationMs: 60_000, startedAtMs: 0 }, now));
    expect(shares).toEqual([0.2, 0.4, 0.6]);
  });

  it('does not seem nearly done after a second, however short the piece is', () => {
    const eta = new Eta();
    eta.learn(60_000, 600);
    expect(eta.shareOf({ durationMs: 1_000, startedAtMs: 0 }, 1_000)).toBe(0.5);
  });

  it.each([undefined, 6_000])(
    'always grows and never reaches the whole, however long it takes (learnt: %o)',
    (tookMs) => {
      const eta = new Eta();
      if (tookMs !== undefined) eta.learn(60_000, tookMs);
      const shares = Array.from({ length: 600 }, (_, second) =>
        eta.shareOf({ durationMs: 60_000, startedAtMs: 0 }, second * 1_000),
      );
      expect(shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 1))).toBe(true);
      expect(shares.at(-1)).toBeGreaterThan(0.85);
      expect(shares.at(-1)).toBeLessThan(1);
    },
  );
});
