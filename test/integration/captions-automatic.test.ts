import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { Panel } from '../support/settings-panel.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

/** The id of a message's button that starts with `prefix`. */
function buttonOf({ components }: Pick<SeenMessage, 'components'>, prefix: string): string {
  const parts = components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  const ids = parts.flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
  return ids.find((id) => id.startsWith(prefix)) ?? `no ${prefix}`;
}

describe('captions that start by themselves', () => {
  let discord: LocalDiscord;
  let boss: Person;
  let ada: Person;
  let folder: string;
  let made: Awaited<ReturnType<typeof createTestBot>>;

  const channel = (name: string) => discord.guild.channel(name);
  const lounge = () => channel('Lounge');
  const inChannel = (name: string, words: string) =>
    channel(name).waitForMessage(({ content }) => content.includes(words), soon());
  const type = async (person: Person, command: string, options = {}) =>
    (await person.type(command, options)).reply(soon());
  /** Sets captions of the Lounge up in #general. */
  const setUp = (options = {}, person = boss) =>
    type(person, '/captions auto', { voice_channel: lounge().id, mode: 'on', ...options });
  const notices = (name = 'general') => channel(name).messages.filter(({ content }) => content.startsWith('💬'));
  const isOn = () => made.engine.policy !== undefined;
  /** What is said when it is known that nothing is to start: a later change was seen, and nothing is under way. */
  const status = async () => (await type(boss, '/captions status')).content;

  const startBot = async (options: Parameters<typeof createTestBot>[1] = {}): Promise<void> => {
    made = await createTestBot(discord, {
      folder,
      autoCaptionTimings: { settleMs: 30, emptyMs: 30 },
      ...options,
    });
    await made.bot.start(soon());
  };
  /** Works on the database of a bot that is closed. */
  const withStores = async (work: (stores: Database) => Promise<void>): Promise<void> => {
    const stores = await openDatabase(`sqlite:${join(folder, 'test.sqlite')}`, createLogger('silent'));
    await work(stores);
    await stores.close();
  };
  const restart = async (options = {}): Promise<void> => {
    await made.close();
    await startBot(options);
  };

  beforeEach(async () => {
    const botPermissions = DEFAULT_BOT_PERMISSIONS | P.CreatePublicThreads;
    discord = await startTestDiscord({ voice: false, botPermissions });
    boss = discord.addPerson({ name: 'Boss', permissions: P.ManageChannels });
    ada = discord.addPerson({ name: 'Ada' });
    folder = await mkdtemp(join(tmpdir(), 'captions-automatic-'));
    await startBot();
  });

  afterEach(async () => {
    await made.close();
    await discord.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('begin with their notices when the channel fills, end when it empties, and offer the transcript', {
    meta: { promises: ['captions-start-automatically-post'] },
  }, async () => {
    const reply = await setUp({ language: 'de' });
    expect(reply.ephemeral).toBe(true);
    expect(reply.content).toBe(
      `Captions of <#${lounge().id}> now start in <#${channel('general').id}> when people join it. They end when everyone has left.`,
    );
    ada.enterVoice(lounge().id);
    const notice = await inChannel('general', 'They start automatically when people join. Language: German.');
    expect(notice.content).toContain('Opt out');
    expect(notice.pings).toEqual([]);
    await inChannel('Lounge', `are on in <#${channel('general').id}>. They start automatically`);
    await expect.poll(() => lounge().status).toContain('captions are on');
    expect(await status()).toContain('started automatically');
    made.engine.say(ada.id, 'Good morning.');
    await inChannel('general', 'Good morning.');
    await ada.leaveVoice();
    const offer = await inChannel('general', 'ended because everyone left.');
    expect(offer.attachments.map(({ filename }) => filename.split('.')[1])).toEqual(['txt']);
    await discord.guild.waitForVoice(discord.botId, undefined, soon());
    await inChannel('Lounge', 'have ended');
    expect(discord.errors).toEqual([]);
  });

  it('go to a thread for each session, named by channel and date, with the transcript', async () => {
    expect((await setUp({ thread: true })).content).toContain(
      `each time in a new thread of <#${channel('general').id}>`,
    );
    ada.enterVoice(lounge().id);
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now());
    await expect.poll(() => channel('general').messages.map(({ content }) => content)).toContain(`Lounge · ${day}`);
    const thread = `Lounge · ${day}`;
    await inChannel(thread, 'They start automatically');
    made.engine.say(ada.id, 'Into the thread.');
    const said = await inChannel(thread, 'Into the thread.');
    expect(said.author).toMatchObject({ kind: 'webhook', name: 'Ada' });
    await ada.leaveVoice();
    const offer = await inChannel(thread, 'ended because everyone left.');
    expect(offer.attachments).toHaveLength(1);
    expect(notices()).toEqual([]);
    expect(discord.errors).toEqual([]);
  });

  it('begin in a moment where people are already, as the answer says', async () => {
    ada.enterVoice(lounge().id);
    expect((await setUp()).content).toBe(
      `Captions of <#${lounge().id}> start in <#${channel('general').id}> in a moment, because people are there. From now on, they start when people join and end when everyone has left.`,
    );
    await inChannel('general', 'They start automatically');
    expect((await setUp()).content).toContain('now start in');
  });

  it('stay off after someone stopped them, until everyone has left once', {
    meta: { promises: ['stay-off-after-someone'] },
  }, async () => {
    await setUp();
    ada.enterVoice(lounge().id);
    await inChannel('general', 'They start automatically');
    await type(ada, '/captions stop');
    await expect.poll(isOn).toBe(false);
    const bob = discord.addPerson({ name: 'Bob' });
    bob.enterVoice(lounge().id);
    await ada.leaveVoice();
    await inChannel('general', 'ended.');
    expect(await status()).toContain('Captions are off here.');
    await restart();
    const eve = discord.addPerson({ name: 'Eve' });
    eve.enterVoice(lounge().id);
    await new Promise((done) => void setTimeout(done, 200));
    expect(await status()).toContain('Captions are off here.');
    expect(notices()).toHaveLength(1);
    await bob.leaveVoice();
    await eve.leaveVoice();
    ada.enterVoice(lounge().id);
    await expect.poll(() => notices()).toHaveLength(2);
  });

  it('hand links on to the thread that they open after a restart', async () => {
    await setUp({ thread: true });
    ada.enterVoice(lounge().id);
    // In the voice channel's chat, where also those learn of links who only came after the restart.
    await inChannel('Lounge', 'They start automatically');
    await expect.poll(isOn).toBe(true);
    const { content } = await type(ada, '/captions overlay');
    const secret = /overlay\/([\w-]{32})$/m.exec(content)?.[1] ?? '';
    expect(made.bot.overlays.guildOf(secret) !== undefined).toBe(true);
    await restart();
    const told = () => lounge().messages.filter((message) => message.content.includes('made a link to the captions'));
    await expect.poll(told).toHaveLength(2);
    expect(made.bot.overlays.guildOf(secret) !== undefined).toBe(true);
    expect(await status()).toContain('Shown outside Discord: 1 link');
  });

  it('stay off after /leave and after a kick, until everyone has left once', {
    meta: { promises: ['stay-off-after-someone'] },
  }, async () => {
    await setUp();
    ada.enterVoice(lounge().id);
    await inChannel('general', 'They start automatically');
    await type(ada, '/leave');
    await inChannel('general', 'because I left the voice channel');
    await ada.leaveVoice();
    ada.enterVoice(lounge().id);
    await expect.poll(() => notices()).toHaveLength(2);
    made.engine.fallOut();
    await expect
      .poll(() => channel('general').messages.filter(({ content }) => content.includes('I left the voice')))
      .toHaveLength(2);
    expect(await status()).toContain('Captions are off here.');
    expect(notices()).toHaveLength(2);
  });

  it('are not started twice where a person starts them, and end with those', async () => {
    await setUp();
    await restart({ autoCaptionTimings: { settleMs: 60_000, emptyMs: 30 } });
    ada.enterVoice(lounge().id);
    await type(ada, '/captions start');
    await ada.leaveVoice();
    await inChannel('general', 'ended because everyone left.');
    expect(notices()).toHaveLength(1);
  });

  it('survive a restart, also while people are there', async () => {
    await setUp();
    ada.enterVoice(lounge().id);
    await inChannel('general', 'They start automatically');
    await restart();
    await inChannel('general', "ended because I'm restarting. They start again automatically.");
    await expect.poll(() => notices()).toHaveLength(2);
    expect(await status()).toContain('started automatically');
    expect(discord.errors).toEqual([]);
  });

  it('begin again after a crash, once the session that it interrupted is closed', async () => {
    await setUp();
    await made.close();
    await withStores(async ({ transcripts }) => {
      await transcripts.openSession({
        ...{ sessionId: 'crashed', guildId: discord.guild.id, voiceChannelId: lounge().id, startedBy: undefined },
        ...{ textChannelId: channel('general').id, language: undefined, consent: 'opt-out', widerReaders: false },
        ...{ startedAtMs: Date.now() - 60_000, endedAtMs: undefined },
      });
    });
    ada.enterVoice(lounge().id);
    await startBot();
    await inChannel('general', 'were interrupted because I stopped unexpectedly. They start again automatically.');
    await inChannel('general', '💬');
    await made.close();
    expect(channel('general').messages.filter(({ content }) => content.includes('were interrupted'))).toHaveLength(1);
    expect(notices()).toHaveLength(1);
    await withStores(async ({ transcripts }) => {
      expect((await transcripts.session('crashed'))?.endedAtMs).toBeDefined();
      expect(await transcripts.latestSession(discord.guild.id)).toMatchObject({ startedBy: undefined });
    });
  });

  it('are for people who manage the voice channel and may post where they go, in every case', async () => {
    const refused = await setUp({}, ada);
    expect(refused.content).toBe(`You need **Manage Channels** in <#${lounge().id}> to set up its captions.`);
    expect((await setUp({ mode: 'off' }, ada)).content).toBe(refused.content);
    discord.guild.setPermissions('general', { targetId: ada.id, deny: P.SendMessages });
    discord.guild.setPermissions('Lounge', { targetId: ada.id, allow: P.ManageChannels });
    expect((await setUp({}, ada)).content).toBe(
      "You can't post in this channel yourself, so I won't post captions here for you.",
    );
    expect(await status()).not.toContain('Captions that start automatically');
  });

  it('are shown by the status, and removed by their managers or with their channel', async () => {
    await setUp({ language: 'de' });
    const studio = channel('Studio');
    await setUp({ voice_channel: studio.id, thread: true });
    const general = `<#${channel('general').id}>`;
    expect((await status()).split('\n').slice(1)).toEqual([
      'Captions that start automatically:',
      `- <#${lounge().id}> in ${general} (German)`,
      `- <#${studio.id}> in threads of ${general}`,
    ]);
    expect((await setUp({ mode: 'off' })).content).toBe(`Captions of <#${lounge().id}> no longer start automatically.`);
    expect((await setUp({ mode: 'off' })).content).toContain("don't start automatically");
    ada.enterVoice(lounge().id);
    discord.guild.deleteChannel('Studio');
    await expect.poll(status).not.toContain('Captions that start automatically');
    await restart();
    expect(await status()).not.toContain('Captions that start automatically');
    expect(notices()).toEqual([]);
  });

  describe('where others can read them than those who can see the voice channel', () => {
    const hideLounge = (): void => {
      const allow = P.ViewChannel | P.Connect | P.Speak | P.SendMessages;
      for (const targetId of [ada.id, discord.botId]) discord.guild.setPermissions('Lounge', { targetId, allow });
      discord.guild.setPermissions('Lounge', { targetId: boss.id, allow: allow | P.ManageChannels });
      discord.guild.setPermissions('Lounge', { targetId: discord.guild.id, deny: P.ViewChannel });
    };

    it('start only once a manager confirmed that, whom the notice names', {
      meta: { promises: ['start-readers-cant-see'] },
    }, async () => {
      hideLounge();
      const question = await setUp();
      expect(question.content).toContain(`can be read by people who can't see <#${lounge().id}>`);
      ada.enterVoice(lounge().id);
      expect(await status()).not.toContain('Captions that start automatically');
      await (await boss.click(question, buttonOf(question, 'captions:auto:'))).acknowledged(soon());
      await inChannel('general', `can read them too, as <@${boss.id}> confirmed`);
      expect(discord.errors).toEqual([]);
    });

    it('do not start any more once the audience has become wider, and say so once', {
      meta: { promises: ['start-readers-cant-see'] },
    }, async () => {
      await setUp();
      hideLounge();
      ada.enterVoice(lounge().id);
      const why = `I didn't start captions of <#${lounge().id}>: people who can't see it can read`;
      await inChannel('general', why);
      await ada.leaveVoice();
      ada.enterVoice(lounge().id);
      discord.guild.setPermissions('captions', { targetId: ada.id, allow: P.ViewChannel });
      expect(await status()).toContain('Captions are off here.');
      expect(channel('general').messages).toHaveLength(1);
      expect(isOn()).toBe(false);
      discord.guild.setPermissions('Lounge', { targetId: discord.guild.id });
      await inChannel('general', 'They start automatically');
      expect(channel('general').messages.filter(({ content }) => content.includes(why))).toHaveLength(1);
    });

    it('need a new confirmation after everything about the person who gave it was erased', async () => {
      hideLounge();
      const question = await setUp();
      await (await boss.click(question, buttonOf(question, 'captions:auto:'))).acknowledged(soon());
      const erase = await type(boss, '/privacy erase');
      expect(erase.content).toContain('Delete your name at the automatic captions of 1 voice channel?');
      await (await boss.click(erase, buttonOf(erase, 'privacy:erase'))).acknowledged(soon());
      ada.enterVoice(lounge().id);
      await inChannel('general', "people who can't see it can read");
      expect(isOn()).toBe(false);
    });
  });

  it('name what to grant where permissions are missing: when they are set up, and once when they should start', async () => {
    discord.guild.setPermissions('captions', { targetId: discord.botId, deny: P.CreatePublicThreads });
    const inCaptions = { channelId: channel('captions').id };
    const options = { voice_channel: lounge().id, mode: 'on', thread: true };
    const refused = await (await boss.type('/captions auto', options, inCaptions)).reply(soon());
    expect(refused.content).toBe(
      `I can't start captions of <#${lounge().id}>. Give me **Create Public Threads** in <#${inCaptions.channelId}>.`,
    );
    await setUp();
    discord.guild.setPermissions('general', { targetId: discord.botId, deny: P.SendMessages });
    ada.enterVoice(lounge().id);
    await inChannel('Lounge', `Give me **Send Messages** in <#${channel('general').id}>.`);
    discord.guild.setPermissions('general', { targetId: discord.botId });
    await inChannel('general', 'They start automatically');
    expect(discord.errors).toEqual([]);
  });

  it('caption only people who opt in where the server requires that, and say so', async () => {
    await setUp();
    await made.close();
    await withStores(async (stores) => {
      await settingsOf(stores).change(discord.guild.id, '1', (all) => ({
        ...all,
        captions: { ...all.captions, consent: 'opt-in' },
      }));
    });
    await startBot();
    ada.enterVoice(lounge().id);
    const notice = await inChannel('general', 'They start automatically');
    expect(notice.content).toContain('Only people who press **Opt in**');
    expect(await status()).toContain(`Not captioned: <@${ada.id}>.`);
    made.engine.say(ada.id, 'Not for captions.');
    await expect.poll(() => made.engine.policy?.ignore).toContain(ada.id);
  });

  it('say once that the minutes of captions are used up', async () => {
    await restart({ limits: { captionMinutes: { guild: 0, account: 100 } } });
    await setUp();
    ada.enterVoice(lounge().id);
    const why = await inChannel('general', `I didn't start captions of <#${lounge().id}>.`);
    await ada.leaveVoice();
    ada.enterVoice(lounge().id);
    expect(await status()).toContain('Captions are off here.');
    expect(channel('general').messages.map(({ id }) => id)).toEqual([why.id]);
  });

  it('begin at once when the server allows more minutes', async () => {
    const manager = discord.addPerson({ name: 'Manager', permissions: P.ManageGuild });
    const panel = new Panel(manager, discord.guild);
    await panel.fill('limits', 'budgets', { 'budgets.captionMinutes': '0' });
    await setUp();
    ada.enterVoice(lounge().id);
    await inChannel('general', `I didn't start captions of <#${lounge().id}>.`);
    await panel.fill('limits', 'budgets', { 'budgets.captionMinutes': '60' });
    await inChannel('general', 'They start automatically');
  });

  it('of two servers at once start, stop and end on their own', async () => {
    const other = discord.addGuild({ name: 'Other' });
    const mod = discord.addPerson({ name: 'Mod', guild: other, permissions: P.ManageChannels });
    const bob = discord.addPerson({ name: 'Bob', guild: other });
    const there = other.channel('Lounge').id;
    await setUp();
    await type(mod, '/captions auto', { voice_channel: there, mode: 'on' });
    ada.enterVoice(lounge().id);
    bob.enterVoice(there);
    const elsewhere = (words: string) =>
      other.channel('general').waitForMessage(({ content }) => content.includes(words), soon());
    await Promise.all([inChannel('general', 'They start automatically'), elsewhere('They start automatically')]);
    await type(ada, '/captions stop');
    await inChannel('general', 'ended.');
    await bob.leaveVoice();
    await elsewhere('ended because everyone left.');
    bob.enterVoice(there);
    await expect
      .poll(() => other.channel('general').messages.filter(({ content }) => content.startsWith('💬')))
      .toHaveLength(2);
    expect(notices()).toHaveLength(1);
    expect(discord.errors).toEqual([]);
  });
});
