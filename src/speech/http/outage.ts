/** After a longer pause between failures, the next one begins another outage. */
const FORGET_AFTER_MS = 30_000;

/** How long the service has been failing: a short failure is outlasted, in a long one people are told at once. */
export interface Outage {
  /** The service answered that it cannot serve now. */
  failed(): void;
  /** A request was served. */
  succeeded(): void;
  /** Whether it has been failing for longer than this. */
  isLongerThan(ms: number): boolean;
}

/** Follows all requests of one client. */
export function createOutage(nowMs: () => number = () => performance.now()): Outage {
  let sinceMs: number | undefined;
  let lastMs = 0;
  return {
    failed: () => {
      const now = nowMs();
      if (sinceMs === undefined || now - lastMs > FORGET_AFTER_MS) sinceMs = now;
      lastMs = now;
    },
    succeeded: () => {
      sinceMs = undefined;
    },
    isLongerThan: (ms) => sinceMs !== undefined && nowMs() - sinceMs > ms,
  };
}
