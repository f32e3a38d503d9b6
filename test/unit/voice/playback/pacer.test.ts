import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacer, type PacedWork, type Pacer } from '../../../../src/voice/playback/pacer.ts';
import { DatagramSchedule, type SendDatagram } from '../../../../src/voice/transport/datagram-schedule.ts';

let pacer: Pacer;
let schedule: DatagramSchedule;
let errors: unknown[];
let stalledMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  errors = [];
  stalledMs = 0;
  schedule = new DatagramSchedule();
  pacer = createPacer(schedule, (error) => errors.push(error));
});

afterEach(() => {
  pacer.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A source that records when it ticked, for `count` ticks. */
function recorder(count = Number.POSITIVE_INFINITY): PacedWork & { times: number[] } {
  const times: number[] = [];
  return {
    times,
    tick: () => {
      times.push(performance.now());
      return times.length < count;
    },
    makeAhead: () => 0,
  };
}

function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('the first tick comes immediately, without a timer', () => {
  const work = recorder();
  const { times } = work;
  pacer.source(work).start();
  expect(times).toHaveLength(1);
});

test('ticks come every 20 ms without drift', async () => {
  const work = recorder();
  const { times } = work;
  pacer.source(work).start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toHaveLength(3_001);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(60_000);
});

test('each source ticks immediately, then in step with the others on a grid of 5 ms', async () => {
  const first = recorder();
  const second = recorder();
  pacer.source(first).start();
  await vi.advanceTimersByTimeAsync(7);
  pacer.source(second).start();
  await vi.advanceTimersByTimeAsync(200);
  expect(new Set(gaps(first.times))).toEqual(new Set([20]));
  expect(gaps(second.times)[0]).toBe(18);
  expect(new Set(gaps(second.times).slice(1))).toEqual(new Set([20]));
  expect((second.times[0] ?? 0) - (first.times[0] ?? 0)).toBe(7);
  expect(((second.times[1] ?? 0) - (first.times[0] ?? 0)) % 5).toBe(0);
});

test('a source that is done ticks no more, and can start again immediately', async () => {
  const work = recorder(3);
  const { times } = work;
  const source = pacer.source(work);
  source.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(times).toHaveLength(3);
  source.start();
  expect(times).toHaveLength(4);
});

test('starting a running source changes nothing', async () => {
  const work = recorder();
  const { times } = work;
  const source = pacer.source(work);
  source.start();
  source.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(gaps(times)).toEqual([20, 20, 20, 20, 20]);
});

test('a stopped source is silent while others continue', async () => {
  const first = recorder();
  const second = recorder();
  const source = pacer.source(first);
  source.start();
  pacer.source(second).start();
  await vi.advanceTimersByTimeAsync(40);
  source.stop();
  await vi.advanceTimersByTimeAsync(40);
  expect(first.times).toHaveLength(3);
  expect(second.times).toHaveLength(5);
});

test('after a stall of the thread at most three packets are sent in a burst, and the phase stays', async () => {
  const work = recorder();
  const { times } = work;
  pacer.source(work).start();
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
  pacer.source(first).start();
  await vi.advanceTimersByTimeAsync(19);
  pacer.source(second).start();
  stall(21);
  await vi.advanceTimersByTimeAsync(200);
  for (const { times } of [first, second]) {
    expect(((times.at(-1) ?? 0) - (first.times[0] ?? 0)) % 5).toBe(0);
    expect(gaps(times).slice(-3)).toEqual([20, 20, 20]);
  }
});

test('a tick that throws stops its own source only', async () => {
  const fail = (): never => {
    throw new Error('broken');
  };
  const [first, second] = [recorder(), recorder()];
  pacer.source({ ...recorder(), tick: fail }).start();
  pacer.source({ ...first, makeAhead: fail }).start();
  pacer.source(second).start();
  await vi.advanceTimersByTimeAsync(40);
  expect(errors).toHaveLength(2);
  expect([first.times.length, second.times.length]).toEqual([1, 3]);
});

describe('packets that are made ahead', () => {
  /** Work that makes some packets ahead, each time as many as the next number says, in turn. Records when they leave. */
  function aheadOf(
    ...counts: readonly number[]
  ): PacedWork & { left: { number: number; atMs: number }[]; made: number[] } {
    const [left, made]: [{ number: number; atMs: number }[], number[]] = [[], []];
    let [packets, turns] = [0, 0];
    const leave: SendDatagram = (datagram) => left.push({ number: datagram.readUInt8(), atMs: performance.now() }) > 0;
    const make = (leavesAtMs?: number): void => {
      const datagram = schedule.room(1, leavesAtMs);
      datagram.writeUInt8(packets);
      packets += 1;
      schedule.add(datagram, leave, leavesAtMs);
    };
    return {
      left,
      made,
      tick: () => {
        make();
        return true;
      },
      makeAhead: (dueMs) => {
        const count = counts[turns % counts.length] ?? 0;
        turns += 1;
        if (count > 0) made.push(performance.now());
        for (let index = 0; index < count; index += 1) make(dueMs + 20 * index);
        return count;
      },
    };
  }
  const gapsOf = ({ left }: ReturnType<typeof aheadOf>): number[] => gaps(left.map(({ atMs }) => atMs));

  test('leave in their time; more are made 20 ms before the last of them is due to be followed', async () => {
    const work = aheadOf(3);
    pacer.source(work).start();
    await vi.advanceTimersByTimeAsync(600);
    expect(new Set(gapsOf(work))).toEqual(new Set([20]));
    expect(new Set(gaps(work.made))).toEqual(new Set([60]));
    expect(work.made[1]).toBe((work.left[4]?.atMs ?? 0) - 20);
  });

  test.each([[[1]], [[2, 0]], [[0, 3, 1, 0, 0, 2]]])(
    'are not waited for: ticks come where there are none (%j)',
    async (counts) => {
      const work = aheadOf(...counts);
      pacer.source(work).start();
      await vi.advanceTimersByTimeAsync(600);
      expect(work.left.length).toBe(31);
      expect(new Set(gapsOf(work))).toEqual(new Set([20]));
    },
  );

  test('leave in their time if the thread is busy for 15 ms where they follow others', async () => {
    const work = aheadOf(3);
    const { times, ...busy } = recorder();
    const tick = (): boolean => {
      // The packets of the next turn leave from then on.
      if (times.length === 4) stall(15);
      return busy.tick();
    };
    pacer.source({ ...busy, tick }).start();
    pacer.source(work).start();
    await vi.advanceTimersByTimeAsync(80);
    expect(times.length).toBe(5);
    expect(gapsOf(work).slice(0, 4)).toEqual([20, 20, 20, 20]);
  });

  test('leave after their source has stopped, and the clock rests then', async () => {
    const work = aheadOf(3);
    const source = pacer.source(work);
    source.start();
    source.stop();
    await vi.advanceTimersByTimeAsync(100);
    expect(gapsOf(work)).toEqual([20, 20, 20]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([35, 55, 75, 95, 307])('are part of the burst after a stall of %i ms: three packets', async (stallMs) => {
    const work = aheadOf(3);
    pacer.source(work).start();
    await vi.advanceTimersByTimeAsync(60);
    stall(stallMs);
    await vi.advanceTimersByTimeAsync(300);
    const gapsAfter = gapsOf(work).slice(2);
    const longest = Math.max(...gapsAfter);
    const burst = gapsAfter.slice(gapsAfter.indexOf(longest) + 1).findIndex((gap) => gap >= 5);
    expect(burst + 1).toBeLessThanOrEqual(3);
    expect(gapsOf(work).slice(-6)).toEqual([20, 20, 20, 20, 20, 20]);
  });

  test.each([[[1]], [[2]], [[3]], [[2, 0, 1]]])('leave in order after stalls (%j)', async (counts) => {
    const work = aheadOf(...counts);
    pacer.source(work).start();
    for (const stallMs of [25, 45, 65, 95, 307]) {
      await vi.advanceTimersByTimeAsync(65);
      stall(stallMs);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(work.left.length).toBeGreaterThan(20);
    expect(work.left.map(({ number }) => number)).toEqual(work.left.map((_, index) => index));
  });

  test('leave while the event loop is busy', () => {
    const work = aheadOf(3);
    pacer.source(work).start();
    schedule.leave(performance.now());
    const startMs = performance.now();
    const busyMs = vi.spyOn(performance, 'now').mockReturnValue(startMs + 21);
    pacer.catchUp();
    expect([work.left.length, work.made.length]).toEqual([2, 1]);
    busyMs.mockReturnValue(startMs + 61);
    pacer.catchUp();
    expect([work.left.length, work.made.length]).toEqual([4, 2]);
    busyMs.mockRestore();
  });

  test('leave between the ticks of others, if those take long', async () => {
    const work = aheadOf(3);
    pacer.source(work).start();
    await vi.advanceTimersByTimeAsync(5);
    for (let count = 0; count < 5; count += 1) {
      const { times, ...slow } = recorder();
      const tick = (): boolean => {
        if (times.length === 1) stall(10);
        return slow.tick();
      };
      pacer.source({ ...slow, tick }).start();
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(
      gapsOf(work)
        .slice(0, 3)
        .every((gap) => gap > 5 && gap < 35),
    ).toBe(true);
  });
});

test('nothing ticks after close', async () => {
  const work = recorder();
  const { times } = work;
  pacer.source(work).start();
  pacer.close();
  await vi.advanceTimersByTimeAsync(100);
  expect(times).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

/** Advances the clock by `ms` without firing timers, like a busy thread. */
function stall(ms: number): void {
  stalledMs += ms;
  if (stalledMs > ms) return;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stalledMs);
}

test('a source starts later when asked to, unless it stops before; the latest time counts', async () => {
  const work = recorder(1);
  const { times } = work;
  const source = pacer.source(work);
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
  const work = recorder();
  const { times } = work;
  pacer.source(work).start();
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
