import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalGuild } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNLIMITED } from '../support/memory-budgets.ts';
import { QueueEngine } from '../support/queue-engine.ts';
import { oggOf } from '../unit/voice/fake-speech.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

/** Two seconds of Opus. */
const memo = { name: 'voice-message.ogg', contentType: 'audio/ogg', file: oggOf(0, 100), durationSecs: 2 };

/** Turns reading on in a channel; resolves with the answer. */
async function turnOn(who: Person, options: Record<string, string | boolean> = {}, channelId?: string) {
  const where = channelId === undefined ? {} : { channelId };
  return (await who.type('/autoread on', options, where)).until(({ content }) => content !== '', soon());
}

/** A Discord with Ada, who may manage it, and its bots. */
async function openScene() {
  const discord = await startTestDiscord({ voice: false, privilegedIntents: { messageContent: true } });
  const bots: { close(): Promise<void> }[] = [];
  const engines: QueueEngine[] = [];
  const createEngine = (onEvent: ConstructorParameters<typeof QueueEngine>[0]) => {
    const engine = new QueueEngine(onEvent);
    engines.push(engine);
    return engine;
  };
  return {
    discord,
    ada: discord.addPerson({ name: 'Ada', permissions: P.ManageGuild | P.ManageMessages }),
    /** That of the bot that was started last. */
    engine: () => {
      const engine = engines.at(-1);
      if (engine === undefined) throw new Error('no bot was started');
      return engine;
    },
    startBot: async (options: Parameters<typeof createTestBot>[1] = {}) => {
      const made = await createTestBot(discord, { createEngine, ...options });
      bots.push(made);
      await made.bot.start(soon());
      return made;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(bots.splice(0).map((bot) => bot.close()));
      await discord.close();
    },
  };
}

