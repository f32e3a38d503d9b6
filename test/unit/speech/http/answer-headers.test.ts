import { expect, test } from 'vitest';
import { concurrencyOf, retryAfterMsOf } from '../../../../src/speech/http/answer-headers.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

test('Retry-After is read as seconds or as a date', () => {
  expect(retryAfterMsOf({ 'retry-after': '3' }, NOW_MS)).toBe(3_000);
  expect(retryAfterMsOf({ 'retry-after': '0.5' }, NOW_MS)).toBe(500);
  expect(retryAfterMsOf({ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT' }, NOW_MS)).toBe(7_000);
});

test('a past date means no wait, and an invalid value is ignored', () => {
  expect(retryAfterMsOf({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, NOW_MS)).toBe(0);
  expect(retryAfterMsOf({ 'retry-after': 'soon' }, NOW_MS)).toBeUndefined();
  expect(retryAfterMsOf({}, NOW_MS)).toBeUndefined();
});

test('the concurrency headers are read if they are whole numbers', () => {
  expect(concurrencyOf({ 'ratelimit-limit-concurrency': '5', 'ratelimit-current-concurrency': '2' })).toEqual({
    limit: 5,
    current: 2,
  });
  expect(concurrencyOf({ 'ratelimit-limit-concurrency': 'many' })).toEqual({ limit: undefined, current: undefined });
});
