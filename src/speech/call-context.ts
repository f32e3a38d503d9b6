/** What waits for the service, strongest first: a weaker kind is admitted only when no stronger one waits. */
export const PRIORITIES = ['speech', 'final-captions', 'files', 'interim-captions', 'listings'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What every call of the speech service carries. */
export interface CallContext {
  /** Guild id or user id: within a priority, tenants go in turn. */
  readonly tenant: string;
  readonly priority: Priority;
  /** Ends the call in whatever state it is; it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}
