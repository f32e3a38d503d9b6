import { createLogger } from '../../src/log/log.ts';
import { createSettings, type Settings } from '../../src/settings/settings.ts';
import type { Database } from '../../src/store/database.ts';

/** The settings over a database, as one process has them. */
export function settingsOf({ settings, notices }: Pick<Database, 'settings' | 'notices'>): Settings {
  return createSettings({ store: settings, notices, log: createLogger('silent') });
}
