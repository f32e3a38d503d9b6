import { describe, expect, it } from 'vitest';
import { PlayoutBuffer } from '../../../../../../playground/page/client/voice/playout-buffer.ts';

const FRAME_S = 0.02;
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

/** The packet `index` of a speaker whose numbers are about to wrap. */
function packet(index: number, opus: Uint8Array = Uint8Array.of(0x78, index)) {
  const userId = 'speaker';
  return { userId, sequence: (65_530 + index) & 0xffff, timestamp: (4_294_960_000 + index * 960) >>> 0, opus };
}

/** Times at which the packets are heard, relative to the first. */
function relative(times: readonly { readonly atS: number }[]): number[] {
  return times.map(({ atS }) => Math.round((atS - (times[0]?.atS ?? 0)) * 1_000));
}

function marks(played: readonly { readonly opus: Uint8Array }[]): (number | undefined)[] {
  return played.map(({ opus }) => opus[1]);
}

/** Pushes packets that arrive at these times, in seconds, and flushes when the buffer asks for it. */
function play(buffer: PlayoutBuffer, arrivals: readonly (readonly [index: number, atS: number])[]) {
  return arrivals.flatMap(([index, atS]) => {
    const due = buffer.flushAtS;
    const flushed = due !== undefined && due <= atS ? buffer.flush(due) : [];
    return [...flushed, ...buffer.push(packet(index), atS)];
  });
}

const steady = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => [from + index, 10 + (from + index) * FRAME_S] as const);

describe('PlayoutBuffer', () => {
  it('plays packets one after the other, across the wrap of their numbers, 60 ms after they came', () => {
    const played = play(new PlayoutBuffer(), steady(20));
    expect(marks(played)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(relative(played)).toEqual(Array.from({ length: 20 }, (_, index) => index * 20));
    expect(played[0]?.atS).toBeCloseTo(10.06, 6);
  });

  it('puts packets in order that overtook each other', () => {
    const played = play(new PlayoutBuffer(), [
      [0, 10],
      [2, 10.03],
      [1, 10.031],
      [3, 10.06],
    ]);
    expect(marks(played)).toEqual([0, 1, 2, 3]);
    expect(relative(played)).toEqual([0, 20, 40, 60]);
  });

  it('leaves silence of the same length for a lost packet', () => {
    const buffer = new PlayoutBuffer();
    const played = play(
      buffer,
      steady(20).filter(([index]) => index !== 7),
    );
    expect(marks(played)).not.toContain(7);
    expect(relative(played)).toEqual([...Array(20).keys()].filter((index) => index !== 7).map((index) => index * 20));
    expect(buffer.lost).toBe(1);
  });

  it('asks to be flushed in time when the packet after a gap waits', () => {
    const buffer = new PlayoutBuffer();
    buffer.push(packet(0), 10);
    expect(buffer.flushAtS).toBeUndefined();
    expect(buffer.push(packet(2), 10.04)).toEqual([]);
    const dueS = buffer.flushAtS ?? 0;
    expect(dueS).toBeLessThan(10.1);
    expect(buffer.flush(dueS - 0.001)).toEqual([]);
    expect(marks(buffer.flush(dueS))).toEqual([2]);
  });

  it('ignores copies, and packets whose time is over', () => {
    const buffer = new PlayoutBuffer();
    play(buffer, steady(10));
    expect(buffer.push(packet(9), 10.2)).toEqual([]);
    expect(buffer.push(packet(3), 10.21)).toEqual([]);
  });

  it('waits longer once packets came late, so that the same jitter makes no gap again', () => {
    const buffer = new PlayoutBuffer();
    const late = (index: number) => (index % 10 === 5 ? 0.15 : 0);
    const arrivals = Array.from({ length: 100 }, (_, index) => [index, 10 + index * FRAME_S + late(index)] as const);
    const played = play(
      buffer,
      arrivals.toSorted((a, b) => a[1] - b[1]),
    );
    const later = played.filter(({ opus }) => (opus[1] ?? 0) >= 20);
    expect(marks(later)).toEqual(Array.from({ length: 80 }, (_, index) => index + 20));
    expect(relative(later)).toEqual(Array.from({ length: 80 }, (_, index) => index * 20));
  });

  it('continues after a stall with all that came meanwhile, and nothing twice', () => {
    const buffer = new PlayoutBuffer();
    const before = play(buffer, steady(10));
    const stalled = Array.from({ length: 20 }, (_, index) => [10 + index, 10.7] as const);
    const after = play(buffer, stalled);
    expect(marks(after)).toEqual(stalled.map(([index]) => index));
    expect(after[0]?.atS).toBeGreaterThan(10.7);
    expect(after[0]?.atS).toBeGreaterThan((before.at(-1)?.atS ?? 0) + FRAME_S - 1e-9);
    expect(relative(after)).toEqual(stalled.map((_, index) => index * 20));
  });

  it('gets back to a short delay in the silence after speech', () => {
    const buffer = new PlayoutBuffer();
    play(buffer, steady(10));
    play(
      buffer,
      Array.from({ length: 20 }, (_, index) => [10 + index, 10.7] as const),
    );
    const slackS = (index: number, nowS: number, opus?: Uint8Array) =>
      (buffer.push(packet(index, opus), nowS)[0]?.atS ?? 0) - nowS;
    expect(slackS(30, 10.72)).toBeGreaterThan(0.4);
    const spokenAgainS = 11.4;
    expect(slackS(31, spokenAgainS, SILENCE)).toBeLessThan(1);
    // A new utterance a minute later: what was learned of the jitter is fading.
    expect(slackS(32, 75)).toBeLessThan(0.1);
  });

  it('does not drift: a speaker whose clock is too fast is heard as soon after a while', () => {
    const buffer = new PlayoutBuffer();
    const fast = 0.999;
    const slacks = Array.from({ length: 30_000 }, (_, index) => {
      const nowS = 10 + index * FRAME_S * fast;
      const [played] = buffer.push(packet(index), nowS);
      return played === undefined ? 0 : played.atS - nowS;
    });
    expect(Math.max(...slacks)).toBeLessThan(0.25);
  });

  it('starts again when a speaker comes back with other numbers', () => {
    const buffer = new PlayoutBuffer();
    play(buffer, steady(5));
    const [played] = buffer.push({ sequence: 20_000, timestamp: 5, opus: Uint8Array.of(0x78, 99) }, 12);
    expect(played?.opus[1]).toBe(99);
    expect((played?.atS ?? 0) - 12).toBeLessThan(0.2);
  });
});
