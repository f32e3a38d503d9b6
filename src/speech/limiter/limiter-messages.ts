import type { Priority } from '../call-context.ts';
import type { PlainError } from '../plain-error.ts';
import type { ConcurrencyReport } from './concurrency-limiter.ts';

/** What a thread asks of the process's governor. `turnId` is the thread's own. */
export type LimiterRequest =
  | { readonly type: 'turn-wanted'; readonly turnId: number; readonly tenant: string; readonly priority: Priority }
  /** An answer of the service told about concurrency; `refused` when there was too much of it. */
  | {
      readonly type: 'turn-report';
      readonly turnId: number;
      readonly report: ConcurrencyReport;
      readonly refused: boolean;
    }
  /** The request is over, or is not wanted any more. */
  | { readonly type: 'turn-over'; readonly turnId: number };

/** What the governor answers to a thread. */
export type LimiterAnswer =
  | { readonly type: 'turn-granted'; readonly turnId: number }
  | { readonly type: 'turn-denied'; readonly turnId: number; readonly error: PlainError };
