import { sleep } from '../sleep.ts';
import { SpeechError } from '../speech-error.ts';

/** How often and how patiently a call is tried. */
export interface RetryPolicy {
  /** Most attempts, the first included. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
  /** No attempt begins later than this after the first one did. */
  readonly deadlineMs: number;
}

/** What governs one call's attempts. */
export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /** Which errors are worth another attempt. */
  readonly isWorthRetrying: (error: SpeechError) => boolean;
  /** Random number in 0…1; `Math.random` unless told. */
  readonly random?: () => number;
}

/**
 * Runs `attempt` until it succeeds, its error is not worth retrying, or the policy is exhausted; then it rejects with
 * the last error. Between attempts it waits with full jitter, and at least as long as the service asked for; a wait
 * that would end after the deadline is not begun. An abort rejects with the signal's reason.
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
      if (!(error instanceof SpeechError) || !isWorthRetrying(error) || failures >= policy.attempts) throw error;
      // Jitter on top of what the service asked for keeps many waiters from coming back at the same moment.
      const delayMs = (error.retryAfterMs ?? 0) + backoffMs(failures, policy, options.random);
      if (performance.now() + delayMs > deadlineAtMs) throw error;
      await sleep(delayMs, signal);
    }
  }
}

/** Full jitter: a random wait between 0 and `baseMs` doubled with every failure (1 is the first), up to `maxMs`. */
export function backoffMs(
  failures: number,
  policy: Pick<RetryPolicy, 'baseMs' | 'maxMs'>,
  random: () => number = Math.random,
): number {
  return random() * Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1));
}
