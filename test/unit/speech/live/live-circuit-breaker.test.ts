import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveCircuitBreaker } from '../../../../src/speech/live/live-circuit-breaker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a failed connection opens the breaker for a while', () => {
  const breaker = new LiveCircuitBreaker(30_000);
  expect(breaker.allows()).toBe(true);
  breaker.connectFailed();
  vi.advanceTimersByTime(29_999);
  expect(breaker.allows()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(breaker.allows()).toBe(true);
});

test('a successful connection closes the breaker after failed connections, but not after a stall', () => {
  const breaker = new LiveCircuitBreaker(30_000);
  breaker.connectFailed();
  breaker.connected();
  expect(breaker.allows()).toBe(true);
  breaker.stalled();
  breaker.connected();
  expect(breaker.allows()).toBe(false);
});

test('three failed sessions in a row open the breaker; a success in between resets the count', () => {
  const breaker = new LiveCircuitBreaker(30_000);
  breaker.sessionFailed();
  breaker.sessionFailed();
  breaker.succeeded();
  breaker.sessionFailed();
  breaker.sessionFailed();
  expect(breaker.allows()).toBe(true);
  breaker.sessionFailed();
  expect(breaker.allows()).toBe(false);
});

test('after the pause, one more failed session opens the breaker again', () => {
  const breaker = new LiveCircuitBreaker(30_000);
  breaker.stalled();
  vi.advanceTimersByTime(30_000);
  expect(breaker.allows()).toBe(true);
  breaker.sessionFailed();
  expect(breaker.allows()).toBe(false);
});