describe('chat that is read aloud', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let discord: LocalDiscord;
  let ada: Person;
  let engine: QueueEngine;

  const startBot = async (options: Parameters<typeof createTestBot>[1] = {}) => {
    const made = await scene.startBot(options);
    engine = scene.engine();
    return made;
  };
  const texts = (guild: LocalGuild = discord.guild) => engine.texts(guild.id);

  beforeEach(async () => {
    scene = await openScene();
    ({ discord, ada } = scene);
  });

  afterEach(() => scene[Symbol.asyncDispose]());

  it('is read in the voice channel that its writer is in, which the bot joins by itself', async () => {
    await startBot();
    const lounge = discord.guild.channel('Lounge');
    ada.enterVoice(lounge.id);
    const reply = await turnOn(ada, { auto_join: true });
    expect(reply.content).toContain('join the voice channel of people who write there');
    ada.send('Good morning.');
    await discord.guild.waitForVoice(discord.botId, lounge.id, soon());
    await expect.poll(() => texts()).toEqual(['Ada says: Good morning.']);
    ada.send('How are you?');
    await expect.poll(() => texts()).toEqual(['Ada says: Good morning.', 'How are you?']);
    expect(discord.errors).toEqual([]);
  });

  it('begins with a public notice in the channel', async () => {
    await startBot();
    await turnOn(ada);
    const notice = await discord.guild
      .channel('general')
      .waitForMessage(({ author }) => author.id === discord.botId, soon());
    expect(notice.content).toContain('read aloud');
    expect(JSON.stringify(notice.components)).toContain('autoread:mute');
  });

  describe('once it is read', () => {
    beforeEach(async () => {
      await startBot();
      ada.enterVoice(discord.guild.channel('Lounge').id);
      await turnOn(ada, { auto_join: true });
      ada.send('First.');
      await expect.poll(() => texts()).toEqual(['Ada says: First.']);
      engine.start(discord.guild.id);
    });

    /** Resolves once everything that was sent so far has reached the bot. */
    const settled = async (marker: string): Promise<void> => {
      ada.send(marker);
      await vi.waitFor(
        () => {
          while (engine.finish(discord.guild.id) !== undefined);
          expect(engine.allTexts(discord.guild.id).join(' ')).toContain(marker);
        },
        { timeout: 10_000, interval: 5 },
      );
    };

    /** Resolves once the bot has taken in what was sent before. */
    const arrived = async (): Promise<void> => {
      await (await ada.type('/autoread status')).reply(soon());
    };

    it('joins consecutive short messages of one person into one text', async () => {
      ada.send('Second');
      await expect.poll(() => texts()).toHaveLength(2);
      for (const text of ['third', 'fourth']) ada.send(text);
      await arrived();
      await settled('end');
      expect(engine.allTexts(discord.guild.id).slice(0, 3)).toEqual([
        'Ada says: First.',
        'Second',
        expect.stringMatching(/^third\. fourth/),
      ]);
    });

    it('reads an edited message as it is now, whether it waits here or in the queue', async () => {
      const second = ada.send('Secnod.');
      await expect.poll(() => texts()).toEqual(['Ada says: First.', 'Secnod.']);
      ada.edit(second, 'Second.');
      await expect.poll(() => texts()).toEqual(['Ada says: First.', 'Second.']);
      const third = ada.send('Thrid.');
      ada.edit(third, 'Third.');
      await settled('End.');
      expect(engine.allTexts(discord.guild.id).join(' ')).toContain('Third.');
      expect(engine.allTexts(discord.guild.id).join(' ')).not.toContain('Thrid.');
    });

    it('takes deleted messages out: one that is being spoken, one in the queue, and many at once', {
      meta: { promises: ['people-mute-themselves-any'] },
    }, async () => {
      const second = ada.send('Second.');
      await expect.poll(() => texts()).toEqual(['Ada says: First.', 'Second.']);
      ada.delete(second);
      await expect.poll(() => texts()).toEqual(['Ada says: First.']);
      const [first] = ada.messages(discord.guild.channel('general').id).filter(({ content }) => content === 'First.');
      if (first === undefined) throw new Error('the message is gone');
      ada.delete(first);
      await expect.poll(() => texts()).toEqual([]);
      const kept = ada.send('Kept.');
      await expect.poll(() => texts()).toHaveLength(1);
      const next = ada.send('Next.');
      await expect.poll(() => texts()).toHaveLength(2);
      ada.deleteAll([kept, next, ada.send('Waits.')]);
      await expect.poll(() => texts()).toEqual([]);
      await settled('End.');
      expect(engine.allTexts(discord.guild.id).join(' ')).not.toContain('Waits.');
    });

    it('leaves the oldest out in a flood of 1,000 messages, says how many, and reads the newest', async () => {
      for (let at = 1; at <= 1_000; at += 1)
        ada.send(`Message number ${at} of a flood that is longer than anybody reads`);
      // Nothing is spoken while they arrive, or else a slow machine reads more of them.
      await arrived();
      await settled('The last one.');
      const spoken = engine.allTexts(discord.guild.id);
      const leftOut = spoken.map((text) =>
        Number(/([\d,]+) messages? left out/.exec(text)?.[1]?.replace(',', '') ?? 0),
      );
      const numbers = spoken
        .join(' ')
        .matchAll(/number (\d+)/g)
        .map(([, number]) => Number(number))
        .toArray();
      expect(numbers).toContain(1_000);
      expect(numbers.length + leftOut.reduce((sum, count) => sum + count, 0)).toBe(1_000);
      expect(numbers.length).toBeLessThan(60);
    });

    it('lets a text of /say go after two messages at most', async () => {
      for (let at = 1; at <= 20; at += 1)
        ada.send(`Message number ${at}, which is so long that it is not joined with another. ${'Word '.repeat(20)}`);
      await expect.poll(() => texts()).toHaveLength(2);
      await ada.type('/say', { text: 'Let me in.' });
      await expect.poll(() => texts()).toHaveLength(3);
      expect(texts()[2]).toBe('Let me in.');
    });

    it('drops what waits with /stop, and counts it', async () => {
      for (let at = 1; at <= 5; at += 1) ada.send(`Message ${at}. ${'Word '.repeat(30)}`);
      await expect.poll(() => texts()).toHaveLength(2);
      // The queue holds two texts, so four wait elsewhere once the last has arrived.
      const status = (await (await ada.type('/autoread status')).reply(soon())).content;
      expect(status).toContain('read in');
      const reply = await (await ada.type('/stop')).reply(soon());
      expect(reply.content).toMatch(/Removed [456] texts/);
      await settled('After it.');
      expect(engine.allTexts(discord.guild.id).at(-1)).toContain('After it.');
      expect(engine.allTexts(discord.guild.id).join(' ')).not.toContain('Message 5');
    });

    it('reads people no longer who chose so with the button, and by a name of their choice', async () => {
      const bo = discord.addPerson({ name: 'Bo' });
      bo.enterVoice(discord.guild.channel('Lounge').id);
      const notice = await discord.guild
        .channel('general')
        .waitForMessage(({ author }) => author.id === discord.botId, soon());
      const opened = await bo.click(notice, 'autoread:name');
      const named = await bo.submitModal(opened, { name: 'Captain' });
      expect((await named.reply(soon())).content).toContain('I say “Captain” before');
      bo.send('Ahoy.');
      await expect.poll(() => texts()).toContain('Captain says: Ahoy.');
      const muted = await (await bo.click(notice, 'autoread:mute')).reply(soon());
      expect(muted.content).toContain("don't read your messages");
      await expect.poll(() => texts()).not.toContain('Captain says: Ahoy.');
      bo.send('Can you hear me?');
      await settled('End.');
      expect(engine.allTexts(discord.guild.id).join(' ')).not.toContain('Can you hear me?');
    });

    it('leaves out messages that are silent, begin with the prefix, or come from a bot', async () => {
      ada.send('Silent.', { silent: true });
      ada.send(';Hidden.');
      await settled('End.');
      expect(engine.allTexts(discord.guild.id)).toEqual(['Ada says: First.', 'End.']);
    });

    it('stays away after somebody sent the bot away from people', async () => {
      await (await ada.type('/leave')).reply(soon());
      ada.send('Come back!');
      await (await ada.type('/autoread status')).reply(soon());
      expect(discord.guild.voiceChannelOf(discord.botId)).toBeUndefined();
    });
  });

  it('is read again after a restart, and not after its channel was deleted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reading-'));
    const first = await startBot({ folder });
    discord.guild.addChannel('chat');
    await turnOn(ada, { auto_join: true, channel: discord.guild.channel('chat').id });
    await turnOn(ada, { auto_join: true });
    await first.close();
    discord.guild.deleteChannel('chat');
    await startBot({ folder });
    ada.enterVoice(discord.guild.channel('Lounge').id);
    await expect
      .poll(async () => (await (await ada.type('/autoread status')).reply(soon())).content)
      .toContain('I join when someone');
    ada.send('Good morning.');
    await expect.poll(() => texts()).toEqual(['Ada says: Good morning.']);
    await rm(folder, { recursive: true, force: true });
  });

  it('is read in two servers at once, each by its own settings and bindings', async () => {
    const { settings } = await startBot();
    const other = discord.addGuild({ name: 'Other' });
    const bo = discord.addPerson({ name: 'Bo', guild: other, permissions: P.ManageGuild });
    await settings.change(other.id, bo.id, (present) => ({
      ...present,
      reading: { ...present.reading, announceWriters: false, skipPrefix: '!' },
    }));
    ada.enterVoice(discord.guild.channel('Lounge').id);
    bo.enterVoice(other.channel('Lounge').id);
    await turnOn(ada, { auto_join: true });
    await turnOn(bo, { auto_join: true }, other.channel('general').id);
    ada.send('Ours.');
    ada.send('!Also ours.');
    bo.send('Theirs.');
    bo.send('!Not theirs.');
    bo.send(';Theirs too.');
    const all = (guildId: string) => engine.allTexts(guildId).join(' ');
    await vi.waitFor(() => {
      for (const { id } of [discord.guild, other]) while (engine.finish(id) !== undefined);
      expect(all(discord.guild.id)).toMatch(/^Ada says: Ours\. !?Also ours\.$/);
      expect(all(other.id)).toMatch(/^Theirs\. ;? ?Theirs too\.$/);
    });
  });

  it('is not read aloud where people may enter who cannot see it, until somebody who manages it allows that', {
    meta: { promises: ['chat-isnt-read-aloud'] },
  }, async () => {
    await startBot();
    discord.guild.addChannel('private');
    const channelId = discord.guild.channel('private').id;
    discord.guild.setPermissions('private', { targetId: discord.guild.id, deny: P.ViewChannel });
    discord.guild.setPermissions('private', { targetId: ada.id, allow: P.ViewChannel });
    discord.guild.setPermissions('private', { targetId: discord.botId, allow: P.ViewChannel });
    ada.enterVoice(discord.guild.channel('Lounge').id);
    const reply = await turnOn(ada, { auto_join: true, channel: channelId });
    expect(reply.content).toContain("don't read it there unless you allow it");
    ada.send('Secret.', { channelId });
    const before = (await (await ada.type('/autoread status')).reply(soon())).content;
    expect(before).toContain('I join when someone');
    expect(discord.guild.voiceChannelOf(discord.botId)).toBeUndefined();
    await (await ada.click(reply, `autoread:wider:${channelId}`)).acknowledged();
    await discord.guild
      .channel('private')
      .waitForMessage(({ content }) => content.includes('allowed this channel'), soon());
    ada.send('Allowed.', { channelId });
    await expect.poll(() => texts()).toEqual(['Ada says: Allowed.']);
    discord.guild.setPermissions('private', { targetId: ada.id, deny: P.ViewChannel });
    await expect.poll(() => texts()).toEqual([]);
  });

  it('is read to nobody else while the notice of that can’t be posted', async () => {
    await startBot();
    discord.guild.addChannel('private');
    const channelId = discord.guild.channel('private').id;
    discord.guild.setPermissions('private', { targetId: discord.guild.id, deny: P.ViewChannel });
    discord.guild.setPermissions('private', { targetId: ada.id, allow: P.ViewChannel });
    discord.guild.setPermissions('private', { targetId: discord.botId, allow: P.ViewChannel });
    ada.enterVoice(discord.guild.channel('Lounge').id);
    const reply = await turnOn(ada, { auto_join: true, channel: channelId });
    discord.guild.setPermissions('private', { targetId: discord.botId, allow: P.ViewChannel, deny: P.SendMessages });
    const refused = await (await ada.click(reply, `autoread:wider:${channelId}`)).reply(soon());
    expect(refused.content).toContain("couldn't post the notice");
    ada.send('Secret.', { channelId });
    await (await ada.type('/autoread status')).reply(soon());
    expect(engine.allTexts(discord.guild.id)).toEqual([]);
  });

  it('may be turned on and off by those who manage the channel only', {
    meta: { promises: ['channel-read-aloud-after'] },
  }, async () => {
    await startBot();
    const bo = discord.addPerson({ name: 'Bo' });
    expect((await turnOn(bo)).content).toContain('Only people who can manage');
    discord.guild.setPermissions('general', { targetId: bo.id, allow: P.ManageChannels });
    expect((await turnOn(bo)).content).toContain('I read');
    const off = await (await bo.type('/autoread off')).reply(soon());
    expect(off.content).toContain('no longer read');
    expect((await (await bo.type('/autoread off')).reply(soon())).content).toContain("don't read");
  });

  it('says once in the channel that its writer has too few characters left', async () => {
    await startBot({ limits: { characters: { ...UNLIMITED.characters, person: 20 } } });
    ada.enterVoice(discord.guild.channel('Lounge').id);
    await turnOn(ada, { auto_join: true });
    for (const text of ['This is far too long for that.', 'And so is this, I think.', 'Oh!']) ada.send(text);
    const said = ({ content }: { content: string }) => content.includes('too few characters left');
    await discord.guild.channel('general').waitForMessage(said, soon());
    await (await ada.type('/autoread status')).reply(soon());
    expect(discord.guild.channel('general').messages.filter(said)).toHaveLength(1);
  });

  it('has voice messages played after they are mentioned, when the server wants it', async () => {
    const { settings } = await startBot();
    await settings.change(discord.guild.id, ada.id, (present) => ({
      ...present,
      reading: { ...present.reading, voiceMessages: 'play' },
    }));
    ada.enterVoice(discord.guild.channel('Lounge').id);
    await turnOn(ada, { auto_join: true });
    ada.send('', { files: [memo], voiceMessage: true });
    await expect.poll(() => texts()).toHaveLength(2);
    const [mentioned, played] = engine.spoken.get(discord.guild.id) ?? [];
    expect(mentioned?.text).toBe('Ada says: a voice message');
    expect(played?.recording).toHaveLength(memo.file.length);
  });

  it('has voice messages transcribed, unless their author opted out', async () => {
    const { settings } = await startBot();
    await settings.change(discord.guild.id, ada.id, (present) => ({
      ...present,
      reading: { ...present.reading, voiceMessages: 'transcribe' },
    }));
    ada.enterVoice(discord.guild.channel('Lounge').id);
    await turnOn(ada, { auto_join: true });
    ada.send('', { files: [memo], voiceMessage: true });
    await expect.poll(() => texts(), { timeout: 10_000 }).toEqual(['Ada says: a voice message: heard']);
    await (await ada.type('/privacy opt-out')).reply(soon());
    ada.send('', { files: [memo], voiceMessage: true });
    await expect.poll(() => texts(), { timeout: 10_000 }).toEqual([expect.anything(), 'a voice message']);
  });
});

