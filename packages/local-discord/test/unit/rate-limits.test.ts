import { expect, test } from 'vitest';
import { RateLimits, type RouteLimit } from '../../src/rate-limits.ts';

const WEBHOOK: RouteLimit = { key: 'webhook-execute 1 token', limit: 5, windowMs: 2_000 };
const CHANNEL: RouteLimit = { key: 'webhook-channel 1', limit: 7, windowMs: 60_000, scope: 'shared' };

function makeLimits(): { limits: RateLimits; clock: { nowMs: number } } {
  const clock = { nowMs: 1_000_000 };
  return { limits: new RateLimits(() => clock.nowMs), clock };
}

test('a route’s limit counts down in its headers, refuses at the bound and restarts after its window', () => {
  const { limits, clock } = makeLimits();
  const remaining = Array.from({ length: 5 }, () => limits.take([WEBHOOK], false).headers['X-RateLimit-Remaining']);
  expect(remaining).toEqual(['4', '3', '2', '1', '0']);
  clock.nowMs += 500;
  expect(limits.take([WEBHOOK], false)).toMatchObject({
    kind: 'limited',
    retryAfterS: 1.5,
    global: false,
    headers: { 'X-RateLimit-Scope': 'user', 'Retry-After': '2', 'X-RateLimit-Reset-After': '1.500' },
  });
  clock.nowMs += 1_500;
  expect(limits.take([WEBHOOK], false).kind).toBe('allowed');
});

test('two resources of one route share a bucket’s name but not its count', () => {
  const { limits } = makeLimits();
  const other = { ...WEBHOOK, key: 'webhook-execute 2 token' };
  for (let count = 0; count < 5; count += 1) limits.take([WEBHOOK], false);
  const first = limits.take([WEBHOOK], false);
  const second = limits.take([other], false);
  expect([first.kind, second.kind]).toEqual(['limited', 'allowed']);
  expect(first.headers['X-RateLimit-Bucket']).toBe(second.headers['X-RateLimit-Bucket']);
});

test('a channel’s shared limit applies to all its webhooks, and has headers only when exceeded', () => {
  const { limits, clock } = makeLimits();
  for (let count = 0; count < 7; count += 1) {
    expect(limits.take([WEBHOOK, CHANNEL], false)).toMatchObject({ headers: { 'X-RateLimit-Limit': '5' } });
    clock.nowMs += 2_000;
  }
  const verdict = limits.take([WEBHOOK, CHANNEL], false);
  expect(verdict).toMatchObject({ kind: 'limited', global: false, headers: { 'X-RateLimit-Scope': 'shared' } });
});

test('fifty requests a second are the limit over all routes except interactions', () => {
  const { limits } = makeLimits();
  for (let count = 0; count < 50; count += 1) expect(limits.take([], true).kind).toBe('allowed');
  expect(limits.take([], true)).toMatchObject({
    kind: 'limited',
    global: true,
    headers: { 'X-RateLimit-Global': 'true' },
  });
  expect(limits.take([], false).kind).toBe('allowed');
});
