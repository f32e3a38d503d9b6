import { REST } from 'discord.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRestClock } from '../../../../src/discord/client/rest-clock.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  const rest = new REST();
  const clock = { wallMs: 10 * HOUR_MS, monotonicMs: 5_000 };
  const stopping = new AbortController();
  keepRestClock(rest, stopping.signal, { wallMs: () => clock.wallMs, monotonicMs: () => clock.monotonicMs });
  const pass = async (ms: number, setByMs = 0): Promise<void> => {
    clock.monotonicMs += ms;
    clock.wallMs += ms + setByMs;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { rest, clock, stopping, pass };
}

it('ends limits when they would have ended, after the clock was ahead and is right again', async () => {
  const { rest, clock, pass } = follow();
  await pass(1_000, 5 * HOUR_MS);
  rest.globalReset = clock.wallMs + 1_000;
  const handler = { id: 'route', inactive: false, reset: clock.wallMs + 2_000, runRequest: vi.fn() };
  rest.handlers.set('route', handler as never);
  await pass(500, -5 * HOUR_MS);
  expect(rest.globalReset).toBe(clock.wallMs + 500);
  expect(handler.reset).toBe(clock.wallMs + 1_500);
});

it.each([5 * HOUR_MS, -5 * HOUR_MS])('leaves alone what was noted after the clock was set by %d ms', async (byMs) => {
  const { rest, clock, pass } = follow();
  clock.wallMs += byMs;
  rest.globalReset = clock.wallMs + 1_000;
  const { globalReset } = rest;
  await pass(500);
  expect(rest.globalReset).toBe(globalReset);
});

it('touches no limit while the clock runs, nor one that was never reached', async () => {
  const { rest, clock, pass, stopping } = follow();
  await pass(600, 100);
  await pass(1_000, -5 * HOUR_MS);
  expect(rest.globalReset).toBe(-1);
  rest.globalReset = clock.wallMs + 1_000;
  const { globalReset } = rest;
  await pass(60_000);
  expect(rest.globalReset).toBe(globalReset);
  const timers = vi.getTimerCount();
  stopping.abort();
  expect(vi.getTimerCount()).toBe(timers - 1);
});
