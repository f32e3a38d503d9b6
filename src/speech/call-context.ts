/** What waits for the service, strongest first: a weaker kind goes on only when no stronger one waits. */
export const PRIORITIES = ['speech', 'final-captions', 'files', 'interim-captions', 'listings'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What every call of the speech service says about itself. */
export interface CallContext {
  /** Guild id or user id: within a priority, tenants take turns. */
  readonly tenant: string;
  readonly priority: Priority;
  /** Ends the call, wherever it stands; it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}
