import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_DELAYS } from '../../../../src/telemetry/thread-load.ts';
import { NO_TRAFFIC } from '../../../../src/voice/traffic.ts';
import type { VoiceThreadFigures } from '../../../../src/voice/voice-figures.ts';
import { ThreadFigures } from '../../../../src/voice/workers/thread-figures.ts';

const ask = vi.fn();
let figures: ThreadFigures;

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockClear();
  figures = new ThreadFigures(ask);
});

afterEach(() => {
  vi.useRealTimers();
});

function known(packetsSent: number, sumMs = 0): VoiceThreadFigures {
  const eventLoopDelay = { ...NO_DELAYS, sumMs };
  const load = { eventLoopDelay, heapUsedBytes: packetsSent, heapTotalBytes: 2 * packetsSent };
  const log = { warn: { lines: packetsSent, repeats: 1 }, error: { lines: 0, repeats: 0 } };
  return { traffic: { ...NO_TRAFFIC, packetsSent }, warmSockets: 1, liveUsable: true, load, log };
}

async function answered(packetsSent: number, sumMs = 0) {
  const reading = figures.read();
  figures.onAnswer(known(packetsSent, sumMs));
  return await reading;
}

test('a thread that answers is reported as it is', async () => {
  figures.onStart();
  expect(await answered(7)).toEqual({ isAnswering: true, restarts: 0, figures: known(7) });
});

test('all who want to know at the same time cost one question', async () => {
  figures.onStart();
  const readings = [figures.read(), figures.read(), figures.read()];
  figures.onAnswer(known(7));
  expect((await Promise.all(readings)).map(({ isAnswering }) => isAnswering)).toEqual([true, true, true]);
  expect(ask).toHaveBeenCalledTimes(1);
  await answered(8);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a thread that hangs is reported within a second with what was known, and is not asked again', async () => {
  figures.onStart();
  await answered(7);
  for (const _ of [1, 2]) {
    const reading = figures.read();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual({ isAnswering: false, restarts: 0, figures: known(7) });
  }
  expect(ask).toHaveBeenCalledTimes(2);
  figures.onAnswer(known(9));
  expect(await answered(10)).toMatchObject({ isAnswering: true, figures: { traffic: { packetsSent: 10 } } });
});

test('a thread that never answered has no figures', async () => {
  figures.onStart();
  const reading = figures.read();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await reading).toEqual({ isAnswering: false, restarts: 0, figures: undefined });
});

test('between a crash and the restart, the answer comes at once', async () => {
  figures.onStart();
  const reading = figures.read();
  figures.onEnd();
  expect(await reading).toMatchObject({ isAnswering: false });
  expect(await figures.read()).toMatchObject({ isAnswering: false });
});

test('counts never go back when a thread is replaced, what it has now is that of the new one', async () => {
  figures.onStart();
  await answered(100, 5);
  figures.onEnd();
  expect(await figures.read()).toMatchObject({ figures: { traffic: { packetsSent: 100 } } });
  figures.onStart();
  const { figures: added } = await answered(3, 1);
  expect(added?.traffic.packetsSent).toBe(103);
  expect(added?.load).toEqual({ eventLoopDelay: { ...NO_DELAYS, sumMs: 6 }, heapUsedBytes: 3, heapTotalBytes: 6 });
  figures.onEnd();
  figures.onStart();
  const reading = figures.read();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await reading).toMatchObject({ restarts: 2, figures: { traffic: { packetsSent: 103 } } });
});

test('lines of the log are counted over restarts', async () => {
  figures.onStart();
  await answered(7);
  figures.onEnd();
  figures.onStart();
  expect((await answered(5)).figures?.log).toEqual({
    warn: { lines: 12, repeats: 2 },
    error: { lines: 0, repeats: 0 },
  });
});
