import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForStop } from '../../../../playground/lifetime/stop-signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createProcess = () => Object.assign(new EventEmitter(), { exit: vi.fn() });

it('asks for an end at the first signal, and exits at the second', () => {
  const process = createProcess();
  using stop = listenForStop(process);
  expect(stop.exitCode).toBeUndefined();
  process.emit('SIGTERM', 'SIGTERM');
  expect([stop.signal.aborted, stop.exitCode]).toEqual([true, 143]);
  expect(process.exit).not.toHaveBeenCalled();
  process.emit('SIGINT', 'SIGINT');
  expect(process.exit).toHaveBeenCalledExactlyOnceWith(143);
});

it('exits at the first signal after Ctrl-C at the prompt has asked for an end', () => {
  const process = createProcess();
  using stop = listenForStop(process);
  stop.request();
  expect([stop.signal.aborted, stop.exitCode]).toEqual([true, undefined]);
  process.emit('SIGINT', 'SIGINT');
  expect(process.exit).toHaveBeenCalledExactlyOnceWith(130);
});

it('exits when something keeps the end waiting, also after the signals were given back', () => {
  const process = createProcess();
  const stop = listenForStop(process);
  stop.request();
  stop[Symbol.dispose]();
  vi.advanceTimersByTime(19_999);
  expect(process.exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(process.exit).toHaveBeenCalledExactlyOnceWith(1);
});

it('gives the signals back', () => {
  const process = createProcess();
  listenForStop(process)[Symbol.dispose]();
  expect(process.eventNames()).toEqual([]);
});
