import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUpkeep } from '../../../src/concurrency/upkeep.ts';
import { MynahError } from '../../../src/errors.ts';
import { createLogger } from '../../../src/log/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const logged = new PassThrough();
  const upkeep = createUpkeep(createLogger('info', [], logged));
  const read: string[] = [];
  logged.on('data', (line: Buffer) => read.push(line.toString()));
  const lines = (): unknown[] => read.map((line) => JSON.parse(line));
  return { upkeep, lines };
}

/** A task that fails until `failures` are used up. */
function failing(failures: number, error: Error = new Error('gone')) {
  const runsAtMs: number[] = [];
  const run = async (): Promise<void> => {
    runsAtMs.push(Date.now());
    if (runsAtMs.length <= failures) throw error;
  };
  return { runsAtMs, run };
}

test('a task runs at once and then at its interval, a little later each time', async () => {
  const { upkeep } = open();
  const { runsAtMs, run } = failing(0);
  await upkeep.start({ name: 'one', everyMs: 1_000, run }).firstRun;
  await vi.advanceTimersByTimeAsync(10_000);
  const gaps = runsAtMs.slice(1).map((atMs, index) => atMs - (runsAtMs[index] ?? 0));
  expect(gaps.length).toBeGreaterThanOrEqual(9);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_101);
});

test('a failed task is repeated with growing waits, never longer than its interval, and reported once', {
  meta: { promises: ['upkeep-runs-each-task'] },
}, async () => {
  const { upkeep, lines } = open();
  const { runsAtMs, run } = failing(6);
  await upkeep.start({ name: 'one', everyMs: 5_000, run }).firstRun;
  await vi.advanceTimersByTimeAsync(60_000);
  const gaps = runsAtMs.slice(1, 7).map((atMs, index) => atMs - (runsAtMs[index] ?? 0));
  expect(gaps[0]).toBeLessThanOrEqual(1_000);
  expect(gaps[1]).toBeLessThanOrEqual(2_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000);
  expect(lines()).toMatchObject([
    { level: 'error', task: 'one', msg: 'upkeep failed and is repeated' },
    { level: 'info', task: 'one', msg: 'upkeep works again', failures: 6 },
  ]);
});

test('a task without an interval runs until it has succeeded once', async () => {
  const { upkeep, lines } = open();
  const { runsAtMs, run } = failing(2, new MynahError('DISCORD_CONNECTION', 'unreachable', { retryable: true }));
  await upkeep.start({ name: 'once', everyMs: undefined, run }).firstRun;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(runsAtMs).toHaveLength(3);
  expect(lines()[0]).toMatchObject({ level: 'warn' });
});

test('a task that never ends or fails delays no other', { meta: { promises: ['upkeep-runs-each-task'] } }, async () => {
  const { upkeep } = open();
  const { runsAtMs, run } = failing(0);
  upkeep.start({ name: 'stuck', everyMs: 1_000, run: () => new Promise(() => undefined) });
  upkeep.start({ name: 'broken', everyMs: 1_000, run: failing(1_000).run });
  upkeep.start({ name: 'one', everyMs: 1_000, run });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runsAtMs.length).toBeGreaterThanOrEqual(4);
});

test('a task can be hurried: also during a run, after which it runs again', async () => {
  const { upkeep } = open();
  const first = Promise.withResolvers<void>();
  let runs = 0;
  const task = upkeep.start({
    ...{ name: 'one', everyMs: 3_600_000 },
    run: () => {
      runs += 1;
      return runs === 1 ? first.promise : Promise.resolve();
    },
  });
  task.hurry();
  first.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  task.hurry();
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(3);
});

test('nothing runs once upkeep is disposed of, and no timer stays', async () => {
  const { upkeep } = open();
  const { runsAtMs, run } = failing(0);
  await upkeep.start({ name: 'one', everyMs: 1_000, run }).firstRun;
  upkeep[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runsAtMs).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
  await upkeep.start({ name: 'two', everyMs: 1_000, run }).firstRun;
  expect(runsAtMs).toHaveLength(1);
});
