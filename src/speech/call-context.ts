/** Kinds of calls, highest priority first: a lower one is admitted only when no higher one waits. */
export const PRIORITIES = ['speech', 'final-captions', 'files', 'interim-captions', 'listings'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The context of every call of the speech service. */
export interface CallContext {
  /** Guild id or user id. Within a priority, tenants are served round robin. */
  readonly tenant: string;
  readonly priority: Priority;
  /** Aborts the call in any state; it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}
