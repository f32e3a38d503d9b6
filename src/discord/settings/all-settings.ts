import { isDeepStrictEqual } from 'node:util';
import { type BudgetSettings, NO_BUDGET_SETTINGS } from '../../budgets/budget-limits.ts';
import type { Budgets } from '../../budgets/budgets-api.ts';
import type { Captions } from '../../captions/captions-api.ts';
import { type CaptionSettings, DEFAULT_CAPTION_SETTINGS } from '../../captions/captions-ports.ts';
import { DEFAULT_SERVER_SETTINGS, type ServerSettings } from '../../settings/server-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import type { VoiceModels } from '../../voice-models/voice-models-api.ts';
import { DEFAULT_VOICE_SETTINGS, type VoiceSettings } from '../../voice-models/voice-settings.ts';

/** Everything that a server sets, in all of its stores. */
export interface AllSettings {
  readonly server: ServerSettings;
  readonly captions: CaptionSettings;
  readonly voices: VoiceSettings;
  readonly budgets: BudgetSettings;
}

/** What applies to a server that has set nothing. */
export const DEFAULT_SETTINGS: AllSettings = {
  server: DEFAULT_SERVER_SETTINGS,
  captions: DEFAULT_CAPTION_SETTINGS,
  voices: DEFAULT_VOICE_SETTINGS,
  budgets: NO_BUDGET_SETTINGS,
};

/** A change of a server's settings. Parts that did not change may be the defaults in both. */
export interface SettingsReport {
  readonly guildId: string;
  /** Who made it. */
  readonly userId: string;
  readonly before: AllSettings;
  readonly after: AllSettings;
}

/** The settings of servers as one. They reject as their keepers do: STORE_UNAVAILABLE, STORE_FAILED, STORE_INVALID_SETTINGS. */
export interface SettingsDesk {
  of(guildId: string): Promise<AllSettings>;
  /**
   * Stores what `change` makes of the present settings, one change of a guild after the other, and resolves with it.
   * `change` may be called twice.
   */
  change(guildId: string, userId: string, change: (present: AllSettings) => AllSettings): Promise<AllSettings>;
  /** Calls `listener` after every change, also after those that were made elsewhere. */
  onChange(listener: (report: SettingsReport) => void): void;
}

/** Who keeps the settings. */
export interface SettingsKeepers {
  readonly settings: Settings;
  readonly captions: Pick<Captions, 'settings' | 'setSettings'>;
  readonly voices: Pick<VoiceModels, 'settings' | 'setSettings'>;
  readonly budgets: Pick<Budgets, 'settings' | 'setSettings'>;
}

/** Creates the desk over those who keep the settings. */
export function createSettingsDesk({ settings, captions, voices, budgets }: SettingsKeepers): SettingsDesk {
  const changes = new Map<string, Promise<unknown>>();
  const listeners: ((report: SettingsReport) => void)[] = [];
  const report = (change: SettingsReport): void => {
    for (const listener of listeners) listener(change);
  };
  settings.onChange(({ before, after, ...who }) => {
    report({ ...who, before: { ...DEFAULT_SETTINGS, server: before }, after: { ...DEFAULT_SETTINGS, server: after } });
  });

  const of = async (guildId: string): Promise<AllSettings> => {
    const [server, captioned, limits, daily] = await Promise.all([
      settings.of(guildId),
      captions.settings(guildId),
      voices.settings(guildId),
      budgets.settings(guildId),
    ]);
    return { server, captions: captioned, voices: limits, budgets: daily };
  };

  const apply = async (...[guildId, userId, change]: Parameters<SettingsDesk['change']>): Promise<AllSettings> => {
    const before = await of(guildId);
    const wanted = change(before);
    const hasChanged = (part: keyof AllSettings): boolean => !isDeepStrictEqual(before[part], wanted[part]);
    let stored = before;
    const keep = async <Part extends 'captions' | 'voices' | 'budgets'>(
      part: Part,
      store: (guildId: string, value: AllSettings[Part]) => Promise<void>,
    ): Promise<void> => {
      if (!hasChanged(part)) return;
      await store(guildId, wanted[part]);
      const after = { ...stored, [part]: wanted[part] };
      report({ guildId, userId, before: stored, after });
      stored = after;
    };
    await keep('captions', (id, value) => captions.setSettings(id, value));
    await keep('voices', (id, value) => voices.setSettings(id, value));
    await keep('budgets', (id, value) => budgets.setSettings(id, value));
    if (!hasChanged('server')) return stored;
    // Others may have changed the server's part since.
    const server = await settings.change(guildId, userId, (present) => change({ ...before, server: present }).server);
    return { ...stored, server };
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
