import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pace } from '../../../src/voice/pacer.ts';

const PACKET = Uint8Array.of(0xfc);

describe('pacer', () => {
  let startedAtMs = 0;
  const sent: { atMs: number; pausedFrames: number }[] = [];
  const send = ({ pausedFrames }: { pausedFrames: number }) =>
    sent.push({ atMs: Math.round(performance.now() - startedAtMs), pausedFrames });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    startedAtMs = performance.now();
    sent.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends one packet every 20 ms, the first immediately', async () => {
    const pacing = pace(Array(5).fill(PACKET), send);
    await vi.advanceTimersByTimeAsync(200);
    await pacing;
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 20, 40, 60, 80]);
  });

  it('catches up after a short stall without drifting', async () => {
    async function* stalling() {
      yield PACKET;
      await new Promise((resolve) => setTimeout(resolve, 70));
      for (let count = 0; count < 5; count++) yield PACKET;
    }
    const pacing = pace(stalling(), send);
    await vi.advanceTimersByTimeAsync(300);
    await pacing;
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 70, 70, 70, 80, 100]);
    expect(sent.every(({ pausedFrames }) => pausedFrames === 0)).toBe(true);
  });

  it('continues without catching up after a long stall, and reports its length', async () => {
    async function* stalling() {
      yield PACKET;
      await new Promise((resolve) => setTimeout(resolve, 1_020));
      yield PACKET;
      yield PACKET;
    }
    const pacing = pace(stalling(), send);
    await vi.advanceTimersByTimeAsync(2_000);
    await pacing;
    expect(sent).toEqual([
      { atMs: 0, pausedFrames: 0 },
      { atMs: 1_020, pausedFrames: 50 },
      { atMs: 1_040, pausedFrames: 0 },
    ]);
  });

  it('stops when the signal aborts, and ends the source', async () => {
    const controller = new AbortController();
    let isSourceEnded = false;
    function* endless() {
      try {
        for (;;) yield PACKET;
      } finally {
        isSourceEnded = true;
      }
    }
    const pacing = pace(endless(), send, controller.signal);
    await vi.advanceTimersByTimeAsync(50);
    controller.abort();
    await pacing;
    expect(sent).toHaveLength(3);
    expect(isSourceEnded).toBe(true);
  });

  it('stops when the signal aborts while the source waits for its next packet', async () => {
    const controller = new AbortController();
    async function* silent() {
      yield PACKET;
      await new Promise(() => {});
    }
    const pacing = pace(silent(), send, controller.signal);
    await vi.advanceTimersByTimeAsync(50);
    controller.abort();
    await pacing;
    expect(sent).toHaveLength(1);
  });

  it('fails like its source', async () => {
    async function* broken() {
      yield PACKET;
      throw new Error('no more');
    }
    await expect(pace(broken(), send, new AbortController().signal)).rejects.toThrow('no more');
  });
});
