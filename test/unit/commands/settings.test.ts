import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../commands/settings.ts';
import { NO_BUDGET_SETTINGS } from '../../../src/budgets/budget-limits.ts';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/captions-ports.ts';
import type { GuildPlace } from '../../../src/discord/interactions/command.ts';
import { english } from '../../../src/messages/english.ts';
import type { VoiceSettings } from '../../../src/voice-models/voice-settings.ts';
import { fakeVoices } from '../../support/fake-voices.ts';
import { MemoryBudgetStore, memoryBudgets, UNLIMITED } from '../../support/memory-budgets.ts';
import { choiceBy, createScene, inLounge, interactionBy } from './command-scene.ts';

const boss: GuildPlace = { ...inLounge, managesVoice: true, managesGuild: true };

describe('/settings', () => {
  it('shows what is chosen, in the message and in the selects', async () => {
    const context = interactionBy(boss);
    await createSettings(createScene({})).run(context);
    const shown = JSON.stringify(context.answers[0]?.components);
    expect(context.answers[0]?.visibility).toBe('ephemeral');
    expect(context.answers[0]?.content).toBe(
      [
        'Changes apply immediately.',
        '**Who is captioned:** everyone except people who opt out',
        '**Bots:** not captioned',
        '**Transcripts:** deleted after 30 days',
        '**Language:** detected automatically',
        '**Voices:** up to 5 per person, 50 in total',
        '**Daily limits:** none',
      ].join('\n'),
    );
    for (const value of ['opt-out', 'no', '30', 'any']) {
      expect(shown).toMatch(new RegExp(`"value":"${value}","label":"[^"]*","default":true`));
    }
  });

  it.each([
    ['consent', 'opt-in', { consent: 'opt-in' }, '**Who is captioned:** only people who opt in'],
    ['bots', 'yes', { captionBots: true }, '**Bots:** captioned'],
    ['retention', '365', { retentionDays: 365 }, '**Transcripts:** deleted after 365 days'],
    ['language', 'de', { language: 'de' }, '**Language:** German'],
  ])('changes %s', async (what, value, changed, words) => {
    const scene = createScene({});
    const context = choiceBy(boss, [value], what);
    await createSettings(scene).component?.(context);
    expect(scene.acts).toEqual([`settings ${JSON.stringify({ ...DEFAULT_CAPTION_SETTINGS, ...changed })}`]);
    expect(context.updates[0]?.content).toContain(words);
    expect(JSON.stringify(context.updates[0]?.components)).toContain(`"value":"${value}"`);
  });

  it('says that captions that are on keep asking people to opt in when they no longer must', async () => {
    const scene = createScene({});
    const running = { ...scene, captions: { ...scene.captions, runningConsent: () => 'opt-in' as const } };
    const context = choiceBy(boss, ['opt-out'], 'consent');
    await createSettings(running).component?.(context);
    const words =
      'Captions that are on now still need people to opt in. The new choice applies from the next `/captions start`.';
    expect(context.updates[0]?.content.split('\n')[2]).toBe(words);
    const stricter = choiceBy(boss, ['opt-in'], 'consent');
    await createSettings(running).component?.(stricter);
    expect(stricter.updates[0]?.content).not.toContain('from the next');
  });

  it('is only for people who manage the server', async () => {
    const mover: GuildPlace = { ...inLounge, managesVoice: true };
    const settings = createSettings(createScene({}));
    await expect(settings.run(interactionBy(mover))).rejects.toThrow('Manage Server');
    await expect(settings.component?.(choiceBy(mover, ['opt-in'], 'consent'))).rejects.toThrow('Manage Server');
    expect(settings.define(english).default_member_permissions).toBe('32');
  });

  it('keeps every select within Discord’s limit of 25 options', async () => {
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

describe('the voice limits of /settings', () => {
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
    expect(shown.answers[0]?.content).toContain('**Voices:** up to 5 per person, 50 in total');
    expect(shown.answers[0]?.components).toHaveLength(5);
    const pressed = choiceBy(boss, [], 'voices');
    await settings.component?.(pressed);
    expect(pressed.modals[0]?.fields.map(({ id, value }) => [id, value])).toEqual([
      ['person', '5'],
      ['guild', '50'],
    ]);
  });

  it('apply immediately', async () => {
    const { stored, outcome, updates } = await fillIn(boss, ' 2', '0');
    await outcome;
    expect(stored).toEqual([{ maxPerPerson: 2, maxPerGuild: 0 }]);
    expect(updates).toHaveLength(1);
  });

  it.each([
    [0, 50, 'nobody can create voices'],
    [5, 0, 'nobody can create voices'],
    [1, 1, 'up to 1 per person, 1 in total'],
  ])('of %i per person and %i in total are shown as “%s”', async (maxPerPerson, maxPerGuild, words) => {
    const voices = fakeVoices([], { settings: async () => ({ maxPerPerson, maxPerGuild }) });
    const shown = interactionBy(boss);
    await createSettings(createScene({ services: { voices } })).run(shown);
    expect(shown.answers[0]?.content.split('\n')).toContain(`**Voices:** ${words}`);
  });

  it.each(['-1', '1001', 'many', '', '1.5'])('are not set to “%s”', async (person) => {
    const { stored, outcome } = await fillIn(boss, person, '5');
    await expect(outcome).rejects.toThrow('A limit must be a whole number from 0 to 1,000. Nothing was changed.');
    expect(stored).toEqual([]);
  });

  it('are only for people who manage the server', async () => {
    const { stored, outcome } = await fillIn(inLounge, '2', '2');
    await expect(outcome).rejects.toThrow('Manage Server');
    expect(stored).toEqual([]);
  });
});

describe('the daily limits of /settings', () => {
  const limits = { ...UNLIMITED, characters: { person: 500, guild: 2_000, account: 9_000 } };

  /** Fills in the form over budgets with these limits of the operator. */
  async function fillIn(place: GuildPlace, fields: Readonly<Record<string, string>>) {
    const store = new MemoryBudgetStore();
    const scene = createScene({ services: { budgets: memoryBudgets({ limits, store }) } });
    const { values: _values, ...context } = choiceBy(place, [], 'budgets');
    const outcome = createSettings(scene).submit?.({ ...context, field: (id: string) => fields[id] ?? '' });
    return { stored: () => store.settingsOf.get('g'), outcome, updates: context.updates };
  }

  it('are shown, and opened in a form that says how far they go', async () => {
    const settings = createSettings(createScene({ services: { budgets: memoryBudgets({ limits }) } }));
    const shown = interactionBy(boss);
    await settings.run(shown);
    expect(shown.answers[0]?.content).toContain('**Daily limits:** 2,000 characters, 500 characters per person');
    const pressed = choiceBy(boss, [], 'budgets');
    await settings.component?.(pressed);
    expect(pressed.modals[0]?.fields.map(({ id, value, placeholder }) => [id, value, placeholder])).toEqual([
      ['charactersPerPerson', undefined, '0 to 500; empty for 500'],
      ['characters', undefined, '0 to 2,000; empty for 2,000'],
      ['captionMinutes', undefined, 'A whole number; empty for no limit'],
      ['transcribeMinutesPerPerson', undefined, 'A whole number; empty for no limit'],
      ['transcribeMinutes', undefined, 'A whole number; empty for no limit'],
    ]);
  });

  it('fill in the form with what applies, where the operator has lowered theirs since', async () => {
    const store = new MemoryBudgetStore();
    store.settingsOf.set('g', { ...NO_BUDGET_SETTINGS, characters: 5_000 });
    const settings = createSettings(createScene({ services: { budgets: memoryBudgets({ limits, store }) } }));
    const pressed = choiceBy(boss, [], 'budgets');
    await settings.component?.(pressed);
    expect(pressed.modals[0]?.fields.find(({ id }) => id === 'characters')?.value).toBe('2000');
  });

  it('are lowered by managers, and lifted again by an empty field', async () => {
    const { stored, outcome, updates } = await fillIn(boss, { characters: ' 100', captionMinutes: '0' });
    await outcome;
    expect(stored()).toMatchObject({ characters: 100, captionMinutes: 0, charactersPerPerson: undefined });
    expect(updates[0]?.content).toContain(
      '**Daily limits:** 100 characters, 500 characters per person, 0 minutes of captions',
    );
  });

  it('are never raised above those of the operator', async () => {
    const { stored, outcome } = await fillIn(boss, { characters: '2001' });
    await expect(outcome).rejects.toThrow(
      "“Characters spoken in this server” can be at most 2,000, the limit that the bot's operator set. Nothing was changed.",
    );
    expect(stored()).toBeUndefined();
  });

  it.each(['-1', 'many', '1.5'])('are not set to “%s”', async (characters) => {
    const { stored, outcome } = await fillIn(boss, { characters });
    await expect(outcome).rejects.toThrow(
      'must be a whole number in digits only, such as 5000, or empty. Nothing was changed.',
    );
    expect(stored()).toBeUndefined();
  });

  it('are only for people who manage the server', async () => {
    const { stored, outcome } = await fillIn({ ...inLounge, managesVoice: true }, { characters: '1' });
    await expect(outcome).rejects.toThrow('Manage Server');
    expect(stored()).toBeUndefined();
  });
});
