import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { faultsOf, readServerSettings, type ServerSettings } from './server-settings.ts';
import type { ServerSettingsStore } from './settings-ports.ts';

/** Guilds whose settings are kept in memory, those used last. A guild's take about 1 kB. */
const MAX_CACHED_GUILDS = 2_000;

/** A change of a guild's settings. */
export interface SettingsChange {
  readonly guildId: string;
  /** Who made it. */
  readonly userId: string;
  readonly before: ServerSettings;
  readonly after: ServerSettings;
}

/** The settings of servers. One process carries a guild, so what it changed is known to it at once. */
export interface Settings {
  /**
   * The settings that apply to a guild now. Only the first call for a guild asks the database.
   * @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED.
   */
  of(guildId: string): Promise<ServerSettings>;
  /**
   * Stores what `change` makes of the present settings, one change of a guild after the other, and resolves with it.
   * @throws {MynahError} STORE_INVALID_SETTINGS when a field is out of range, STORE_UNAVAILABLE or STORE_FAILED; nothing is
   * changed then.
   */
  change(guildId: string, userId: string, change: (present: ServerSettings) => ServerSettings): Promise<ServerSettings>;
  /** Calls `listener` after every change. */
  onChange(listener: (change: SettingsChange) => void): void;
}

/** Creates the settings over a store. */
export function createSettings({
  store,
  log,
}: {
  readonly store: ServerSettingsStore;
  readonly log: Logger;
}): Settings {
  const cached = new Map<string, Promise<ServerSettings>>();
  const changes = new Map<string, Promise<unknown>>();
  const listeners: ((change: SettingsChange) => void)[] = [];

  const load = async (guildId: string): Promise<ServerSettings> => {
    const { settings, isReadable } = readServerSettings(await store.serverSettings(guildId));
    if (!isReadable) log.warn({ guildId }, 'stored settings cannot be read');
    return settings;
  };
  const keep = (guildId: string, settings: Promise<ServerSettings>): Promise<ServerSettings> => {
    cached.delete(guildId);
    cached.set(guildId, settings);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_GUILDS && oldest !== undefined) cached.delete(oldest);
    settings.catch(() => {
      if (cached.get(guildId) === settings) cached.delete(guildId);
    });
    return settings;
  };
  const of = (guildId: string): Promise<ServerSettings> => keep(guildId, cached.get(guildId) ?? load(guildId));

  const apply = async (...[guildId, userId, change]: Parameters<Settings['change']>): Promise<ServerSettings> => {
    const before = await of(guildId);
    const after = change(before);
    const faults = faultsOf(after);
    if (faults.length > 0) {
      throw new MynahError('STORE_INVALID_SETTINGS', `settings out of range: ${faults.join(', ')}`);
    }
    await store.setServerSettings(guildId, JSON.stringify(after));
    void keep(guildId, Promise.resolve(after));
    for (const listener of listeners) listener({ guildId, userId, before, after });
    return after;
  };

  return {
    of,
    change: (guildId, ...rest) => {
      const turn = (changes.get(guildId) ?? Promise.resolve()).then(() => apply(guildId, ...rest));
      const settled = turn.then(
        () => undefined,
        () => undefined,
      );
      changes.set(guildId, settled);
      void settled.then(() => {
        if (changes.get(guildId) === settled) changes.delete(guildId);
      });
      return turn;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
