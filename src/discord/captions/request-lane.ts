/** Waits after Discord could not be reached: doubled each time, up to the last. */
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

/** Sends one request at a time, each after its wait and, when Discord could not be reached, after a growing one. */
export interface RequestLane {
  readonly isBusy: boolean;
  /** Does nothing while a request is under way. Calls `again` after the wait or the request. */
  run(waitMs: () => number, again: () => void, request: () => Promise<boolean>): void;
  stop(): void;
}

/** Makes a lane. What it runs resolves with whether the next request may follow at once, and never rejects. */
export function createRequestLane(): RequestLane {
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  let backoffMs = 0;
  let blockedUntilMs = 0;
  return {
    get isBusy() {
      return isBusy;
    },
    run: (waitMs, again, request) => {
      if (isBusy) return;
      clearTimeout(timer);
      const wait = Math.max(waitMs(), blockedUntilMs - Date.now());
      if (wait > 0) {
        timer = setTimeout(again, wait);
        return;
      }
      isBusy = true;
      void request().then((isDone) => {
        isBusy = false;
        backoffMs = isDone ? 0 : Math.min(MAX_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, 2 * backoffMs));
        blockedUntilMs = Date.now() + backoffMs;
        again();
      });
    },
    stop: () => clearTimeout(timer),
  };
}
