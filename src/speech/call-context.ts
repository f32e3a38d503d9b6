/**
 * Kinds of calls, highest priority first. `limiter/permit-policy.ts` says who gets the next permit; `speech` is for what
 * somebody waits for in a voice channel.
 */
export const PRIORITIES = ['speech', 'final-captions', 'files', 'interim-captions', 'listings'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The context of every call of the speech service. */
export interface CallContext {
  /** Guild id or user id. Tenants share the permits fairly. */
  readonly tenant: string;
  readonly priority: Priority;
  /**
   * False if the first failure counts, `except-5xx` if the caller decides what follows a refusal with 5xx; by default,
   * failures that may pass are retried.
   */
  readonly retries?: boolean | 'except-5xx';
  /**
   * Aborts when somebody begins to wait for the first sound: until then, other sound is still to be played, and the service
   * may take its time. Without it, somebody waits from the start.
   */
  readonly awaited?: AbortSignal;
  /**
   * Aborts when the reader has sound: until then, somebody hears nothing, whatever bytes have arrived (the head of a file is
   * no sound). Without it, the first bytes count as sound.
   */
  readonly begun?: AbortSignal;
  /** Aborts the call in any state; it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}
