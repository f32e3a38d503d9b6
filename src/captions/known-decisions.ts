import type { Logger } from '../log.ts';
import type { Consent, ConsentStore } from './captions-ports.ts';
import type { Decisions } from './consent.ts';

type Decision = Exclude<Consent, 'undecided'>;

/** The stored decisions in memory, where asking costs nothing. */
export interface KnownDecisions {
  /** Grows and changes; the same object for good. */
  readonly current: Decisions;
  /** Resolves once the stored decisions are known; rejects as the store does, and may be called again then. */
  load(): Promise<void>;
  /** Takes in a decision made in this process. It is newer than what is being read meanwhile. */
  set(userId: string, decision: Decision): void;
  /** Takes in what other processes on the same store were told; calls `onChange` when that is news. */
  refresh(): Promise<void>;
}

/** Makes the memory of decisions over a store. */
export function createKnownDecisions(
  store: Pick<ConsentStore, 'all'>,
  onChange: () => void,
  log: Logger,
): KnownDecisions {
  const current = new Map<string, Decision>();
  /** Decided here since the last look at the store: what that look brings may be older. */
  const fresh = new Set<string>();
  let loading: Promise<void> | undefined;

  const read = async (): Promise<boolean> => {
    fresh.clear();
    const stored = await store.all();
    let isNews = false;
    for (const [userId, decision] of stored) {
      if (fresh.has(userId) || current.get(userId) === decision) continue;
      current.set(userId, decision);
      isNews = true;
    }
    return isNews;
  };

  return {
    current,
    load: () => {
      loading ??= read().then(
        () => undefined,
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    set: (userId, decision) => {
      fresh.add(userId);
      current.set(userId, decision);
    },
    refresh: async () => {
      try {
        if (await read()) onChange();
      } catch (error) {
        log.warn({ err: error }, 'decisions about captions could not be read');
      }
    },
  };
}
