import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../../src/discord/settings/controls.ts';
import { settingsPages } from '../../../../src/discord/settings/pages.ts';
import { english } from '../../../../src/messages/english.ts';
import { SERVER_SETTING_IDS } from '../../../../src/settings/server-settings.ts';
import { memoryBudgets, UNLIMITED } from '../../../support/memory-budgets.ts';
import { createScene, inLounge } from '../../commands/command-scene.ts';
import { AUTOMATIC, boss, createPanel, idOf, many } from './panel-scene.ts';

const TOPICS = settingsPages(createScene({})).map(({ topic }) => topic);

describe('the first page of /settings', () => {
  it('shows every topic with what is chosen and a button that opens it, to the manager alone', async () => {
    const { open } = createPanel();
    const { visibility, texts, ids } = await open();
    expect(visibility).toBe('ephemeral');
    expect(ids).toEqual(TOPICS.map((topic) => `settings:open:${topic}`));
    for (const topic of TOPICS) expect(texts).toContain(`**${english.settings.topics[topic].title}**`);
  });

  it('shows of each topic only what differs from the defaults', async () => {
    const { open, press, settings } = createPanel();
    expect((await open()).texts).not.toContain('Longest text');
    expect((await open()).texts.match(/All default/g)).toHaveLength(TOPICS.length - 2);
    await press('settings:choose:captions.consent', ['opt-in']);
    await settings.change('g', '1', (all) => ({
      ...all,
      lengths: { ...all.lengths, say: 500 },
    }));
    const { texts } = await open();
    expect(texts).toContain('\n-# Consent: only people who opt in');
    expect(texts).toContain('\n-# Longest text: 500 characters');
    expect(texts.match(/All default/g)).toHaveLength(TOPICS.length - 4);
  });

  it('shows every field of the settings, on exactly one page, with what it does', async () => {
    const shown = settingsPages(createScene({})).flatMap(({ controls }) => controls.flatMap(fieldsOf));
    const ids = shown.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(english.settings.fields).toSorted()).toEqual(ids.toSorted());
    // The title goes with the voice.
    expect(SERVER_SETTING_IDS.filter((id) => id !== 'voice.title' && !ids.some((known) => known === id))).toEqual([]);
  });
});

describe('a page of /settings', () => {
  it.each(TOPICS)('shows %s with every setting, what it does and a way back', async (topic) => {
    const { press } = createPanel();
    const { texts, ids } = await press(`settings:open:${topic}`);
    const page = settingsPages(createScene({})).find((candidate) => candidate.topic === topic);
    for (const { id } of page?.controls.flatMap(fieldsOf) ?? []) {
      expect(texts).toContain(english.settings.fields[id].label);
      expect(texts).toContain(english.settings.fields[id].about);
    }
    expect(ids).toContain('settings:home');
    expect((await press('settings:home')).ids).toContain('settings:open:general');
  });

  it('switches at once, to what the button says, and shows what is chosen then', async () => {
    const { press, settings } = createPanel();
    const off = await press('settings:switch:notices.posted:off');
    expect((await settings.of('g')).notices.posted).toBe(false);
    expect(off.texts).toContain('**Notices**: off');
    expect(off.ids).toContain('settings:switch:notices.posted:on');
    await press('settings:switch:notices.posted:off');
    expect((await settings.of('g')).notices.posted).toBe(false);
  });

  it.each([
    ['general.language', 'de', '**Language**: Deutsch'],
    ['general.language', 'zh-CN', '**Language**: 简体中文'],
    ['general.language', 'pt-BR', '**Language**: Português (Brasil)'],
    ['captions.consent', 'opt-in', '**Consent**: only people who opt in'],
    ['captions.retentionDays', '365', '**Transcripts**: deleted after 365 days'],
    ['captions.language', 'de', '**Spoken language**: German'],
    ['reading.voiceMessages', 'transcribe', '**Voice messages**: transcribed and read'],
  ])('takes a choice for %s, and marks it in the select', async (id, value, line) => {
    const { press } = createPanel();
    const { texts, part } = await press(`settings:choose:${id}`, [value]);
    expect(texts).toContain(line);
    const { options } = part(`settings:choose:${id}`) as { options: { value: string; default: boolean }[] };
    expect(options.filter((option) => option.default).map((option) => option.value)).toEqual([value]);
  });

  it.each([
    ['choose:general.language', 'tlh'],
    ['choose:captions.retentionDays', '0'],
    ['choose:reading.voiceMessages', 'shout'],
    ['choose:no.such', 'x'],
    ['switch:no.such:on', ''],
    ['form:no-such', ''],
    ['open:no-such', ''],
    ['consent', 'opt-in'],
  ])('takes no value that it never offered: %s %s', async (argument, value) => {
    const { press, settings } = createPanel();
    await expect(press(`settings:${argument}`, [value])).rejects.toThrow('This panel is outdated.');
    expect(settings.documents.size).toBe(0);
  });

  it('says that captions that are on keep asking people to opt in when they no longer must', {
    meta: { promises: ['settings-says-so-captions'] },
  }, async () => {
    const captions = { ...createScene({}).captions, runningConsent: () => 'opt-in' as const };
    const { press } = createPanel({ captions });
    expect((await press('settings:open:captions')).texts).toContain('Captions that are on now still need');
  });
});

