import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import {
  createHungWorkerWatchdog,
  type HungWorkerWatchdog,
} from '../../../../src/voice/workers/hung-worker-watchdog.ts';

let watchdog: HungWorkerWatchdog;
const ping = vi.fn();
const terminate = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  ping.mockReset();
  terminate.mockReset();
  watchdog = createHungWorkerWatchdog({ ping, terminate }, createLogger('silent'));
});

afterEach(() => {
  watchdog.close();
  vi.useRealTimers();
});

test('a thread that answers is left alone', () => {
  ping.mockImplementation(() => watchdog.onMessage());
  vi.advanceTimersByTime(600_000);
  expect(terminate).not.toHaveBeenCalled();
});

test('a thread that leaves six pings unanswered is terminated, once', () => {
  watchdog.onMessage();
  vi.advanceTimersByTime(30_000);
  expect(ping).toHaveBeenCalledTimes(6);
  expect(terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(terminate).toHaveBeenCalledOnce();
  expect(ping).toHaveBeenCalledTimes(6);
});

test('a thread that is still starting is left alone', () => {
  vi.advanceTimersByTime(30_000);
  expect(terminate).not.toHaveBeenCalled();
  watchdog.onMessage();
  vi.advanceTimersByTime(30_000);
  expect(terminate).not.toHaveBeenCalled();
});

test('a thread that never answers is terminated, once', () => {
  vi.advanceTimersByTime(600_000);
  expect(terminate).toHaveBeenCalledOnce();
});
