/** Requests that nobody waits for until the bot closes. None of them may reject. */
export interface BackgroundRequests {
  /** For the requests: aborted when they are abandoned. */
  readonly signal: AbortSignal;
  add(request: Promise<void>): void;
  /** Resolves when no request is under way. Aborting the signal abandons those that are. */
  settle(signal: AbortSignal): Promise<void>;
}

/** Creates an empty set of requests. */
export function createBackgroundRequests(): BackgroundRequests {
  const abandoning = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    signal: abandoning.signal,
    add: (request) => {
      underWay.add(request);
      void request.then(() => underWay.delete(request));
    },
    settle: async (signal) => {
      const abandon = (): void => abandoning.abort(signal.reason);
      signal.addEventListener('abort', abandon, { once: true });
      if (signal.aborted) abandon();
      try {
        await Promise.all([...underWay]);
      } finally {
        signal.removeEventListener('abort', abandon);
      }
    },
  };
}
