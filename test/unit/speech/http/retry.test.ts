import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoffMs } from '../../../../src/concurrency/async.ts';
import { type RetryOptions, withRetry } from '../../../../src/speech/http/retry.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { DEFAULT_TIMINGS } from '../../../../src/speech/speech-timings.ts';

const POLICY = { attempts: 4, baseMs: 100, maxMs: 1_000, deadlineMs: 10_000 };
const FULL_JITTER = { ...POLICY, jitter: 'full' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const options = (changes: Partial<RetryOptions> = {}): RetryOptions => ({
  policy: POLICY,
  signal: new AbortController().signal,
  isWorthRetrying: (error) => error.retryable,
  random: () => 1,
  ...changes,
});

/** Fails with the given errors in order, then succeeds; records the times of its attempts. */
function attempts(...errors: Error[]): { run: () => Promise<string>; atMs: number[] } {
  const startMs = performance.now();
  const atMs: number[] = [];
  return {
    atMs,
    run: async () => {
      atMs.push(performance.now() - startMs);
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'done';
    },
  };
}

const unavailable = (retryAfterMs?: number): SpeechError =>
  new SpeechError('SPEECH_UNAVAILABLE', 'x', { retryAfterMs });

test('doubles the wait after every failure, up to a limit', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => backoffMs(failures, FULL_JITTER, () => 1))).toEqual([
    100, 200, 400, 800, 1_000, 1_000,
  ]);
});

test('jitter spreads the wait between zero and that limit', () => {
  expect(backoffMs(3, FULL_JITTER, () => 0)).toBe(0);
  expect(backoffMs(3, FULL_JITTER, () => 0.5)).toBe(200);
});

test('tries again until it succeeds', async () => {
  const { run, atMs } = attempts(unavailable(), unavailable());
  const result = withRetry(run, options());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe('done');
  expect(atMs).toEqual([0, 100, 300]);
});

test('gives up with the last error after the last attempt', async () => {
  const last = unavailable();
  const { run, atMs } = attempts(unavailable(), unavailable(), unavailable(), last);
  const result = withRetry(run, options());
  const settled = expect(result).rejects.toBe(last);
  await vi.advanceTimersByTimeAsync(10_000);
  await settled;
  expect(atMs).toHaveLength(4);
});

test.each([0, 1])('a text outlasts a failure of 8 s, and is given up within 20 s (random %d)', async (random) => {
  const { ttsRetryAttempts, retryBaseMs, retryMaxMs, ttsRetryDeadlineMs } = DEFAULT_TIMINGS;
  const policy = {
    attempts: ttsRetryAttempts,
    baseMs: retryBaseMs,
    maxMs: retryMaxMs,
    deadlineMs: ttsRetryDeadlineMs,
  };
  const { run, atMs } = attempts(...Array.from({ length: ttsRetryAttempts }, () => unavailable()));
  const settled = expect(withRetry(run, options({ policy, random: () => random }))).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(ttsRetryDeadlineMs);
  await settled;
  // The first waits are short: somebody is listening.
  expect(atMs[2]).toBeLessThanOrEqual(1_000);
  expect(atMs.at(-1)).toBeGreaterThanOrEqual(8_000);
});

test('does not retry an error that is not retryable', async () => {
  const error = new SpeechError('SPEECH_UNAUTHORIZED', 'x');
  const { run, atMs } = attempts(error);
  await expect(withRetry(run, options())).rejects.toBe(error);
  expect(atMs).toEqual([0]);
});

test('does not retry an error that is not a SpeechError', async () => {
  const error = new TypeError('a bug');
  await expect(withRetry(attempts(error).run, options())).rejects.toBe(error);
});

test('waits at least as long as the service asks', async () => {
  const { run, atMs } = attempts(unavailable(3_000));
  const result = withRetry(run, options());
  await vi.advanceTimersByTimeAsync(5_000);
  await result;
  expect(atMs).toEqual([0, 3_100]);
});

test('gives up without waiting when the service asks to wait past the deadline', async () => {
  const error = unavailable(3_600_000);
  await expect(withRetry(attempts(error).run, options())).rejects.toBe(error);
});

test('an abort ends the wait with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const { run, atMs } = attempts(unavailable(5_000));
  const result = withRetry(run, options({ signal: controller.signal }));
  const settled = expect(result).rejects.toBe(reason);
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(reason);
  await settled;
  expect(atMs).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});