describe('lists of /settings', () => {
  it('show the chosen roles in the select, and those that were deleted as such, with a button that removes them', async () => {
    const { press, settings } = createPanel();
    const gone = idOf(1, 9);
    await press('settings:choose:access.speak', [idOf(1), gone]);
    const { texts, part, ids } = await press('settings:open:access');
    expect(texts).toContain(`**Speak**: <@&${idOf(1)}> and a deleted role`);
    expect(part('settings:choose:access.speak:')?.['default_values']).toEqual([{ id: idOf(1), type: 'role' }]);
    expect(ids).toContain('settings:tidy:access.speak');
    const tidied = await press('settings:tidy:access.speak');
    expect((await settings.of('g')).access.speak).toEqual([idOf(1)]);
    expect(tidied.ids).not.toContain('settings:tidy:access.speak');
  });

  it('show a deleted channel as such, and remove it', async () => {
    const { press, settings } = createPanel();
    await press('settings:choose:voiceMessages.transcribedIn', [idOf(2), idOf(2, 9)]);
    expect((await press('settings:open:voiceMessages')).texts).toContain(`<#${idOf(2)}> and a deleted channel`);
    await press('settings:tidy:voiceMessages.transcribedIn');
    expect((await settings.of('g')).voiceMessages.transcribedIn).toEqual([idOf(2)]);
  });

  it('are emptied by choosing nothing', async () => {
    const { press, settings } = createPanel();
    await press('settings:choose:access.speak', [idOf(1)]);
    const { texts } = await press('settings:choose:access.speak', []);
    expect(texts).toContain('**Speak**: everyone');
    expect((await settings.of('g')).access.speak).toEqual([]);
  });

  it('page through 200 muted people, and change only those of the page', async () => {
    const { press, settings, open } = createPanel();
    const people = many(60);
    await settings.change('g', '1', (all) => ({
      ...all,
      muted: { userIds: people, roleIds: [] },
    }));
    const first = await press('settings:open:muted');
    expect(first.part('settings:people:muted.userIds')?.['default_values']).toHaveLength(25);
    expect(first.ids).toContain('settings:open:muted:1');
    const second = await press('settings:open:muted:1');
    const select = String(second.part('settings:people:muted.userIds:1')?.['custom_id']);
    await press(select, [...people.slice(26, 50), idOf(999)]);
    const changed = [...people.slice(0, 25), ...people.slice(26, 50), idOf(999), ...people.slice(50)];
    expect((await settings.of('g')).muted.userIds.toSorted()).toEqual(changed.toSorted());
    expect((await open()).texts).toContain(`<@${idOf(0)}>, <@${idOf(1)}>, <@${idOf(2)}>, <@${idOf(3)}>, and 56 more`);
  });

  it('have room for more people on the last page until there are 200', async () => {
    const { press, settings } = createPanel();
    const fill = (count: number) =>
      settings.change('g', '1', (all) => ({
        ...all,
        muted: { userIds: many(count), roleIds: [] },
      }));
    await fill(25);
    const added = await press('settings:open:muted:1');
    await press(String(added.part('settings:people:muted.userIds:1')?.['custom_id']), [idOf(999)]);
    expect((await settings.of('g')).muted.userIds).toEqual([...many(25), idOf(999)]);
    await fill(200);
    const last = await press('settings:open:muted:99');
    expect(last.part('settings:people:muted.userIds:7')?.['default_values']).toHaveLength(25);
    expect(last.ids).not.toContain('settings:open:muted:8');
  });

  it.each([
    ['access', 'access.speak'],
    ['muted', 'muted.roleIds'],
    ['voiceMessages', 'voiceMessages.transcribedIn'],
  ])('tell when somebody else changed %s meanwhile, and change nothing', async (topic, id) => {
    const { press, settings } = createPanel();
    const stale = String((await press(`settings:open:${topic}`)).part(`settings:choose:${id}`)?.['custom_id']);
    await press(stale, [idOf(1)]);
    const before = await settings.of('g');
    const { texts, part } = await press(stale, [idOf(2)]);
    expect(texts).toContain('Someone else changed this list in the meantime.');
    expect(await settings.of('g')).toEqual(before);
    await press(String(part(`settings:choose:${id}`)?.['custom_id']), [idOf(1), idOf(2)]);
    expect(await settings.of('g')).not.toEqual(before);
  });

  it('tell when somebody else changed the people meanwhile, and change nothing', async () => {
    const { press, settings } = createPanel();
    const stale = String((await press('settings:open:muted')).part('settings:people:muted.userIds')?.['custom_id']);
    await press(stale, [idOf(1)]);
    const { texts } = await press(stale, [idOf(2)]);
    expect(texts).toContain('Someone else changed this list in the meantime.');
    expect((await settings.of('g')).muted.userIds).toEqual([idOf(1)]);
  });
});

