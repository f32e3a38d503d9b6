import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WorkerWatchdog, watchThread } from '../../../../src/voice/workers/worker-watchdog.ts';

let watch: WorkerWatchdog;
const ping = vi.fn();
const onHung = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  ping.mockReset();
  onHung.mockReset();
  watch = watchThread({ ping, onHung });
});

afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

test('a thread that answers is left alone', () => {
  ping.mockImplementation(() => watch.onSign());
  vi.advanceTimersByTime(600_000);
  expect(onHung).not.toHaveBeenCalled();
});

test('a thread that falls silent is told of once, after six questions without an answer', () => {
  watch.onSign();
  vi.advanceTimersByTime(30_000);
  expect(ping).toHaveBeenCalledTimes(6);
  expect(onHung).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onHung).toHaveBeenCalledOnce();
  expect(ping).toHaveBeenCalledTimes(6);
});

test('a thread that is still starting has its time', () => {
  vi.advanceTimersByTime(600_000);
  expect(onHung).not.toHaveBeenCalled();
});
