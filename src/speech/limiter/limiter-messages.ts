import type { Priority } from '../call-context.ts';
import type { PlainError } from '../plain-error.ts';
import type { ConcurrencyReport, Preemption } from './concurrency-limiter.ts';

/** A message from a thread to the process's limiter. The thread chooses `permitId`. */
export type LimiterRequest =
  | {
      readonly type: 'permit-request';
      readonly permitId: number;
      readonly tenant: string;
      readonly priority: Priority;
      readonly preemption?: Preemption | undefined;
    }
  /** Concurrency values from a response of the service; `refused` if the service refused the request for them. */
  | {
      readonly type: 'permit-report';
      readonly permitId: number;
      readonly report: ConcurrencyReport;
      readonly refused: boolean;
    }
  /** The request has ended or is no longer needed. */
  | { readonly type: 'permit-release'; readonly permitId: number };

/** The limiter's answer to a thread. */
export type LimiterAnswer =
  | { readonly type: 'permit-granted'; readonly permitId: number }
  /** Live speech needs a permit that was granted: its request must end, and `permit-release` follow. */
  | { readonly type: 'permit-preempted'; readonly permitId: number }
  | { readonly type: 'permit-denied'; readonly permitId: number; readonly error: PlainError };
