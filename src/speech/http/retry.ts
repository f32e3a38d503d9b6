import { type Backoff, backoffMs, sleep } from '../../concurrency/async.ts';
import { SpeechError } from '../speech-error.ts';

/** How often a call is attempted, and how long to wait in between. */
export interface RetryPolicy extends Pick<Backoff, 'baseMs' | 'maxMs'> {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** No attempt starts later than this after the first one. */
  readonly deadlineMs: number;
}

/** Counts the failed attempts of one call, and says how long to wait before the next. */
export class Retries {
  readonly #policy: RetryPolicy;
  readonly #random: (() => number) | undefined;
  readonly #deadlineAtMs: number;
  #failures = 0;

  /** The deadline counts from now. `random` returns a number in 0…1; default `Math.random`. */
  constructor(policy: RetryPolicy, random?: () => number) {
    this.#policy = policy;
    this.#random = random;
    this.#deadlineAtMs = performance.now() + policy.deadlineMs;
  }

  /** Failures that `delayAfter` was asked about. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Half of the backoff and up to as much again, in milliseconds, on top of what the service asks for; `undefined` if there
   * were as many attempts as allowed, or the wait would end after the deadline.
   */
  delayAfter(error: SpeechError): number | undefined {
    this.#failures += 1;
    if (this.#failures >= this.#policy.attempts) return undefined;
    // Jitter on top of the requested wait keeps many callers from retrying at the same moment.
    const backoff = backoffMs(this.#failures, { ...this.#policy, jitter: 'equal' }, this.#random);
    const delayMs = (error.retryAfterMs ?? 0) + backoff;
    return performance.now() + delayMs > this.#deadlineAtMs ? undefined : delayMs;
  }
}

/** The policy and limits for the attempts of one call. */
export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /** Returns true for errors worth another attempt, after so many failures of this call. */
  readonly isWorthRetrying: (error: SpeechError, failures: number) => boolean;
  /** As in `Retries`. */
  readonly random?: () => number;
}

/**
 * Runs `attempt` until it succeeds, its error is not worth retrying, or the policy is exhausted; then rejects with the
 * last error. An abort rejects with the signal's reason.
 */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, signal, isWorthRetrying } = options;
  const retries = new Retries(policy, options.random);
  for (;;) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof SpeechError)) throw error;
      const delayMs = retries.delayAfter(error);
      if (delayMs === undefined || !isWorthRetrying(error, retries.failures)) throw error;
      await sleep(delayMs, signal);
    }
  }
}
