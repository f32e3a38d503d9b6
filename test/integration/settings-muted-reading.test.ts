import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueueEngine } from '../support/queue-engine.ts';
import { answer, Panel } from '../support/settings-panel.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

describe('whom managers mute in /settings, when chat is read aloud', () => {
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
    discord = await startTestDiscord({ voice: false, privilegedIntents: { messageContent: true } });
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
});