describe('the automatic captions of /settings', () => {
  it('say how to add one', async () => {
    const { press, open } = createPanel();
    const { texts, ids } = await press('settings:open:autoCaptions');
    expect(texts).toContain('No voice channel is captioned automatically.');
    expect(texts).toContain('To add one, use `/captions auto` in the text channel for the captions.');
    expect(ids).toEqual(['settings:home']);
    expect((await open()).ids).toContain('settings:open:autoCaptions');
  });

  it('are named for those who may see them', { meta: { promises: ['hidden-channels-arent-named'] } }, async () => {
    const [entry] = AUTOMATIC;
    if (entry === undefined) throw new Error('there is none');
    const hidden = { ...entry, voiceChannelId: 'secret', textChannelId: idOf(3, 2) };
    const autoCaptions = { ...createScene({}).autoCaptions, list: () => [hidden] };
    const { part } = await createPanel({ autoCaptions }).press('settings:open:autoCaptions');
    const { options } = part('settings:remove-auto') as { options: { label: string }[] };
    expect(options.map(({ label }) => label)).toEqual([`a channel → #channel ${idOf(3, 2)}`]);
  });

  it('are listed, and removed by a menu that names them', async () => {
    const removed: string[] = [];
    const autoCaptions = {
      ...createScene({}).autoCaptions,
      list: () => AUTOMATIC.filter(({ voiceChannelId }) => !removed.includes(voiceChannelId)),
      remove: async (_guildId: string, voiceChannelId: string) => removed.push(voiceChannelId) > 0,
    };
    const { press, open } = createPanel({ autoCaptions });
    expect((await open()).texts).toContain('and 21 more');
    const { texts, part } = await press('settings:open:autoCaptions');
    expect(texts).toContain(`<#${idOf(3)}> → <#${idOf(3, 2)}>`);
    const { options } = part('settings:remove-auto') as { options: { label: string; value: string }[] };
    expect(options).toHaveLength(25);
    expect(options[0]?.label).toBe(`#channel ${idOf(0)} → a deleted channel`);
    const after = await press('settings:remove-auto', [idOf(3), idOf(4)]);
    expect(removed).toEqual([idOf(3), idOf(4)]);
    expect(after.texts).not.toContain(idOf(3));
    await expect(press('settings:remove-auto', [idOf(5)], inLounge)).rejects.toThrow('Manage Server');
  });
});

