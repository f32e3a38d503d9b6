import type { Logger } from '../../log/log.ts';

const PING_INTERVAL_MS = 5_000;
/** A thread that leaves this many pings unanswered hangs: 30 s. */
const MAX_UNANSWERED_PINGS = 6;

/** Watches one voice thread for an endless loop or a start that never ends, which nothing else would notice. */
export interface HungWorkerWatchdog {
  /** To be called with every message of the thread: each is a sign of life. */
  onMessage(): void;
  /** Stops watching. */
  close(): void;
}

/** A thread as its watchdog sees it. */
export interface WatchedWorker {
  ping(): void;
  terminate(): void;
}

/**
 * Watches a voice thread and terminates it, once, when it hangs; its supervisor then restarts it like one that crashed.
 * The watchdog counts pings instead of time, so that neither a machine that slept nor a busy main thread looks like a
 * hung thread. The same limit bounds a thread's start, which takes a second or two.
 */
export function createHungWorkerWatchdog(worker: WatchedWorker, log: Logger): HungWorkerWatchdog {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered === MAX_UNANSWERED_PINGS) {
      clearInterval(timer);
      log.error('a voice thread hangs and is terminated');
      worker.terminate();
      return;
    }
    unanswered += 1;
    worker.ping();
  }, PING_INTERVAL_MS).unref();
  return {
    onMessage: () => {
      unanswered = 0;
    },
    close: () => clearInterval(timer),
  };
}
