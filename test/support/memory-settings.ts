import { createLogger } from '../../src/log.ts';
import { createSettings, type Settings } from '../../src/settings/settings.ts';
import type { ServerSettingsStore } from '../../src/settings/settings-ports.ts';

/** Settings in memory. `documents` holds what is stored, by guild; `failure` is what calls of the store reject with. */
export function memorySettings(): Settings & {
  readonly documents: Map<string, string>;
  readonly reads: string[];
  fail(error: Error | undefined): void;
} {
  const documents = new Map<string, string>();
  const reads: string[] = [];
  let failure: Error | undefined;
  const store: ServerSettingsStore = {
    serverSettings: async (guildId) => {
      reads.push(guildId);
      if (failure !== undefined) throw failure;
      return documents.get(guildId) ?? '{}';
    },
    setServerSettings: async (guildId, document) => {
      if (failure !== undefined) throw failure;
      documents.set(guildId, document);
    },
  };
  const fail = (error: Error | undefined): void => {
    failure = error;
  };
  return { ...createSettings({ store, log: createLogger('silent') }), documents, reads, fail };
}