describe('the forms of /settings', () => {
  it('open filled in with what applies, and within Discord’s limits', async () => {
    const { form, opened } = createPanel();
    for (const page of settingsPages(createScene({}))) {
      for (const control of page.controls) {
        if (control.kind !== 'form') continue;
        const fields = Object.values(await form(`settings:form:${control.id}`));
        expect(fields.length).toBeLessThanOrEqual(5);
        expect((await opened(`settings:form:${control.id}`)).length).toBeLessThanOrEqual(100);
        for (const { label, placeholder = '' } of fields) {
          expect(label.length).toBeLessThanOrEqual(45);
          expect(placeholder.length).toBeLessThanOrEqual(100);
        }
      }
    }
    expect((await form('settings:form:voice'))['voice.speed']?.value).toBe('1');
    expect((await form('settings:form:lengths'))['lengths.say']?.value).toBe('6000');
  });

  it('set the default voice by title or id, its speed and its volume', async () => {
    const { submit, settings } = createPanel();
    const fields = { 'voice.voiceId': 'lady', 'voice.speed': '1,25', 'voice.volumeDb': '−3' };
    const { texts } = await submit('settings:form:voice', fields);
    expect((await settings.of('g')).voice).toEqual({ voiceId: 'a1', title: 'Lady', speed: 1.25, volumeDb: -3 });
    expect(texts).toContain('**Voice**: Lady');
    expect(texts).toContain('**Speed**: 1.25×');
    await submit('settings:form:voice', { ...fields, 'voice.voiceId': '' });
    expect((await settings.of('g')).voice.voiceId).toBeUndefined();
  });

  it.each([
    ['voice', { 'voice.voiceId': 'nobody', 'voice.speed': '1', 'voice.volumeDb': '0' }, 'nobody'],
    ['voice', { 'voice.voiceId': 'Sick', 'voice.speed': '1', 'voice.volumeDb': '0' }, 'Sick'],
    [
      'voice',
      { 'voice.voiceId': '', 'voice.speed': '3', 'voice.volumeDb': '0' },
      '“Speed” must be a number from 0.5 to 2.',
    ],
    [
      'lengths',
      { 'lengths.say': '9', 'lengths.reading': '100' },
      '“Longest text” must be a whole number from 10 to 6,000.',
    ],
    ['lengths', { 'lengths.say': '12.5', 'lengths.reading': '100' }, 'must be a whole number'],
    ['voices', { 'voices.maxPerPerson': '1001', 'voices.maxPerGuild': '5' }, 'from 0 to 1,000. Nothing was changed.'],
    [
      'reading',
      { 'reading.announcement': 'Somebody writes' },
      'must contain `{name}`. Nothing was changed. You typed: `Somebody writes`',
    ],
  ])('refuse what cannot be taken, and change nothing: %s %j', async (id, fields, words) => {
    const { submit, settings } = createPanel();
    await expect(submit(`settings:form:${id}`, fields as Record<string, string>)).rejects.toThrow(words);
    expect(settings.documents.size).toBe(0);
  });

  it('set the prefix and the announcement of auto-read', async () => {
    const { submit, settings } = createPanel();
    const { texts } = await submit('settings:form:reading', {
      'reading.skipPrefix': '!',
      'reading.announcement': '{name} says',
    });
    expect((await settings.of('g')).reading).toMatchObject({ skipPrefix: '!', announcement: '{name} says' });
    expect(texts).toContain('**Announcement**: `{name} says`');
  });

  it('store only what was changed in them, and so undo nothing that somebody else changed meanwhile', async () => {
    const { opened, submit, settings } = createPanel();
    const shown = { 'voice.voiceId': '', 'voice.speed': '1', 'voice.volumeDb': '0' };
    const [first, second] = [await opened('settings:form:voice'), await opened('settings:form:voice')];
    await submit(first, { ...shown, 'voice.voiceId': 'lady', 'voice.speed': '1.5' });
    const { texts } = await submit(second, { ...shown, 'voice.volumeDb': '-3' });
    const { voice } = await settings.of('g');
    expect(voice).toEqual({ voiceId: 'a1', title: 'Lady', speed: 1.5, volumeDb: -3 });
    expect(texts).toContain('**Speed**: 1.5×');
  });

  it('set the limits of voices', async () => {
    const { submit, settings } = createPanel();
    await submit('settings:form:voices', { 'voices.maxPerPerson': ' 2', 'voices.maxPerGuild': '0' });
    expect((await settings.of('g')).voices).toEqual({ maxPerPerson: 2, maxPerGuild: 0 });
  });
});

