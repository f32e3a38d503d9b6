import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../commands/settings.ts';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/ports.ts';
import type { GuildPlace } from '../../../src/discord/command.ts';
import { choiceBy, createScene, inLounge, interactionBy } from './command-scene.ts';

const boss: GuildPlace = { ...inLounge, isManager: true, managesGuild: true };

describe('/settings', () => {
  it('shows how things stand', async () => {
    const context = interactionBy(boss);
    await createSettings(createScene({})).run(context);
    const shown = JSON.stringify(context.answers[0]?.components);
    expect(context.answers[0]?.visibility).toBe('ephemeral');
    for (const value of ['opt-out', 'no', '30', 'any']) {
      expect(shown).toMatch(new RegExp(`"value":"${value}","label":"[^"]*","default":true`));
    }
  });

  it.each([
    ['consent', 'opt-in', { consent: 'opt-in' }],
    ['bots', 'yes', { captionBots: true }],
    ['retention', '365', { retentionDays: 365 }],
    ['language', 'de', { language: 'de' }],
  ])('changes %s', async (what, value, changed) => {
    const scene = createScene({});
    const context = choiceBy(boss, [value], what);
    await createSettings(scene).component?.(context);
    expect(scene.acts).toEqual([`settings ${JSON.stringify({ ...DEFAULT_CAPTION_SETTINGS, ...changed })}`]);
    expect(JSON.stringify(context.updates[0]?.components)).toContain(`"value":"${value}"`);
  });

  it('is for those who manage the server only', async () => {
    const mover: GuildPlace = { ...inLounge, isManager: true };
    const settings = createSettings(createScene({}));
    await expect(settings.run(interactionBy(mover))).rejects.toThrow('Manage Server');
    await expect(settings.component?.(choiceBy(mover, ['opt-in'], 'consent'))).rejects.toThrow('Manage Server');
    expect(settings.definition.default_member_permissions).toBe('32');
  });

  it('keeps every menu within the 25 choices that Discord takes', async () => {
    const odd = { ...DEFAULT_CAPTION_SETTINGS, language: 'xh', retentionDays: 33 };
    const scene = createScene({});
    const context = interactionBy(boss);
    await createSettings({ captions: { ...scene.captions, settings: async () => odd } }).run(context);
    for (const row of context.answers[0]?.components ?? []) {
      const [menu] = row.components;
      const options = menu !== undefined && 'options' in menu ? menu.options : [];
      expect(options.length).toBeLessThanOrEqual(25);
      expect(options.filter((option) => option.default)).toHaveLength(1);
    }
  });
});
