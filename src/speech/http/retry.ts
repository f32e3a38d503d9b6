import { type Backoff, backoffMs, sleep } from '../../async.ts';
import { SpeechError } from '../speech-error.ts';

/** How often a call is attempted, and how long to wait in between. */
export interface RetryPolicy extends Pick<Backoff, 'baseMs' | 'maxMs'> {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** No attempt starts later than this after the first one. */
  readonly deadlineMs: number;
}

/** The policy and limits for the attempts of one call. */
export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /** Returns true for errors worth another attempt, after so many failures of this call. */
  readonly isWorthRetrying: (error: SpeechError, failures: number) => boolean;
  /** Returns a number in 0…1; default `Math.random`. */
  readonly random?: () => number;
}

/**
 * Runs `attempt` until it succeeds, its error is not worth retrying, or the policy is exhausted; then rejects with the
 * last error. Between attempts it waits for half of the backoff and up to as much again, on top of what the service asks
 * for, but starts no wait that would end after the deadline. An abort rejects with the signal's reason.
 */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, signal, isWorthRetrying } = options;
  const deadlineAtMs = performance.now() + policy.deadlineMs;
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof SpeechError) || !isWorthRetrying(error, failures) || failures >= policy.attempts)
        throw error;
      // Jitter on top of the requested wait keeps many callers from retrying at the same moment.
      const delayMs = (error.retryAfterMs ?? 0) + backoffMs(failures, { ...policy, jitter: 'equal' }, options.random);
      if (performance.now() + delayMs > deadlineAtMs) throw error;
      await sleep(delayMs, signal);
    }
  }
}