describe('the daily limits of /settings', () => {
  const limits = { ...UNLIMITED, characters: { person: 500, guild: 2_000, account: 9_000 } };
  const fields = { 'budgets.characters': ' 100', 'budgets.captionMinutes': '0' };

  it('are shown as they apply, and their form says how far they go', async () => {
    const { form, press, submit, settings } = createPanel({ budgets: memoryBudgets({ limits }) });
    expect((await press('settings:open:limits')).texts).toContain('**Characters in this server**: 2,000\n');
    const shown = await form('settings:form:budgets');
    expect(shown['budgets.charactersPerPerson']?.placeholder).toBe('0 to 500; empty for 500');
    expect(shown['budgets.captionMinutes']?.placeholder).toBe('A whole number; empty for no limit');
    const { texts } = await submit('settings:form:budgets', fields);
    expect((await settings.of('g')).budgets).toMatchObject({
      characters: 100,
      captionMinutes: 0,
      charactersPerPerson: undefined,
    });
    expect(texts).toContain('**Characters in this server**: 100\n');
    expect(texts).toContain('**Caption minutes**: 0\n');
  });

  it('fill in the form with what applies, where the operator has lowered theirs since', async () => {
    const { form, settings } = createPanel({ budgets: memoryBudgets({ limits }) });
    await settings.change('g', '1', (all) => ({ ...all, budgets: { characters: 5_000 } }));
    expect((await form('settings:form:budgets'))['budgets.characters']?.value).toBe('2000');
  });

  it('are never raised above those of the operator', {
    meta: { promises: ['servers-manager-lower-limits'] },
  }, async () => {
    const { submit, settings } = createPanel({ budgets: memoryBudgets({ limits }) });
    await expect(submit('settings:form:budgets', { 'budgets.characters': '2001' })).rejects.toThrow(
      "“Characters in this server” can be at most 2,000, the limit that the bot's operator set. Nothing was changed.",
    );
    expect(settings.documents.size).toBe(0);
  });

  it.each([
    ['-1', 'must be a whole number in digits only, such as 5000, or empty. Nothing was changed.'],
    ['many', 'must be a whole number'],
  ])('are not set to “%s”', async (characters, words) => {
    const { submit, settings } = createPanel({ budgets: memoryBudgets({ limits }) });
    await expect(submit('settings:form:budgets', { 'budgets.characters': characters })).rejects.toThrow(words);
    expect(settings.documents.size).toBe(0);
  });
});

describe('who may use /settings', () => {
  const helper = { ...inLounge, managesVoice: true, roleIds: [idOf(5)] };

  it('is who manages the server, not who moves members', async () => {
    const { open, press, submit } = createPanel();
    const words = 'Only people with **Manage Server** can change these settings.';
    await expect(open(helper)).rejects.toThrow(words);
    await expect(press('settings:switch:notices.posted:off', [], helper)).rejects.toThrow(words);
    await expect(submit('settings:form:lengths', {}, helper)).rejects.toThrow(words);
  });

  it('is also who has a role that was chosen for it, named without a ping to the others', async () => {
    const { open, press, settings } = createPanel();
    await press('settings:choose:access.managers', [idOf(5)]);
    await open(helper);
    await press('settings:switch:notices.posted:off', [], helper);
    expect((await settings.of('g')).notices.posted).toBe(false);
    await expect(open(inLounge)).rejects.toThrow(`Only people with **Manage Server** or <@&${idOf(5)}> can change`);
  });

  it('does not let a chosen role choose who else may', async () => {
    const { press, settings } = createPanel();
    await press('settings:choose:access.managers', [idOf(5), idOf(6, 9)]);
    const shown = await press('settings:open:access', [], helper);
    expect(shown.part('settings:choose:access.managers')).toMatchObject({ disabled: true });
    const words = 'Only people with **Manage Server** can choose who else may change settings.';
    await expect(press('settings:choose:access.managers', [idOf(5), idOf(7)], helper)).rejects.toThrow(words);
    await expect(press('settings:tidy:access.managers', [], helper)).rejects.toThrow(words);
    expect((await settings.of('g')).access.managers).toEqual([idOf(5), idOf(6, 9)]);
    expect(boss.managesGuild).toBe(true);
  });
});