describe.concurrent('chat that is read aloud, where tests mostly wait', () => {
  it('announces who joins and leaves, when the server wants it', async ({ expect }) => {
    await using scene = await openScene();
    const { discord, ada, startBot } = scene;
    const { settings } = await startBot();
    await settings.change(discord.guild.id, ada.id, (present) => ({
      ...present,
      announcements: { joins: true, leaves: true },
    }));
    const lounge = discord.guild.channel('Lounge').id;
    ada.enterVoice(lounge);
    await (await ada.type('/join')).reply(soon());
    const [bo, cy] = [discord.addPerson({ name: 'Bo' }), discord.addPerson({ name: 'Cy' })];
    bo.enterVoice(lounge);
    cy.enterVoice(lounge);
    await expect.poll(() => scene.engine().texts(discord.guild.id), { timeout: 5_000 }).toEqual(['Bo and Cy joined.']);
    scene.engine().finish(discord.guild.id);
    await bo.leaveVoice();
    await expect.poll(() => scene.engine().texts(discord.guild.id), { timeout: 5_000 }).toEqual(['Bo left.']);
  });

  it('is refused without the Message Content intent, with what to switch on where, and everything else works', async ({
    expect,
  }) => {
    await using scene = await openScene();
    const { discord, ada, startBot } = scene;
    discord.switchIntent('messageContent', false);
    await startBot();
    ada.enterVoice(discord.guild.channel('Lounge').id);
    expect((await turnOn(ada)).content).toContain('Message Content Intent');
    await (await ada.type('/say', { text: 'Hello.' })).acknowledged();
    await expect.poll(() => scene.engine().texts(discord.guild.id)).toEqual(['Hello.']);
    scene.engine().finish(discord.guild.id);
  });

  it('the bot starts all the same when Discord refuses the intent only as it connects', async ({ expect }) => {
    await using scene = await openScene();
    const { discord, ada, startBot } = scene;
    const starting = startBot();
    await expect.poll(() => discord.requests.map(({ path }) => path), { interval: 1 }).toContain('/applications/@me');
    discord.switchIntent('messageContent', false);
    await starting;
    expect((await turnOn(ada)).content).toContain('Message Content Intent');
  });
});
