import { describe, expect, it } from 'vitest';
import { settingsPages } from '../../../../src/discord/settings/pages.ts';
import type { PanelServices } from '../../../../src/discord/settings/settings-panel.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { LOCALES } from '../../../../src/messages/locales.ts';
import type { ServerSettings } from '../../../../src/settings/server-settings.ts';
import { createScene } from '../../commands/command-scene.ts';
import { AUTOMATIC, createPanel, idOf, many } from './panel-scene.ts';

const TOPICS = settingsPages(createScene({})).map(({ topic }) => topic);

describe('the panel with everything set to its maximum', () => {
  const fullest = (): ServerSettings => ({
    general: { language: 'pt-BR' },
    voice: { voiceId: 'v'.repeat(100), title: '_'.repeat(200), speed: 1.25, volumeDb: -12.5 },
    lengths: { say: 6_000, reading: 2_000 },
    access: { managers: many(25), speak: many(25), captions: many(25, 9), transcribe: many(25), voices: many(25, 9) },
    muted: { userIds: many(200), roleIds: many(25) },
    announcements: { joins: true, leaves: true },
    notices: { posted: true },
    captions: { interim: true },
    reading: {
      ...{ bots: true, webhooks: true, proxied: true, voiceMessages: 'transcribe', skipPrefix: '`'.repeat(10) },
      ...{ requiredRoleIds: many(25), announceWriters: true, announcement: '*{name}'.padEnd(100, '_') },
      builtInPronunciations: true,
    },
    voiceMessages: { transcribedIn: many(25) },
    log: { channelId: idOf(7, 9) },
  });

  const views = ['home', ...TOPICS.map((topic) => `open:${topic}`), 'open:muted:3'];

  it.each(LOCALES.flatMap((locale) => views.map((view) => [view, locale] as const)))(
    'keeps to Discord’s limits on %s in %s',
    async (argument, locale) => {
      const messages = CATALOGUES[locale];
      const services: Partial<PanelServices> = {
        autoCaptions: { ...createScene({}).autoCaptions, list: () => AUTOMATIC },
        captions: {
          ...createScene({}).captions,
          runningConsent: () => 'opt-in',
          settings: async () => ({
            consent: 'opt-out',
            captionBots: true,
            soundCues: true,
            retentionDays: 3_333,
            language: 'xh',
          }),
        },
        directory: {
          ...createScene({}).directory,
          textChannel: (channelId) => ({ channelId, webhookChannelId: '1', permissions: 0n }),
        },
      };
      const { press, desk } = createPanel(services, messages);
      await desk.change('g', '1', (all) => ({ ...all, server: fullest() }));
      const { parts, texts } = await press(`settings:${argument}`);
      expect(parts.length).toBeLessThanOrEqual(40);
      expect(texts).toContain(messages.settings.notes.stricterNow);
      expect(texts).toContain(`<#${idOf(7, 9)}>`);
    },
  );
});
