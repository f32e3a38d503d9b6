import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, Panel, shown } from '../support/settings-panel.ts';
import { soon } from './discord-fixture.ts';
import { type SettingsScene, startSettingsScene } from './settings-scene.ts';

describe('/settings at a local Discord', () => {
  const opened: { close(): Promise<void> }[] = [];
  const start = async (options: Parameters<typeof startSettingsScene>[0] = {}): Promise<SettingsScene> => {
    const scene = await startSettingsScene(options);
    opened.push(scene);
    return scene;
  };
  afterEach(async () => {
    for (const scene of opened.splice(0)) await scene.close();
  });

  it('redraws the same message with what is chosen, pings nobody, and only the manager sees it', async () => {
    const { panel, guild } = await start();
    const first = await panel.open();
    const role = guild.addRole('Singers');
    const page = await panel.press(first, 'settings:open:access');
    expect(page.id).toBe(first.id);
    const changed = await panel.choose('access', 'access.speak', [role]);
    expect(shown(changed)).toContain(`**Speak**: <@&${role}>`);
    expect([changed.ephemeral, changed.pings]).toEqual([true, []]);
    const home = await panel.press(changed, 'settings:home');
    expect(shown(home)).toContain(`Speak: <@&${role}>`);
  });

  it('shows roles and channels that were deleted since, and removes them', async () => {
    const { panel, guild } = await start();
    const role = guild.addRole('Singers');
    const channel = guild.addChannel('notes');
    await panel.choose('access', 'access.speak', [role]);
    await panel.choose('voiceMessages', 'voiceMessages.transcribedIn', [channel.id]);
    guild.deleteRole(role);
    guild.deleteChannel('notes');
    const access = await panel.page('access');
    expect(shown(access)).toContain('**Speak**: a deleted role');
    expect(shown(await panel.press(access, 'settings:tidy:access.speak'))).toContain('**Speak**: everyone');
    const messages = await panel.page('voiceMessages');
    expect(shown(messages)).toContain('**Answered channels**: a deleted channel');
    const tidied = await panel.press(messages, 'settings:tidy:voiceMessages.transcribedIn');
    expect(shown(tidied)).toContain('**Answered channels**: nowhere');
  });

  it('keeps an access rule closed when its role was deleted, until a manager opens it', async () => {
    const { panel, guild, say } = await start();
    const role = guild.addRole('Singers');
    await panel.choose('access', 'access.speak', [role]);
    guild.deleteRole(role);
    expect((await say('Hello.')).refusal).toContain('Only people who manage this server can use this.');
    await panel.choose('access', 'access.speak', []);
    expect((await say('Hello.')).item?.text).toBe('Hello.');
  });

  it('holds the forms, buttons and suggestions of a feature to its roles, too', async () => {
    const { panel, guild, ada, type, channelId } = await start();
    const notice = await type(ada, '/captions start');
    const role = guild.addRole('Staff');
    expect(await ada.autocomplete('/voice info', 'voice', '', {}, { channelId })).not.toEqual([]);
    await panel.choose('access', 'access.voices', [role]);
    await panel.choose('access', 'access.captions', [role]);
    expect(await ada.autocomplete('/voice info', 'voice', '', {}, { channelId })).toEqual([]);
    const optedOut = await answer(ada.click(notice, 'captions:opt-out'));
    expect(optedOut.content).toMatch(/^You're opted out/);
    const exported = await type(ada, '/captions export', { format: 'txt' });
    expect(exported.content).toContain(`you need <@&${role}> for this`);
  });

  it('lists automatic captions and removes them', async () => {
    const { panel, guild, discord, channelId } = await start();
    const host = discord.addPerson({ name: 'Host', permissions: PermissionFlagsBits.ManageChannels });
    const lounge = guild.channel('Lounge').id;
    await answer(host.type('/captions auto', { voice_channel: lounge, mode: 'on' }, { channelId }));
    expect(shown(await panel.open())).toContain(`<#${lounge}>`);
    expect(shown(await panel.page('autoCaptions'))).toContain(`<#${lounge}> → <#${channelId}>`);
    const page = await panel.choose('autoCaptions', 'settings:remove-auto', [lounge]);
    expect(shown(page)).toContain('No voice channel is captioned automatically.');
  });

  it('tells the manager what the bot lacks in the log channel', async () => {
    const { panel, guild, discord } = await start();
    const log = guild.addChannel('log');
    guild.setPermissions('log', { targetId: discord.botId, deny: PermissionFlagsBits.SendMessages });
    const page = await panel.choose('general', 'log.channelId', [log.id]);
    expect(shown(page)).toContain(`I can't post changes in <#${log.id}>. Give me **Send Messages** there.`);
    guild.setPermissions('log', { targetId: discord.botId, allow: PermissionFlagsBits.SendMessages });
    expect(shown(await panel.turn('general', 'notices.posted', false))).not.toContain("I can't post");
    const post = await guild.channel('log').waitForMessage(({ content }) => content.includes('Notices'), soon());
    expect(post.content).toBe('**Boss** changed **General › Notices**: on → off');
  });

  it('keeps every setting through a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-restart-'));
    const before = await start({ folder });
    const role = before.guild.addRole('Singers');
    await before.panel.choose('access', 'access.speak', [role]);
    await before.panel.choose('captions', 'captions.consent', ['opt-in']);
    await before.panel.fill('voice', 'lengths', { 'lengths.say': '77', 'lengths.reading': '99' });
    await before.panel.fill('limits', 'budgets', { 'budgets.characters': '1234' });
    await before.restart();
    const after = shown(await before.panel.open());
    expect(after).toContain(`Speak: <@&${role}>`);
    expect(after).toContain('Consent: only people who opt in');
    expect(after).toContain('Longest text: 77 characters');
    expect(after).toContain('Longest message: 99 characters');
    expect(after).toContain('Characters in this server: 1,234');
    expect((await before.say('Hello.')).refusal).toContain(`you need <@&${role}>`);
    await rm(folder, { recursive: true, force: true });
  });

  it('of two servers at once do not cross', async () => {
    const { discord, panel, say, ada, boss, guild } = await start();
    const other = discord.addGuild({ name: 'Elsewhere' });
    discord.joinGuild(boss, other, PermissionFlagsBits.ManageGuild);
    discord.joinGuild(ada, other);
    const otherPanel = new Panel(boss, other);
    const [here, there] = [guild.addChannel('log'), other.addChannel('log')];
    await panel.choose('general', 'log.channelId', [here.id]);
    await otherPanel.choose('general', 'log.channelId', [there.id]);
    await Promise.all([
      panel.fill('voice', 'lengths', { 'lengths.say': '10', 'lengths.reading': '100' }),
      otherPanel.fill('voice', 'lengths', { 'lengths.say': '20', 'lengths.reading': '100' }),
    ]);
    await otherPanel.choose('muted', 'muted.userIds', [ada.id]);
    await otherPanel.choose('captions', 'captions.consent', ['opt-in']);
    expect(shown(await panel.open())).toContain('Longest text: 10 characters');
    expect(shown(await panel.open())).not.toContain('Muted people');
    expect(shown(await panel.open())).not.toContain('Consent');
    expect(shown(await otherPanel.open())).toContain('Longest text: 20 characters');
    expect((await say('Hello there.')).refusal).toContain('this server allows 10');
    expect((await say('Hello.')).item?.text).toBe('Hello.');
    const inOther = { channelId: other.channel('general').id };
    const muted = await answer(ada.type('/say', { text: 'Hello there.', file: true }, inOther));
    expect(muted.content).toContain('muted you');
    await other.channel('log').waitForMessage(({ content }) => content.includes('Consent'), soon());
    const lines = [guild, other].map((server) =>
      server
        .channel('log')
        .messages.map(({ content }) => content)
        .join('\n'),
    );
    expect(lines[0]).toContain('→ 10 characters');
    expect(lines[0]).not.toMatch(/20 characters|Muted|Consent/);
    expect(lines[1]).toContain('→ 20 characters');
    expect(lines[1]).not.toMatch(/10 characters/);
  });
});
