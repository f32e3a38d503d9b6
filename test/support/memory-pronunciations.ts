import { createLogger } from '../../src/log/log.ts';
import { createPronunciations } from '../../src/pronunciations/pronunciations.ts';
import type { Pronunciations } from '../../src/pronunciations/pronunciations-api.ts';
import type {
  DictionaryId,
  DictionaryState,
  PronunciationNotices,
  PronunciationStore,
} from '../../src/pronunciations/pronunciations-ports.ts';

/** A store in memory. `reads` and `asked` count whole dictionaries and revisions; `failure` is what every call rejects with. */
export interface MemoryStore extends PronunciationStore {
  readonly reads: string[];
  readonly asked: string[];
  fail(error: Error | undefined): void;
  /** From now on, reads never end. */
  hang(): void;
}

/** Dictionaries in memory, for one process or several that share the store. */
export interface MemoryPronunciations extends Pronunciations {
  readonly store: MemoryStore;
  /** What another process announces. */
  hearChange(): void;
}

/** Makes the store. */
export function memoryStore(): MemoryStore {
  const states = new Map<string, DictionaryState>();
  const reads: string[] = [];
  const asked: string[] = [];
  let failure: Error | undefined;
  let hanging: Promise<void> | undefined;
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  const stateOf = ({ scope, holder }: DictionaryId): DictionaryState =>
    states.get(`${scope} ${holder}`) ?? { revision: 0, locked: false, entries: [] };
  const counted = (userId: string) => {
    const inServers = [...states].filter(([name]) => name.startsWith('server')).flatMap(([, { entries }]) => entries);
    const own = stateOf({ scope: 'person', holder: userId }).entries.length;
    return { own, inServers: inServers.filter(({ addedBy }) => addedBy === userId).length };
  };
  return {
    ...{ reads, asked },
    fail: (error) => {
      failure = error;
    },
    hang: () => {
      hanging = new Promise(() => {});
    },
    dictionary: async (id) => {
      reads.push(id.holder);
      await hanging;
      check();
      return stateOf(id);
    },
    revision: async (id) => {
      asked.push(id.holder);
      await hanging;
      check();
      return stateOf(id).revision;
    },
    change: async (id, atMs, decide) => {
      check();
      const { revision, locked, entries } = stateOf(id);
      const decided = decide(stateOf(id)) ?? { put: [], removed: [], locked };
      const kept = entries.filter(
        ({ key }) => !decided.removed.includes(key) && !decided.put.some((put) => put.key === key),
      );
      const sorted = [...kept, ...decided.put].toSorted((one, other) => (one.key < other.key ? -1 : 1));
      const next = revision === 0 ? atMs : revision + 1;
      states.set(`${id.scope} ${id.holder}`, { revision: next, locked: decided.locked, entries: sorted });
    },
    personSummary: async (userId) => counted(userId),
    erasePerson: async (userId) => {
      check();
      const counts = counted(userId);
      states.delete(`person ${userId}`);
      for (const [name, state] of states) {
        const entries = state.entries.map((each) => (each.addedBy === userId ? { ...each, addedBy: undefined } : each));
        states.set(name, { ...state, entries });
      }
      return counts;
    },
  };
}

/** Makes dictionaries over a store in memory; `language` is that of every guild. */
export function memoryPronunciations(
  options: { readonly store?: MemoryStore; readonly language?: string; readonly nowMs?: () => number } = {},
): MemoryPronunciations {
  const { store = memoryStore(), language, nowMs } = options;
  const listeners = new Set<() => void>();
  const notices: PronunciationNotices = {
    notify: () => Promise.resolve(),
    on: (_, listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const made = createPronunciations({
    ...{ store, notices, log: createLogger('silent') },
    builtInLanguage: () => Promise.resolve(language),
    ...(nowMs === undefined ? {} : { nowMs }),
  });
  return Object.assign(made, {
    store,
    hearChange: () => {
      for (const listener of listeners) listener();
    },
  });
}
