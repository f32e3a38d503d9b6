import { withinTime } from '../../concurrency/async.ts';
import { codeOf } from '../../errors.ts';

/** What became of an observation: seen, not within its time, or failed, with the error's code if it has one. */
export type Observed<T> =
  | { readonly kind: 'seen'; readonly value: T }
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly code: string | undefined };

/** Discord wants an answer within 3 s; what takes longer than this is a finding of its own. */
export const OBSERVATION_MS = 2_000;

/** Observes something, within its time. Never rejects. */
export async function observe<T>(work: () => Promise<T> | T, timeoutMs = OBSERVATION_MS): Promise<Observed<T>> {
  // Also what throws before its promise.
  const seeing = Promise.resolve().then(work);
  const observed = seeing.then(
    (value): Observed<T> => ({ kind: 'seen', value }),
    (error: unknown): Observed<T> => ({ kind: 'failed', code: codeOf(error) }),
  );
  return await withinTime(observed, timeoutMs, { kind: 'late' });
}

/** What was seen; `undefined` where nothing was. */
export function seen<T>(observed: Observed<T>): T | undefined {
  return observed.kind === 'seen' ? observed.value : undefined;
}
