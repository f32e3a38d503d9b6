import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadiness } from '../../../src/web/readiness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('all parts ready is no problem', async () => {
  const readiness = createReadiness([
    { part: 'discord', find: async () => [] },
    { part: 'database', find: async () => [] },
  ]);
  expect(await readiness.read()).toEqual({ problems: [], parts: { discord: true, database: true } });
});

test('each problem is named, also of a check that fails', async () => {
  const readiness = createReadiness([
    { part: 'discord', find: async () => ['discord: is not connected'] },
    { part: 'database', find: () => Promise.reject(new Error('secret')) },
    { part: 'voice', find: async () => ['voice-0: does not answer', 'voice-2: does not answer'] },
    { part: 'process', find: async () => [] },
  ]);
  expect(await readiness.read()).toEqual({
    problems: [
      'discord: is not connected',
      'database: does not work',
      'voice-0: does not answer',
      'voice-2: does not answer',
    ],
    parts: { discord: false, database: false, voice: false, process: true },
  });
});

test('a part that hangs is found within 1.5 s, and asked again only once it has answered', async () => {
  const answer = Promise.withResolvers<readonly string[]>();
  const find = vi.fn(() => answer.promise);
  const readiness = createReadiness([{ part: 'database', find }]);
  for (let probe = 0; probe < 3; probe += 1) {
    const reading = readiness.read();
    await vi.advanceTimersByTimeAsync(1_500);
    expect((await reading).problems).toEqual(['database: does not answer']);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(find).toHaveBeenCalledTimes(1);
  answer.resolve([]);
  await vi.advanceTimersByTimeAsync(0);
  expect((await readiness.read()).problems).toEqual([]);
  expect(find).toHaveBeenCalledTimes(2);
});

test('probes at the same time share one answer, and it is used for half a second', async () => {
  const find = vi.fn(async () => [] as const);
  const readiness = createReadiness([{ part: 'voice', find }]);
  await Promise.all(Array.from({ length: 50 }, () => readiness.read()));
  await vi.advanceTimersByTimeAsync(400);
  await readiness.read();
  expect(find).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  await readiness.read();
  expect(find).toHaveBeenCalledTimes(2);
});
