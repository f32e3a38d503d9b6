import { type APIRequest, REST, RESTEvents } from 'discord.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteDiscordTime } from '../../../../src/discord/client/discord-time.ts';

const NOW_MS = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

/** Discord answers, with this header. */
function answer(rest: REST, date: string | undefined): void {
  const headers = date === undefined ? {} : { date };
  rest.emit(RESTEvents.Response, {} as APIRequest, new Response('{}', { headers }));
}

it('is when Discord first answered, by its clock, however wrong the one of this machine is', () => {
  const rest = new REST();
  const startedAtMs = noteDiscordTime(rest);
  answer(rest, 'Wed, 31 Dec 2025 23:00:00 GMT');
  answer(rest, 'Wed, 31 Dec 2025 23:00:09 GMT');
  expect(startedAtMs()).toBe(NOW_MS - 3_599_000);
});

it.each([undefined, 'yesterday'])('is the time of this machine where Discord says %s', (date) => {
  const rest = new REST();
  const startedAtMs = noteDiscordTime(rest);
  vi.advanceTimersByTime(1_000);
  answer(rest, date);
  expect(startedAtMs()).toBe(NOW_MS);
});
