import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../commands/settings.ts';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/captions-ports.ts';
import type { GuildPlace } from '../../../src/discord/interactions/command.ts';
import type { VoiceSettings } from '../../../src/voice-models/voice-settings.ts';
import { fakeVoices } from '../../support/fake-voices.ts';
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
    await createSettings({ ...scene, captions: { ...scene.captions, settings: async () => odd } }).run(context);
    const parts = (context.answers[0]?.components ?? []).flatMap((row): readonly object[] => row.components);
    const menus = parts.filter((part) => 'options' in part) as { options: { default?: boolean }[] }[];
    expect(menus).toHaveLength(4);
    for (const { options } of menus) {
      expect(options.length).toBeLessThanOrEqual(25);
      expect(options.filter((option) => option.default)).toHaveLength(1);
    }
  });
});

describe("/settings' limits of voices", () => {
  /** Fills in the form; `stored` are the limits that were set. */
  async function fillIn(place: GuildPlace, person: string, guild: string) {
    const stored: VoiceSettings[] = [];
    const voices = fakeVoices([], { setSettings: async (_guildId, settings) => void stored.push(settings) });
    const { values: _values, ...context } = choiceBy(place, [], 'voices');
    const fields: Readonly<Record<string, string>> = { person, guild };
    const submitted = { ...context, field: (id: string) => fields[id] ?? '' };
    const outcome = createSettings({ ...createScene({}), voices }).submit?.(submitted);
    return { stored, outcome, updates: context.updates };
  }

  it('are shown, and opened in a form that is filled in with them', async () => {
    const settings = createSettings(createScene({}));
    const shown = interactionBy(boss);
    await settings.run(shown);
    expect(shown.answers[0]?.content).toContain('Each person may make 5 voices here; there may be 50 voices in all');
    expect(shown.answers[0]?.components).toHaveLength(5);
    const pressed = choiceBy(boss, [], 'voices');
    await settings.component?.(pressed);
    expect(pressed.modals[0]?.fields.map(({ id, value }) => [id, value])).toEqual([
      ['person', '5'],
      ['guild', '50'],
    ]);
  });

  it('hold at once', async () => {
    const { stored, outcome, updates } = await fillIn(boss, ' 2', '0');
    await outcome;
    expect(stored).toEqual([{ maxPerPerson: 2, maxPerGuild: 0 }]);
    expect(updates).toHaveLength(1);
  });

  it.each(['-1', '1001', 'many', '', '1.5'])('are not set to “%s”', async (person) => {
    const { stored, outcome } = await fillIn(boss, person, '5');
    await expect(outcome).rejects.toThrow('whole number from 0 to 1000');
    expect(stored).toEqual([]);
  });

  it('are for those who manage the server only', async () => {
    const { stored, outcome } = await fillIn(inLounge, '2', '2');
    await expect(outcome).rejects.toThrow('Manage Server');
    expect(stored).toEqual([]);
  });
});
