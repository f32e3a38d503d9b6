import type { Logger } from '../log.ts';
import type { Consent, ConsentStore } from './captions-ports.ts';
import type { Decisions } from './consent.ts';

type Decision = Exclude<Consent, 'undecided'>;

/** The stored opt-ins and opt-outs in memory, for synchronous lookups. */
export interface KnownDecisions {
  /** Live: always the same object, which changes. */
  readonly current: Decisions;
  /** Resolves once the stored decisions are loaded. Rejects like the store; call it again then. */
  load(): Promise<void>;
  /** Sets a decision made in this process. It is newer than anything being read at the time. */
  set(userId: string, decision: Decision): void;
  /** Reads decisions made in other processes on the same store; calls `onChange` if there are new ones. */
  refresh(): Promise<void>;
}

/** Creates the in-memory decisions over a store. */
export function createKnownDecisions(
  store: Pick<ConsentStore, 'all'>,
  onChange: () => void,
  log: Logger,
): KnownDecisions {
  const current = new Map<string, Decision>();
  /** Decided here since the last read began, which may return older decisions. */
  const fresh = new Set<string>();
  let loading: Promise<void> | undefined;

  const read = async (): Promise<boolean> => {
    fresh.clear();
    const stored = await store.all();
    let hasChanged = false;
    for (const [userId, decision] of stored) {
      if (fresh.has(userId) || current.get(userId) === decision) continue;
      current.set(userId, decision);
      hasChanged = true;
    }
    return hasChanged;
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
        log.warn({ err: error }, 'opt-ins and opt-outs could not be read');
      }
    },
  };
}
