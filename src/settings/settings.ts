import QuickLRU from 'quick-lru';
import { createOrder } from '../concurrency/async.ts';
import { isDatabaseAway, MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { faultsOf, readServerSettings, type ServerSettings, type SettingsTopic } from './server-settings.ts';
import type { SettingsNotices, SettingsStore } from './settings-ports.ts';

/** Guilds whose settings are kept in memory, those used last. A guild's take about 1 kB. */
const MAX_CACHED_GUILDS = 2_000;

/** How often a change is made again because another process changed the same settings meanwhile. */
const MAX_ATTEMPTS = 5;

/** A change of a guild's settings. */
export interface SettingsChange {
  readonly guildId: string;
  /** Who made it. */
  readonly userId: string;
  readonly before: ServerSettings;
  readonly after: ServerSettings;
}

/** Stores a change by calling `store` once, and does what must happen before and after that. */
type KeepChange = (change: SettingsChange, store: () => Promise<void>) => Promise<void>;

/** The settings of servers. */
export interface Settings {
  /**
   * The settings that apply to a guild now. The database is asked for a guild that is new, and after other processes
   * changed something; while it is away then, what was known applies.
   * @throws {MynahError} STORE_UNAVAILABLE or STORE_FAILED.
   */
  of(guildId: string): Promise<ServerSettings>;
  /** What was known last of a guild. */
  known(guildId: string): ServerSettings | undefined;
  /** One topic of every guild that has set something, by guild id. Rejects like `of`. */
  partOfAll<T extends SettingsTopic>(topic: T): Promise<ReadonlyMap<string, ServerSettings[T]>>;
  /**
   * Stores what `change` makes of the present settings, one change of a guild after the other, and resolves with it.
   * `change` may be called several times.
   * @throws {MynahError} STORE_INVALID_SETTINGS when a field is out of range, STORE_UNAVAILABLE or STORE_FAILED; nothing is
   * changed then.
   */
  change(guildId: string, userId: string, change: (present: ServerSettings) => ServerSettings): Promise<ServerSettings>;
  /** From now on `keep` stores changes. */
  keepWith(keep: KeepChange): void;
  /** Calls `listener` after every change. */
  onChange(listener: (change: SettingsChange) => void): void;
}

/** What settings are made of. */
export interface SettingsParts {
  readonly store: SettingsStore;
  readonly notices: SettingsNotices;
  readonly log: Logger;
}

/** Creates the settings over a store. */
export function createSettings(parts: SettingsParts): Settings {
  return new StoredSettings(parts);
}

/** Another process changed the same settings since they were read. */
class OvertakenError extends Error {}

/** Settings, and how many notices had come when they were read: one more may be about them. */
interface Known {
  readonly settings: ServerSettings;
  readonly notices: number;
}

class StoredSettings implements Settings {
  readonly #parts: SettingsParts;
  readonly #known = new QuickLRU<string, Known>({ maxSize: MAX_CACHED_GUILDS });
  /** Reads under way, each with the notices that had come before it. */
  readonly #loading = new Map<string, { readonly settings: Promise<ServerSettings>; readonly notices: number }>();
  readonly #inOrder = createOrder();
  readonly #listeners: ((change: SettingsChange) => void)[] = [];
  #notices = 0;
  #keep: KeepChange = (_change, store) => store();

  constructor(parts: SettingsParts) {
    this.#parts = parts;
    parts.notices.on('settings', () => {
      this.#notices += 1;
    });
  }

  of(guildId: string): Promise<ServerSettings> {
    const known = this.#known.get(guildId);
    if (known?.notices === this.#notices) return Promise.resolve(known.settings);
    const loading = this.#loading.get(guildId);
    if (loading?.notices === this.#notices) return loading.settings;
    const settings = this.#load(guildId, known);
    this.#loading.set(guildId, { settings, notices: this.#notices });
    return settings;
  }

  known(guildId: string): ServerSettings | undefined {
    return this.#known.get(guildId)?.settings;
  }

  async partOfAll<T extends SettingsTopic>(topic: T): Promise<ReadonlyMap<string, ServerSettings[T]>> {
    const documents = await this.#parts.store.documents();
    return new Map([...documents].map(([guildId, document]) => [guildId, this.#read(guildId, document)[topic]]));
  }

  change(...[guildId, userId, change]: Parameters<Settings['change']>): Promise<ServerSettings> {
    return this.#inOrder(guildId, async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.#apply(guildId, userId, change);
        } catch (error) {
          if (!(error instanceof OvertakenError)) throw error;
          if (attempt === MAX_ATTEMPTS) throw new MynahError('STORE_FAILED', error.message, { cause: error });
        }
      }
    });
  }

  keepWith(keep: KeepChange): void {
    this.#keep = keep;
  }

  onChange(listener: (change: SettingsChange) => void): void {
    this.#listeners.push(listener);
  }

  async #apply(...[guildId, userId, change]: Parameters<Settings['change']>): Promise<ServerSettings> {
    const { store, notices } = this.#parts;
    const noticesBefore = this.#notices;
    const stored = await store.document(guildId);
    const before = this.#read(guildId, stored);
    this.#remember(guildId, before, noticesBefore);
    const after = change(before);
    const faults = faultsOf(after);
    if (faults.length > 0) {
      throw new MynahError('STORE_INVALID_SETTINGS', `settings out of range: ${faults.join(', ')}`);
    }
    const document = toDocument(after);
    if (document === toDocument(before)) return before;
    const report = { guildId, userId, before, after };
    await this.#keep(report, async () => {
      const noticesBeforeReplacing = this.#notices;
      if (!(await store.replace(guildId, stored, document))) throw new OvertakenError('the settings changed meanwhile');
      this.#remember(guildId, after, noticesBeforeReplacing);
      void notices.notify('settings');
    });
    for (const listener of this.#listeners) listener(report);
    return after;
  }

  async #load(guildId: string, known: Known | undefined): Promise<ServerSettings> {
    const notices = this.#notices;
    try {
      const settings = this.#read(guildId, await this.#parts.store.document(guildId));
      const present = this.#known.get(guildId);
      // What a change stored meanwhile is newer, unless another process has changed something since.
      if (present !== undefined && present !== known) {
        return present.notices >= notices ? present.settings : await this.#load(guildId, present);
      }
      this.#remember(guildId, settings, notices);
      return settings;
    } catch (error) {
      if (known !== undefined && isDatabaseAway(error)) return known.settings;
      throw error;
    } finally {
      if (this.#loading.get(guildId)?.notices === notices) this.#loading.delete(guildId);
    }
  }

  #remember(guildId: string, settings: ServerSettings, notices: number): void {
    this.#known.set(guildId, { settings, notices });
  }

  #read(guildId: string, document: string | undefined): ServerSettings {
    const { settings, isReadable } = readServerSettings(document);
    if (!isReadable) this.#parts.log.warn({ guildId }, 'stored settings cannot be read');
    return settings;
  }
}

/** PostgreSQL's JSON takes no NUL and no lone surrogate. */
function toDocument(settings: ServerSettings): string {
  return JSON.stringify(settings, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  );
}
