import { backoffMs } from '../../../concurrency/async.ts';

/** The wait after Discord was unreachable. */
const RETRY = { baseMs: 1_000, maxMs: 30_000, jitter: 'none' } as const;

/** Sends one request at a time, each after its wait, and after a growing wait while Discord is unreachable. */
export interface RequestLane {
  readonly isBusy: boolean;
  /** Does nothing while a request is under way. Calls `again` after the wait or the request. */
  run(waitMs: () => number, again: () => void, request: () => Promise<boolean>): void;
  stop(): void;
}

/** Creates a lane. A request must not reject; it resolves with whether Discord was reachable. */
export function createRequestLane(): RequestLane {
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let blockedUntilMs = 0;
  return {
    get isBusy() {
      return isBusy;
    },
    run: (waitMs, again, request) => {
      if (isBusy) return;
      clearTimeout(timer);
      const wait = Math.max(waitMs(), blockedUntilMs - performance.now());
      if (wait > 0) {
        timer = setTimeout(again, wait);
        return;
      }
      isBusy = true;
      void request().then((isReachable) => {
        isBusy = false;
        failures = isReachable ? 0 : failures + 1;
        blockedUntilMs = isReachable ? 0 : performance.now() + backoffMs(failures, RETRY);
        again();
      });
    },
    stop: () => clearTimeout(timer),
  };
}
