import type { Priority } from '../call-context.ts';
import type { PlainError } from '../plain-error.ts';
import type { ConcurrencyReport } from './concurrency-limiter.ts';

/** What a thread asks of the process's limiter. `permitId` is a number of the thread's own. */
export type LimiterRequest =
  | { readonly type: 'permit-request'; readonly permitId: number; readonly tenant: string; readonly priority: Priority }
  /** What an answer of the service says about concurrency; `refused` when there was too much of it. */
  | {
      readonly type: 'permit-report';
      readonly permitId: number;
      readonly report: ConcurrencyReport;
      readonly refused: boolean;
    }
  /** The request is over, or no longer wanted. */
  | { readonly type: 'permit-release'; readonly permitId: number };

/** What the limiter answers to a thread. */
export type LimiterAnswer =
  | { readonly type: 'permit-granted'; readonly permitId: number }
  | { readonly type: 'permit-denied'; readonly permitId: number; readonly error: PlainError };
