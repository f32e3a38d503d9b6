import { createLogger } from '../../src/log/log.ts';
import { createSettings, type Settings } from '../../src/settings/settings.ts';
import type { SettingsNotices, SettingsStore } from '../../src/settings/settings-ports.ts';

/** Settings in memory. */
export interface MemorySettings extends Settings {
  /** What is stored, by guild. */
  readonly documents: Map<string, string>;
  /** The guilds whose documents were read. */
  readonly reads: string[];
  /** What calls of the store reject with from now on. */
  fail(error: Error | undefined): void;
  /** Stores a document as another process does, and tells of it. */
  storeElsewhere(guildId: string, document: string): void;
}

/** Creates settings in memory, of servers that have set nothing. */
export function memorySettings(): MemorySettings {
  const documents = new Map<string, string>();
  const reads: string[] = [];
  const listeners: (() => void)[] = [];
  let failure: Error | undefined;
  const use = async <T>(work: () => T): Promise<T> => {
    if (failure !== undefined) throw failure;
    return work();
  };
  const store: SettingsStore = {
    document: (guildId) => {
      reads.push(guildId);
      return use(() => documents.get(guildId));
    },
    documents: () => use(() => new Map(documents)),
    replace: (guildId, before, after) =>
      use(() => {
        const isSame = documents.get(guildId) === before;
        if (isSame) documents.set(guildId, after);
        return isSame;
      }),
  };
  const notices: SettingsNotices = {
    notify: async () => undefined,
    on: (_topic, listener) => void listeners.push(listener),
  };
  return Object.assign(createSettings({ store, notices, log: createLogger('silent') }), {
    ...{ documents, reads },
    fail: (error: Error | undefined) => {
      failure = error;
    },
    storeElsewhere: (guildId: string, document: string) => {
      documents.set(guildId, document);
      for (const listener of listeners) listener();
    },
  });
}
