import { describe, expect, it } from 'vitest';
import { createServerMessages } from '../../../../src/discord/core/server-messages.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { DEFAULT_SERVER_SETTINGS, type ServerSettings } from '../../../../src/settings/server-settings.ts';
import type { SettingsChange } from '../../../../src/settings/settings.ts';

const log = createLogger('silent');

function settingsWith(language?: string): ServerSettings {
  return { ...DEFAULT_SERVER_SETTINGS, general: language === undefined ? {} : { language } };
}

/** Server messages over settings that a test changes; `discord` is the server's own locale. */
function createScene(discord: string | undefined, language?: string) {
  let present = settingsWith(language);
  let isBroken = false;
  const listeners: ((change: SettingsChange) => void)[] = [];
  const messages = createServerMessages({
    settings: {
      of: async () => {
        if (isBroken) throw new Error('no database');
        return present;
      },
      onChange: (listener) => void listeners.push(listener),
    },
    discordLocaleOf: () => discord,
    log,
  });
  const choose = (next: string | undefined): void => {
    const before = present;
    present = settingsWith(next);
    for (const listener of listeners) listener({ guildId: 'g', userId: '1', before, after: present });
  };
  const breakDatabase = (): void => {
    isBroken = true;
  };
  return { messages, choose, breakDatabase };
}

describe('the language of a server', () => {
  it.each([
    ['es-419', 'de', 'de'],
    ['es-419', undefined, 'es-ES'],
    ['sv-SE', undefined, 'en-US'],
    [undefined, undefined, 'en-US'],
  ] as const)('Discord has %s, the settings %s: %s', async (discord, language, locale) => {
    const { messages } = createScene(discord, language);
    expect(await messages.of('g')).toBe(CATALOGUES[locale]);
    expect(messages.known('g')).toBe(CATALOGUES[locale]);
  });

  it('changes at once, also for what cannot wait', async () => {
    const { messages, choose } = createScene('fr');
    expect(messages.known('g')).toBe(CATALOGUES.fr);
    choose('ja');
    expect(messages.known('g')).toBe(CATALOGUES.ja);
    expect(await messages.of('g')).toBe(CATALOGUES.ja);
    choose(undefined);
    expect(messages.known('g')).toBe(CATALOGUES.fr);
  });

  it('is the last known one while the database cannot be read', async () => {
    const { messages, breakDatabase } = createScene('fr', 'ko');
    await messages.of('g');
    breakDatabase();
    expect(await messages.of('g')).toBe(CATALOGUES.ko);
    expect(await messages.of('unseen')).toBe(CATALOGUES.fr);
  });
});
