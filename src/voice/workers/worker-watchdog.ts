/** How often a thread is asked for a sign of life, and how many channelStatus it may owe. */
const PING_EVERY_MS = 5_000;
const MAX_UNANSWERED = 6;

/** Watches one thread for an endless loop, which nothing else would end. */
export interface WorkerWatchdog {
  /** To be called with everything that the thread tells. */
  onSign(): void;
  /** Stops watching. */
  close(): void;
}

/**
 * Begins to watch a thread; `onHung` is called once when it has been silent for 30 s. It counts questions and not time,
 * so that a machine that slept, or a main thread that was held up, is not taken for a thread that hangs. One that has
 * told nothing yet is still starting, however long that takes.
 */
export function watchThread(options: { readonly ping: () => void; readonly onHung: () => void }): WorkerWatchdog {
  let unanswered: number | undefined;
  const timer = setInterval(() => {
    if (unanswered === MAX_UNANSWERED) {
      clearInterval(timer);
      options.onHung();
      return;
    }
    if (unanswered !== undefined) unanswered += 1;
    options.ping();
  }, PING_EVERY_MS).unref();
  return {
    onSign: () => {
      unanswered = 0;
    },
    close: () => clearInterval(timer),
  };
}
