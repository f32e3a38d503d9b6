import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer, type Pacer } from '../../../../src/voice/playback/pacer.ts';

let pacer: Pacer;
let errors: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  errors = [];
  pacer = createPacer((error) => errors.push(error));
});

afterEach(() => {
  pacer.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A source that records when it ticked, for `count` ticks. */
function recorder(count = Number.POSITIVE_INFINITY): { times: number[]; tick: () => boolean } {
  const times: number[] = [];
  return {
    times,
    tick: () => {
      times.push(performance.now());
      return times.length < count;
    },
  };
}

function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('the first tick comes immediately, without a timer', () => {
  const { times, tick } = recorder();
  pacer.source(tick).start();
  expect(times).toHaveLength(1);
});

test('ticks come every 20 ms without drift', async () => {
  const { times, tick } = recorder();
  pacer.source(tick).start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toHaveLength(3_001);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(60_000);
});

test('each source ticks immediately, then in step with the others on a grid of 5 ms', async () => {
  const first = recorder();
  const second = recorder();
  pacer.source(first.tick).start();
  await vi.advanceTimersByTimeAsync(7);
  pacer.source(second.tick).start();
  await vi.advanceTimersByTimeAsync(200);
  expect(new Set(gaps(first.times))).toEqual(new Set([20]));
  expect(gaps(second.times)[0]).toBe(18);
  expect(new Set(gaps(second.times).slice(1))).toEqual(new Set([20]));
  expect((second.times[0] ?? 0) - (first.times[0] ?? 0)).toBe(7);
  expect(((second.times[1] ?? 0) - (first.times[0] ?? 0)) % 5).toBe(0);
});

test('a source that is done ticks no more, and can start again immediately', async () => {
  const { times, tick } = recorder(3);
  const source = pacer.source(tick);
  source.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(times).toHaveLength(3);
  source.start();
  expect(times).toHaveLength(4);
});

test('starting a running source changes nothing', async () => {
  const { times, tick } = recorder();
  const source = pacer.source(tick);
  source.start();
  source.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(gaps(times)).toEqual([20, 20, 20, 20, 20]);
});

test('a stopped source is silent while others continue', async () => {
  const first = recorder();
  const second = recorder();
  const source = pacer.source(first.tick);
  source.start();
  pacer.source(second.tick).start();
  await vi.advanceTimersByTimeAsync(40);
  source.stop();
  await vi.advanceTimersByTimeAsync(40);
  expect(first.times).toHaveLength(3);
  expect(second.times).toHaveLength(5);
});

test('after a stall of the thread at most three packets are sent in a burst, and the phase stays', async () => {
  const { times, tick } = recorder();
  pacer.source(tick).start();
  const startMs = times[0] ?? 0;
  await vi.advanceTimersByTimeAsync(20);
  stall(307);
  await vi.advanceTimersByTimeAsync(40);
  const afterStall = times.slice(2);
  expect(afterStall.filter((time) => time === afterStall[0])).toHaveLength(3);
  expect(((times.at(-1) ?? 0) - startMs) % 20).toBe(0);
});

test('two sources whose order a stall changed are both served in time', async () => {
  const first = recorder();
  const second = recorder();
  pacer.source(first.tick).start();
  await vi.advanceTimersByTimeAsync(19);
  pacer.source(second.tick).start();
  stall(21);
  await vi.advanceTimersByTimeAsync(200);
  for (const { times } of [first, second]) {
    expect(((times.at(-1) ?? 0) - (first.times[0] ?? 0)) % 5).toBe(0);
    expect(gaps(times).slice(-3)).toEqual([20, 20, 20]);
  }
});

test('a tick that throws stops its own source only', async () => {
  const { times, tick } = recorder();
  pacer
    .source(() => {
      throw new Error('broken');
    })
    .start();
  pacer.source(tick).start();
  await vi.advanceTimersByTimeAsync(40);
  expect(errors).toHaveLength(1);
  expect(times).toHaveLength(3);
});

test('nothing ticks after close', async () => {
  const { times, tick } = recorder();
  pacer.source(tick).start();
  pacer.close();
  await vi.advanceTimersByTimeAsync(100);
  expect(times).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

/** Advances the clock by `ms` without firing timers, like a busy thread. */
function stall(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

test('a source starts later when asked to, unless it stops before; the latest time counts', async () => {
  const { times, tick } = recorder(1);
  const source = pacer.source(tick);
  const beganMs = performance.now();
  source.startIn(40);
  source.startIn(99.5);
  await vi.advanceTimersByTimeAsync(99);
  expect(times).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(times).toEqual([beganMs + 100]);
  source.startIn(10);
  source.stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(times).toHaveLength(1);
});

test('serves what is overdue while the event loop is busy, and keeps its grid', async () => {
  const { times, tick } = recorder();
  pacer.source(tick).start();
  pacer.catchUp();
  expect(times).toHaveLength(1);
  const busyMs = vi.spyOn(performance, 'now').mockReturnValue((times[0] ?? 0) + 27);
  pacer.catchUp();
  pacer.catchUp();
  expect(gaps(times)).toEqual([27]);
  busyMs.mockRestore();
  await vi.advanceTimersByTimeAsync(100);
  expect(gaps(times)).toEqual([27, 13, 20, 20, 20]);
});
