import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

/** The custom id of a message's button that starts with `prefix`. */
function buttonOf({ components }: Pick<SeenMessage, 'components'>, prefix: string): string {
  const parts = components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  const ids = parts.flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
  return ids.find((id) => id.startsWith(prefix)) ?? '';
}

describe('who may do what, at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  let folder: string;
  const bots: { close(): Promise<void> }[] = [];

  const startBot = async () => {
    const made = await createTestBot(discord, { folder });
    bots.push(made);
    await made.bot.start(soon());
    return made;
  };

  const closeBots = async (): Promise<void> => {
    for (const bot of bots.splice(0)) await bot.close();
  };

  const answer = async (invocation: Promise<Invocation>): Promise<SeenMessage> => (await invocation).reply(soon());
  const type = async (person: Person, command: string, options = {}, channel = 'general') =>
    answer(person.type(command, options, { channelId: discord.guild.channel(channel).id }));

  /** Denies everyone to see a channel, except the bot and `people`. */
  const hide = (channel: string, people: readonly Person[] = []): void => {
    discord.guild.setPermissions(channel, { targetId: discord.guild.id, deny: P.ViewChannel });
    for (const targetId of [discord.botId, ...people.map(({ id }) => id)]) {
      discord.guild.setPermissions(channel, { targetId, allow: P.ViewChannel });
    }
  };

  /** A bot that speaks and captions in the Lounge, for Ada. */
  const speakAndCaption = async (channel = 'general') => {
    const made = await startBot();
    const notice = await type(ada, '/captions start', {}, channel);
    const said = ada.type('/say', { text: 'Good morning.' });
    await expect.poll(() => made.engine.items.length).toBe(1);
    const textId = made.engine.items[0]?.textId ?? '';
    made.engine.emit({ type: 'item-started', guildId: discord.guild.id, textId });
    await answer(said);
    return { ...made, notice };
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'discord-rights-'));
    discord = await startTestDiscord({ voice: false });
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
    for (const person of [ada, bob]) person.enterVoice(discord.guild.channel('Lounge').id);
  });

  afterEach(async () => {
    await closeBots();
    await discord.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe('the transcript of a private thread', () => {
    const NOT_IN_THREAD =
      "These captions are in a private thread that you aren't in. Ask one of its members to add you.";

    const exportBy = (person: Person) => type(person, '/captions export', { format: 'txt' });

    /** A bot that captioned Ada in a private thread of hers, and still does. */
    const captionInThread = async () => {
      const thread = discord.guild.addThread('captions', 'plans', {
        private: true,
        memberIds: [discord.botId, ada.id],
      });
      const { engine } = await startBot();
      await type(ada, '/captions start', {}, thread.id);
      engine.say(ada.id, 'Nobody else may read this.');
      await thread.waitForMessage(({ content }) => content.includes('Nobody else'), soon());
      // It is shown before it is stored.
      await expect.poll(async () => (await exportBy(ada)).attachments).toHaveLength(1);
      return thread;
    };

    it('goes, like its status, only to members of the thread and to those with Manage Threads', {
      meta: { promises: ['transcript-status-captions-private'] },
    }, async () => {
      await captionInThread();
      const moderator = discord.addPerson({ name: 'Mod', permissions: P.ManageThreads });
      const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
      for (const person of [ada, moderator]) {
        expect((await exportBy(person)).attachments).toHaveLength(1);
        expect((await type(person, '/captions status')).content).toContain('Captions of');
      }
      for (const person of [bob, boss]) {
        const refused = await exportBy(person);
        expect(refused.content).toContain(NOT_IN_THREAD);
        expect(refused.attachments).toEqual([]);
        expect((await type(person, '/captions status')).content).toContain(NOT_IN_THREAD);
      }
    });

    it('is withheld by its export buttons as soon as somebody has left the thread', {
      meta: { promises: ['transcript-status-captions-private'] },
    }, async () => {
      const thread = await captionInThread();
      discord.guild.addToThread(thread.id, bob.id);
      const status = await type(bob, '/captions status');
      const formats = await answer(bob.click(status, buttonOf(status, 'captions:export')));
      const txt = buttonOf(formats, 'captions:export');
      expect((await answer(bob.click(formats, txt))).attachments).toHaveLength(1);
      discord.guild.removeFromThread(thread.id, bob.id);
      for (const [message, button] of [
        [status, buttonOf(status, 'captions:export')],
        [formats, txt],
      ] as const) {
        const refused = await answer(bob.click(message, button));
        expect(refused.content).toContain(NOT_IN_THREAD);
        expect(refused.attachments).toEqual([]);
      }
    });

    it('is withheld from everyone while the bot cannot learn who is in the thread', async () => {
      const thread = await captionInThread();
      discord.guild.removeFromThread(thread.id, discord.botId);
      for (const refused of [await exportBy(ada), await type(ada, '/captions status')]) {
        expect(refused.content).toContain("I can't check right now whether you can see the channel of these captions.");
        expect(refused.attachments).toEqual([]);
      }
    });

    it('follows the same rule after a restart, when the thread is archived', async () => {
      const thread = await captionInThread();
      await type(ada, '/captions stop');
      const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
      await closeBots();
      discord.guild.archiveThread(thread.id);
      await startBot();
      expect((await exportBy(boss)).content).toContain(NOT_IN_THREAD);
      expect((await exportBy(ada)).attachments).toHaveLength(1);
    });

    it('is for those who manage the server once the thread is deleted', async () => {
      const thread = await captionInThread();
      await type(ada, '/captions stop');
      const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
      discord.guild.deleteChannel(thread.id);
      expect((await exportBy(ada)).content).toContain("You can't see the channel of these captions");
      expect((await exportBy(boss)).attachments).toHaveLength(1);
    });
  });

  it('the transcript of captions in the chat of a voice channel goes only to people who may enter it', {
    meta: { promises: ['transcript-people-read-channel'] },
  }, async () => {
    const { engine } = await startBot();
    await type(ada, '/captions start', {}, 'Lounge');
    engine.say(ada.id, 'Good morning.');
    const exportBy = (person: Person) => type(person, '/captions export', { format: 'txt' });
    await expect.poll(async () => (await exportBy(ada)).attachments).toHaveLength(1);
    const stranger = discord.addPerson({ name: 'Stranger' });
    discord.guild.setPermissions('Lounge', { targetId: stranger.id, deny: P.Connect });
    const refused = await exportBy(stranger);
    expect(refused.content).toContain("You can't see the channel of these captions");
    expect(refused.attachments).toEqual([]);
  });

  describe('managing', () => {
    const REFUSED = /^Only /;

    it('one’s own voice channel is no power elsewhere, wherever one types', {
      meta: { promises: ['power-over-bot-comes'] },
    }, async () => {
      const { engine, notice } = await speakAndCaption();
      const mallory = discord.addPerson({ name: 'Mallory' });
      mallory.enterVoice(discord.guild.channel('Studio').id);
      const allow = P.MoveMembers | P.MuteMembers | P.ManageChannels | P.ManageGuild;
      discord.guild.setPermissions('Studio', { targetId: mallory.id, allow });
      for (const command of ['/skip', '/stop', '/pause', '/resume', '/leave', '/captions stop']) {
        expect((await type(mallory, command, {}, 'Studio')).content).toMatch(REFUSED);
      }
      expect((await type(mallory, '/join', {}, 'Studio')).content).toContain('People are listening to me');
      expect((await answer(mallory.click(notice, buttonOf(notice, 'captions:stop')))).content).toMatch(REFUSED);
      expect((await type(mallory, '/queue', {}, 'Studio')).components).toEqual([]);
      expect(await engine.session(discord.guild.id)).toMatchObject({ channelId: discord.guild.channel('Lounge').id });
      expect((await type(ada, '/captions status')).content).toContain('are on');
    });

    it('the channel that the act is about is power there, wherever one types', {
      meta: { promises: ['power-over-bot-comes'] },
    }, async () => {
      const { notice } = await speakAndCaption();
      const judy = discord.addPerson({ name: 'Judy' });
      discord.guild.setPermissions('Lounge', { targetId: judy.id, allow: P.MuteMembers });
      expect((await type(judy, '/pause')).content).toContain('Paused.');
      expect(JSON.stringify((await type(judy, '/queue')).components)).toContain('Good morning.');
      const stopped = await answer(judy.click(notice, buttonOf(notice, 'captions:stop')));
      expect(stopped.content).toContain('You stopped the captions');
    });

    it('the server is not what a channel allows there: transcripts of a deleted channel stay withheld', async () => {
      const { engine } = await startBot();
      await type(ada, '/captions start', {}, 'captions');
      engine.say(ada.id, 'Good morning.');
      const exportBy = (person: Person) => type(person, '/captions export', { format: 'txt' });
      await expect.poll(async () => (await exportBy(ada)).attachments).toHaveLength(1);
      await type(ada, '/captions stop');
      discord.guild.deleteChannel('captions');
      const mallory = discord.addPerson({ name: 'Mallory' });
      discord.guild.setPermissions('general', { targetId: mallory.id, allow: P.ManageGuild });
      expect((await exportBy(mallory)).content).toContain("You can't see the channel of these captions");
      const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
      expect((await exportBy(boss)).attachments).toHaveLength(1);
    });

    it('by permissions of the server is power everywhere, whatever a channel denies', async () => {
      await speakAndCaption();
      const mover = discord.addPerson({ name: 'Mover', permissions: P.MoveMembers });
      for (const channel of ['general', 'Lounge']) {
        discord.guild.setPermissions(channel, { targetId: mover.id, deny: P.MoveMembers });
      }
      expect((await type(mover, '/pause')).content).toContain('Paused.');
      expect((await type(mover, '/captions stop')).content).toContain('You stopped the captions');
    });
  });

  describe('a voice channel that somebody cannot enter or see', () => {
    it('is not captioned for them, by whatever right', {
      meta: { promises: ['voice-channel-captioned-joined'] },
    }, async () => {
      await startBot();
      const mover = discord.addPerson({ name: 'Mover', permissions: P.MoveMembers });
      await type(ada, '/join');
      const lounge = discord.guild.channel('Lounge').id;
      for (const deny of [P.Connect, P.ViewChannel]) {
        discord.guild.setPermissions('Lounge', { targetId: mover.id, deny });
        const refused = await type(mover, '/captions start');
        expect(refused.content).toBe(`You can't enter <#${lounge}> yourself, so I won't caption it for you.`);
      }
      discord.guild.setPermissions('Lounge', { targetId: bob.id, deny: P.Connect });
      expect((await type(bob, '/captions start')).content).toContain("You can't enter");
      expect((await type(mover, '/captions status')).content).toContain('Captions are off here.');
    });

    it('shows them neither status nor queue, and is not joined for them', {
      meta: { promises: ['status-queue-shown-people'] },
    }, async () => {
      // Captions in a channel that more people can read than their voice channel would end.
      await speakAndCaption('Lounge');
      const stranger = discord.addPerson({ name: 'Stranger' });
      const before = await type(stranger, '/queue');
      expect(before.content).toContain('Good morning.');
      hide('Lounge', [ada]);
      expect((await type(stranger, '/captions status')).content).toBe(
        "You can't see the voice channel of these captions, so I can't show you their status.",
      );
      expect((await type(stranger, '/queue')).content).toBe(
        "You can't see the voice channel that I'm in, so I can't show you its queue.",
      );
      const lounge = discord.guild.channel('Lounge').id;
      const joined = await type(stranger, '/join', { channel: lounge });
      expect(joined.content).toContain(`You can't enter <#${lounge}> yourself`);
      expect((await type(ada, '/captions status')).content).toContain('are on');
      expect((await type(ada, '/queue')).content).toContain('Good morning.');
    });

    it('and a text channel or private thread that they cannot see, is never named by /say', {
      meta: { promises: ['say-never-speaks-name'] },
    }, async () => {
      const { ttsRequests } = await startBot();
      const hidden = discord.guild.addChannel('layoffs');
      hide('layoffs', [ada]);
      const locked = discord.guild.addChannel('Boardroom', 'voice');
      hide('Boardroom', [ada]);
      const memberIds = [discord.botId, ada.id];
      const thread = discord.guild.addThread('captions', 'merger', { private: true, memberIds });
      const captions = discord.guild.channel('captions');
      const text = [captions, hidden, locked, thread].map(({ id }) => `<#${id}>`).join(', ');
      for (const person of [ada, bob]) await type(person, '/say', { text, file: true });
      expect(ttsRequests.map((request) => request.text)).toEqual([
        'the captions channel, the layoffs channel, the Boardroom channel, the merger channel',
        'the captions channel, a channel',
      ]);
    });
  });

  describe('a Stop button', () => {
    const ENDED = 'Those captions have already ended. If newer ones are on, use `/captions stop` to end them.';

    it('ends the captions that it was posted for, and never later ones', {
      meta: { promises: ['stop-button-ends-captions'] },
    }, async () => {
      await startBot();
      const first = await type(ada, '/captions start');
      const status = await type(ada, '/captions status');
      await type(ada, '/captions stop');
      const second = await type(ada, '/captions start');
      for (const old of [first, status]) {
        const told = await answer(ada.click(old, buttonOf(old, 'captions:stop')));
        expect(told).toMatchObject({
          ephemeral: true,
          content: ENDED,
        });
      }
      expect((await type(ada, '/captions status')).content).toContain('are on');
      const stopped = await answer(ada.click(second, buttonOf(second, 'captions:stop')));
      expect(stopped.content).toContain('You stopped the captions');
      expect((await answer(ada.click(second, buttonOf(second, 'captions:stop')))).content).toBe(ENDED);
    });

    it('that does not say which captions it ends, because it is older, ends none', {
      meta: { promises: ['stop-button-ends-captions'] },
    }, async () => {
      await startBot();
      await type(ada, '/captions start');
      const button = { type: 2, style: 4, label: 'Stop', custom_id: 'captions:stop' };
      const general = discord.guild.channel('general');
      await fetch(`${discord.apiUrl}/v10/channels/${general.id}/messages`, {
        method: 'POST',
        headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content: 'Old notice', components: [{ type: 1, components: [button] }] }),
      });
      const old = await general.waitForMessage(({ content }) => content === 'Old notice', soon());
      const told = await answer(ada.click(old, 'captions:stop'));
      expect(told.content).toContain("This button is out of date, so I didn't stop anything.");
      expect((await type(ada, '/captions status')).content).toContain('are on');
    });
  });
});
