import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../playground/discord/local-discord.ts';
import type { Person } from '../../playground/discord/people/person.ts';
import { QueueEngine } from '../support/queue-engine.ts';
import { answer, Panel } from '../support/settings-panel.ts';
import { oggOf } from '../unit/voice/fake-speech.ts';
import { createTestBot, soon } from './discord-fixture.ts';

/** Two seconds of Opus. */
const memo = { name: 'voice-message.ogg', contentType: 'audio/ogg', file: oggOf(0, 100), durationSecs: 2 };

describe('what /settings changes when chat is read aloud', () => {
  let discord: LocalDiscord;
  let bot: Awaited<ReturnType<typeof createTestBot>>;
  let engine: QueueEngine;
  let panel: Panel;
  /** Writes, in the Lounge. */
  let ada: Person;

  /** Sends messages; resolves with everything that is read, the last of which ends with `marker`. */
  const readUntil = async (marker: string): Promise<string> => {
    const { id } = discord.guild;
    await vi.waitFor(
      () => {
        while (engine.finish(id) !== undefined);
        expect(engine.allTexts(id).join(' ')).toContain(marker);
      },
      { timeout: 10_000, interval: 5 },
    );
    return engine.allTexts(id).join(' ');
  };
  const read = (...texts: readonly string[]): Promise<string> => {
    for (const text of texts) ada.send(text);
    return readUntil(texts.at(-1) ?? '');
  };

  beforeEach(async () => {
    discord = await startLocalDiscord({ voice: false, privilegedIntents: { messageContent: true } });
    bot = await createTestBot(discord, { createEngine: (onEvent) => (engine = new QueueEngine(onEvent)) });
    await bot.bot.start(soon());
    const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
    panel = new Panel(boss, discord.guild);
    ada = discord.addPerson({ name: 'Ada' });
    ada.enterVoice(discord.guild.channel('Lounge').id);
    await answer(boss.type('/autoread on', { auto_join: true }));
  });
  afterEach(async () => {
    await bot.close();
    await discord.close();
  });

  it('lengths.reading: longer messages are shortened', async () => {
    await panel.fill('voice', 'lengths', { 'lengths.reading': '20' });
    expect(await read('One two three four five six seven eight.', 'End.')).not.toContain('eight');
  });

  it('reading.skipPrefix: messages that begin with it are left out', async () => {
    await panel.fill('reading', 'reading', { 'reading.skipPrefix': '!!' });
    const all = await read('!!Hidden.', ';Shown.', 'End.');
    expect(all).not.toContain('Hidden');
    expect(all).toContain('Shown');
  });

  it('reading.announceWriters: nobody says who writes', async () => {
    await panel.turn('reading', 'reading.announceWriters', false);
    expect(await read('End.')).toBe('End.');
  });

  it('reading.announcement: says who writes, in these words', async () => {
    await panel.fill('reading', 'reading', { 'reading.announcement': 'This is {name}' });
    expect(await read('End.')).toMatch(/^This is Ada\W+End\.$/);
  });

  it('reading.requiredRoleIds: only people with the role are read', async () => {
    const role = discord.guild.addRole('Singers');
    await panel.choose('reading', 'reading.requiredRoleIds', [role]);
    ada.send('Before.');
    await answer(ada.type('/autoread status'));
    discord.guild.setRole(ada.id, role);
    expect(await read('End.')).not.toContain('Before');
  });

  it('muted.userIds and muted.roleIds: their messages are not read either', async () => {
    const role = discord.guild.addRole('Loud');
    const bo = discord.addPerson({ name: 'Bo' });
    const cy = discord.addPerson({ name: 'Cy' });
    for (const person of [bo, cy]) person.enterVoice(discord.guild.channel('Lounge').id);
    discord.guild.setRole(cy.id, role);
    await panel.choose('muted', 'muted.userIds', [bo.id]);
    await panel.choose('muted', 'muted.roleIds', [role]);
    bo.send('From Bo.');
    cy.send('From Cy.');
    expect(await read('End.')).toBe('Ada says: End.');
  });

  it('muted.userIds: what waits of them is no longer heard', async () => {
    ada.send('First.');
    await expect.poll(() => engine.texts(discord.guild.id)).toEqual(['Ada says: First.']);
    await panel.choose('muted', 'muted.userIds', [ada.id]);
    await expect.poll(() => engine.texts(discord.guild.id)).toEqual([]);
  });

  it('reading.voiceMessages: they are transcribed and read', async () => {
    await panel.choose('reading', 'reading.voiceMessages', ['transcribe']);
    ada.send('', { files: [memo], voiceMessage: true });
    expect(await readUntil('heard')).toBe('Ada says: a voice message: heard');
  });

  it('announcements.joins and announcements.leaves: says who joins and who leaves', async () => {
    await panel.turn('voice', 'announcements.joins', true);
    await panel.turn('voice', 'announcements.leaves', true);
    await read('Hello.');
    const bo = discord.addPerson({ name: 'Bo' });
    bo.enterVoice(discord.guild.channel('Lounge').id);
    await readUntil('Bo joined.');
    await bo.leaveVoice();
    await readUntil('Bo left.');
  });

  it('voiceMessages.transcribedIn: voice messages there are answered with their text', async () => {
    const channel = discord.guild.channel('general');
    await panel.choose('voiceMessages', 'voiceMessages.transcribedIn', [channel.id]);
    await channel.waitForMessage(({ content }) => content.startsWith('From now on'), soon());
    const { id } = ada.send('', { files: [memo], voiceMessage: true });
    const reply = await channel.waitForMessage(({ replyTo }) => replyTo === id, soon());
    expect(reply.content).toContain('heard');
  });
});
