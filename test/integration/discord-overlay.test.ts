import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

describe('links to captions at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  let logged: string;
  const closing: { close(): Promise<void> }[] = [];

  const channel = (name: string) => discord.guild.channel(name);
  const answer = async (invocation: Promise<Invocation>): Promise<SeenMessage> => (await invocation).reply(soon());
  const overlay = (person: Person): Promise<SeenMessage> => answer(person.type('/captions overlay'));

  /** The addresses in an answer. */
  const addressesOf = ({ content }: SeenMessage): string[] =>
    [...content.matchAll(/^https?:\/\/\S+$/gm)].map(([address]) => address);

  /** The custom ids of a message's buttons and menus. */
  const idsOf = ({ components }: Pick<SeenMessage, 'components'>): string[] =>
    components
      .flatMap((row) => ('components' in row ? (row.components ?? []) : []))
      .flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
  const idOf = (message: SeenMessage, prefix: string): string =>
    idsOf(message).find((id) => id.startsWith(prefix)) ?? '';

  /** What everyone in the channels of the server can read. */
  const publicText = (): string => JSON.stringify(['general', 'Lounge'].map((name) => channel(name).messages));
  const notices = (name: string): readonly SeenMessage[] =>
    channel(name).messages.filter(({ content }) => content.includes('made a link to the captions'));

  /** A folder that is removed after the test, when all else is closed. */
  const temporaryFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'discord-overlay-'));
    closing.unshift({ close: () => rm(folder, { recursive: true }) });
    return folder;
  };

  /** A bot that captions the Lounge in #general, started by Ada. */
  const startCaptions = async (options: Parameters<typeof createTestBot>[1] = {}) => {
    const log = createLogger('trace', [], {
      write: (line) => {
        logged += line;
      },
    });
    const made = await createTestBot(discord, { ...options, log });
    closing.push(made);
    await made.bot.start(soon());
    await answer(ada.type('/captions start'));
    return made;
  };

  const open = async (guildLocale = 'en-US'): Promise<void> => {
    logged = '';
    discord = await startTestDiscord({ voice: false, guildLocale });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
    for (const person of [ada, bob]) person.enterVoice(channel('Lounge').id);
  };

  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
  });

  describe('in a server with English texts', () => {
    beforeEach(() => open());

    it('are given to their maker alone, as a page and for OBS, and each maker is announced to everyone once', {
      meta: { promises: ['everyone-captioned-learns-captions', 'everyone-makes-address-announced'] },
    }, async () => {
      await startCaptions();
      const first = await overlay(ada);
      expect(first.ephemeral).toBe(true);
      const [page = '', obs] = addressesOf(first);
      expect(page).toMatch(/^https:\/\/mynah\.example\/overlay\/[\w-]{32}$/);
      expect(obs).toBe(`${page}?face=obs`);
      await overlay(ada);
      await overlay(bob);
      for (const name of ['general', 'Lounge']) {
        expect(notices(name)).toHaveLength(2);
        expect(notices(name)[1]?.content).toContain(`<@${bob.id}> made a link`);
        expect(notices(name)[0]).toMatchObject({ ephemeral: false, pings: [] });
        expect(notices(name)[0]?.content).toContain(`<@${ada.id}> made a link`);
        expect(notices(name)[0]?.content).toContain('/privacy opt-out');
      }
      expect(discord.errors).toEqual([]);
    });

    it('let people opt out by the button below their announcement', async () => {
      const { engine } = await startCaptions();
      await overlay(ada);
      const [notice] = notices('general');
      if (notice === undefined) throw new Error('There is no notice.');
      const told = await answer(bob.click(notice, idOf(notice, 'captions:opt-out')));
      expect(told).toMatchObject({ ephemeral: true, content: expect.stringContaining("You're opted out") });
      engine.say(bob.id, 'Not to be read.');
      engine.say(ada.id, 'To be read.');
      await channel('general').waitForMessage(({ content }) => content.includes('To be read.'), soon());
      expect(engine.policy?.ignore).toContain(bob.id);
      expect(publicText()).not.toContain('Not to be read.');
    });

    it('survive a restart, are announced again then, and can be revoked by the button from before', {
      meta: { promises: ['everyone-captioned-learns-captions'] },
    }, async () => {
      const folder = await temporaryFolder();
      const first = await startCaptions({ folder });
      const made = await overlay(ada);
      const secret = addressesOf(made)[0]?.split('/').at(-1) ?? '';
      await first.close();
      closing.pop();
      const { bot } = await startCaptions({ folder });
      await expect.poll(() => notices('general').length).toBe(2);
      expect(notices('general')[1]?.content).toContain(`<@${ada.id}> made a link`);
      expect((await answer(ada.type('/captions status'))).content).toContain('Shown outside Discord: 1 link');
      expect(bot.overlays.guildOf(secret) !== undefined).toBe(true);
      const revoked = await answer(ada.click(made, idOf(made, 'captions:revoke')));
      expect(revoked.content).toContain('Link revoked.');
      expect(bot.overlays.guildOf(secret) !== undefined).toBe(false);
    });

    it('have secrets that are neither stored, nor logged, nor in public messages, nor shown again', {
      meta: { promises: ['address-shown-maker-alone'] },
    }, async () => {
      const folder = await temporaryFolder();
      const { bot } = await startCaptions({ folder });
      const made = await overlay(ada);
      const secret = addressesOf(made)[0]?.split('/').at(-1) ?? '';
      expect(bot.overlays.guildOf(secret) !== undefined).toBe(true);
      const status = await answer(ada.type('/captions status'));
      expect(status.content).toContain('Shown outside Discord: 1 link, 0 viewers.');
      const list = await answer(ada.click(status, idOf(status, 'captions:links')));
      expect(list.content).toContain(`1. <@${ada.id}>, <t:`);
      await answer(ada.type('/captions stop'));
      expect(publicText()).not.toContain(secret);
      expect(JSON.stringify([status, list])).not.toContain(secret);
      expect(logged).toContain('"level"');
      expect(logged).not.toContain(secret);
      const files = (await readdir(folder)).filter((name) => name.includes('sqlite'));
      const stored = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
      expect(stored.join('')).toContain(ada.id);
      expect(stored.join('')).not.toContain(secret);
    });

    it('are revoked by people who may stop the captions, and by nobody else', {
      meta: { promises: ['people-stop-captions-read'] },
    }, async () => {
      const made = await startCaptions();
      const adas = await overlay(ada);
      const bobs = await overlay(bob);
      const both = await answer(bob.click(bobs, idOf(bobs, 'captions:links')));
      expect(both.content).toContain(`1. <@${ada.id}>`);
      expect(both.content).toContain(`2. <@${bob.id}>`);
      const secretOf = (message: SeenMessage): string => addressesOf(message)[0]?.split('/').at(-1) ?? '';
      const known = () => [adas, bobs].map((message) => made.bot.overlays.guildOf(secretOf(message)) !== undefined);
      expect(known()).toEqual([true, true]);
      const revoked = await answer(bob.click(bobs, idOf(bobs, 'captions:revoke')));
      expect(known()).toEqual([true, false]);
      expect(revoked.content).toContain('Link revoked.');
      expect(addressesOf(revoked)).toEqual([]);
      await bob.leaveVoice();
      const refused = await answer(bob.click(both, idOf(both, 'captions:revoke-all')));
      expect(refused.content).toContain(`Only <@${ada.id}>, people in`);
      const status = await answer(ada.type('/captions status'));
      expect(status.content).toContain('Shown outside Discord: 1 link');
      const list = await answer(ada.click(status, idOf(status, 'captions:links')));
      const all = await answer(ada.click(list, idOf(list, 'captions:revoke-all')));
      expect(all.content).toContain('Link revoked.');
      expect(known()).toEqual([false, false]);
      expect((await answer(ada.click(adas, idOf(adas, 'captions:revoke')))).content).toContain('already ended');
      expect(discord.errors).toEqual([]);
    });

    it.each([
      ['leaves the voice channel', () => bob.leaveVoice()],
      ['is thrown out of it by a moderator', () => discord.guild.disconnectMember(bob.id)],
      [
        'may no longer read the captions',
        () => discord.guild.setPermissions('general', { targetId: bob.id, deny: PermissionFlagsBits.ViewChannel }),
      ],
      [
        'can’t read the captions any more, like everyone without a role',
        () => {
          discord.guild.setPermissions('general', {
            targetId: discord.guild.id,
            deny: PermissionFlagsBits.ViewChannel,
          });
        },
      ],
    ])(
      'end as soon as their maker %s, and nobody else’s',
      { meta: { promises: ['address-lives-maker-read'] } },
      async (_, change) => {
        const reader = discord.guild.addRole('Reader', PermissionFlagsBits.Administrator);
        discord.guild.setRole(ada.id, reader);
        const { bot } = await startCaptions();
        const secretOf = (message: SeenMessage): string => addressesOf(message)[0]?.split('/').at(-1) ?? '';
        const adas = secretOf(await overlay(ada));
        const bobs = secretOf(await overlay(bob));
        expect([adas, bobs].map((secret) => bot.overlays.guildOf(secret))).toEqual([
          discord.guild.id,
          discord.guild.id,
        ]);
        change();
        await expect.poll(() => bot.overlays.guildOf(bobs)).toBeUndefined();
        expect(bot.overlays.guildOf(adas)).toBe(discord.guild.id);
      },
    );

    it('are revoked by choosing them in the menu', async () => {
      await startCaptions();
      await overlay(ada);
      const second = await overlay(ada);
      const list = await answer(ada.click(second, idOf(second, 'captions:links')));
      const menu = idOf(list, 'captions:revoke:');
      const options = list.components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
      const [select] = options.flatMap((part) => ('options' in part ? [part.options] : []));
      const left = await answer(ada.select(list, menu, [select?.[0]?.value ?? '']));
      expect(left.content).toContain('Link revoked.');
      expect(left.content).toMatch(/\n1\. /);
      expect(left.content).not.toMatch(/\n2\. /);
      expect(discord.errors).toEqual([]);
    });

    it('are only for people who may stop the captions', {
      meta: { promises: ['people-stop-captions-read'] },
    }, async () => {
      await startCaptions();
      const stranger = discord.addPerson({ name: 'Stranger' });
      const refused = await overlay(stranger);
      expect(refused).toMatchObject({ ephemeral: true, content: expect.stringContaining(`Only <@${ada.id}>`) });
      expect(notices('general')).toEqual([]);
    });

    it('need captions, and a public address that the operator sets', async () => {
      const { bot } = await startCaptions({ publicUrl: undefined });
      expect((await overlay(ada)).content).toContain("Ask the bot's operator to set `PUBLIC_URL`.");
      await bot.close();
      const other = await createTestBot(discord);
      closing.push(other);
      await other.bot.start(soon());
      expect((await overlay(ada)).content).toContain('Captions are off here. Use `/captions start` to start them.');
    });
  });

  it('are announced in the server’s language, and given in that of their maker', async () => {
    await open('de');
    await startCaptions();
    const { content } = await overlay(ada);
    expect(content).toContain('now have a page');
    expect(channel('general').messages.some((message) => message.content.includes('hat einen Link'))).toBe(true);
  });
});
