import type { IncomingHttpHeaders } from 'node:http';
import type { ConcurrencyReport } from '../limiter/concurrency-limiter.ts';

/** What the service's headers say about the account's concurrency: its limit, and how much of it is in use. */
export function concurrencyOf(headers: IncomingHttpHeaders): ConcurrencyReport {
  return {
    limit: wholeNumber(headers['ratelimit-limit-concurrency']),
    current: wholeNumber(headers['ratelimit-current-concurrency']),
  };
}

/** How long `Retry-After` (seconds or an HTTP date) asks to wait; `undefined` without one that can be read. */
export function retryAfterMsOf(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1_000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

function wholeNumber(value: string | string[] | undefined): number | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
