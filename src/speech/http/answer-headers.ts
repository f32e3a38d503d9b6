import type { IncomingHttpHeaders } from 'node:http';
import type { ConcurrencyReport } from '../limiter/concurrency-limiter.ts';

/** The account's concurrency limit and current use, from the service's headers. */
export function concurrencyOf(headers: IncomingHttpHeaders): ConcurrencyReport {
  return {
    limit: wholeNumber(headers['ratelimit-limit-concurrency']),
    current: wholeNumber(headers['ratelimit-current-concurrency']),
  };
}

/**
 * The wait that `Retry-After` (seconds or an HTTP date) asks for; `undefined` if it is missing or invalid. A date counts from
 * that of the answer, since this machine's clock may be wrong.
 */
export function retryAfterMsOf(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1_000;
  const dateMs = Date.parse(value);
  const answeredAtMs = Date.parse(headers.date ?? '');
  const nowMs = Number.isNaN(answeredAtMs) ? Date.now() : answeredAtMs;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

function wholeNumber(value: string | string[] | undefined): number | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
