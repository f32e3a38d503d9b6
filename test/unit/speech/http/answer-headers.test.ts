import { expect, test } from 'vitest';
import { concurrencyOf, retryAfterMsOf } from '../../../../src/speech/http/answer-headers.ts';

/** By the service's clock, whatever this machine's says. */
const ANSWERED = 'Fri, 20 Nov 2026 12:00:00 GMT';

test('Retry-After is read as seconds or as a date', () => {
  expect(retryAfterMsOf({ 'retry-after': '3' })).toBe(3_000);
  expect(retryAfterMsOf({ 'retry-after': '0.5' })).toBe(500);
  expect(retryAfterMsOf({ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT', date: ANSWERED })).toBe(7_000);
});

test('a past date means no wait, and an invalid value is ignored', () => {
  expect(retryAfterMsOf({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT', date: ANSWERED })).toBe(0);
  expect(retryAfterMsOf({ 'retry-after': 'soon' })).toBeUndefined();
  expect(retryAfterMsOf({})).toBeUndefined();
});

test('the concurrency headers are read if they are whole numbers', () => {
  expect(concurrencyOf({ 'ratelimit-limit-concurrency': '5', 'ratelimit-current-concurrency': '2' })).toEqual({
    limit: 5,
    current: 2,
  });
  expect(concurrencyOf({ 'ratelimit-limit-concurrency': 'many' })).toEqual({ limit: undefined, current: undefined });
});
