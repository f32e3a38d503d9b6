import { describe, expect, it } from 'vitest';
import { settingsPages } from '../../../../src/discord/settings/pages.ts';
import type { PanelServices } from '../../../../src/discord/settings/settings-panel.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { LOCALES } from '../../../../src/messages/locales.ts';
import { DEFAULT_SERVER_SETTINGS, type ServerSettings } from '../../../../src/settings/server-settings.ts';
import { createScene } from '../../commands/command-scene.ts';
import { AUTOMATIC, createPanel, idOf, many } from './panel-scene.ts';

const TOPICS = settingsPages(createScene({})).map(({ topic }) => topic);

describe('the panel with everything set to its maximum', () => {
  const fullest: ServerSettings = {
    ...DEFAULT_SERVER_SETTINGS,
    general: { language: 'pt-BR' },
    voice: { voiceId: 'v'.repeat(100), title: '_'.repeat(200), speed: 1.25, volumeDb: -12.5 },
    access: { managers: many(25), speak: many(25), captions: many(25, 9), transcribe: many(25), voices: many(25, 9) },
    muted: { userIds: many(200), roleIds: many(25) },
    captions: { ...DEFAULT_SERVER_SETTINGS.captions, retentionDays: 3_333, language: 'xh' },
    reading: {
      ...DEFAULT_SERVER_SETTINGS.reading,
      ...{ skipPrefix: '`'.repeat(10), announcement: '*{name}'.padEnd(100, '_'), requiredRoleIds: many(25) },
      voiceMessages: 'transcribe',
    },
    voiceMessages: { transcribedIn: many(25) },
    log: { channelId: idOf(7, 9) },
  };

  const views = ['home', ...TOPICS.map((topic) => `open:${topic}`), 'open:muted:3'];

  it.each(LOCALES.flatMap((locale) => views.map((view) => [view, locale] as const)))(
    'keeps to Discord’s limits on %s in %s',
    async (argument, locale) => {
      const messages = CATALOGUES[locale];
      const services: Partial<PanelServices> = {
        autoCaptions: { ...createScene({}).autoCaptions, list: () => AUTOMATIC },
        captions: { ...createScene({}).captions, runningConsent: () => 'opt-in' },
        directory: {
          ...createScene({}).directory,
          textChannel: (channelId) => ({ channelId, webhookChannelId: '1', permissions: 0n }),
        },
      };
      const { press, settings } = createPanel(services, messages);
      await settings.change('g', '1', () => fullest);
      const { parts, texts } = await press(`settings:${argument}`);
      expect(parts.length).toBeLessThanOrEqual(40);
      expect(texts).toContain(messages.settings.notes.stricterNow);
      expect(texts).toContain(`<#${idOf(7, 9)}>`);
    },
  );
});
