import { type Backoff, backoffMs, sleep } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';
import { proxyErrorIn } from '../../proxy/proxy-error.ts';
import { connectionFailure } from './connection-failure.ts';
import { DISCORD_BACKOFF } from './gateway/gateway-reconnects.ts';

/** How a start waits for Discord. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly backoff?: Backoff;
  /** Called before each wait. */
  readonly onWait?: (() => void) | undefined;
}

/** Repeats a request while Discord cannot be reached. Rejects with an error that is `final`, or the signal's reason. */
export async function untilReached<T>(
  request: () => Promise<T>,
  isFinal: (error: unknown) => boolean,
  { signal, log, backoff = DISCORD_BACKOFF, onWait }: Patience,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      const delayMs = Math.round(backoffMs(failures, backoff));
      onWait?.();
      log.warn(
        { ...connectionFailure(error), failures, delayMs },
        proxyErrorIn(error) === undefined
          ? 'cannot reach Discord: check the network and DISCORD_API_URL; trying again'
          : 'cannot reach Discord through the proxy: check HTTPS_PROXY; trying again',
      );
      await sleep(delayMs, signal);
    }
  }
}
