import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { DEFAULT_EVERYONE_PERMISSIONS } from '@mynah/local-discord/permissions';
import { MessageFlags, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const OURS = '💬 Live captions are on';

/** The custom ids of a message's buttons. */
function buttonsOf({ components }: Pick<SeenMessage, 'components'>): string[] {
  return components
    .flatMap((row) => ('components' in row ? (row.components ?? []) : []))
    .flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
}

function buttonOf(message: Pick<SeenMessage, 'components'>, start: string): string {
  return buttonsOf(message).find((id) => id.startsWith(start)) ?? `no ${start}`;
}

describe('captions of a voice channel', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  let folder: string;
  let made: Awaited<ReturnType<typeof createTestBot>>;

  const channel = (name: string) => discord.guild.channel(name);
  const lounge = () => channel('Lounge');
  const chat = () => lounge().messages;
  const inChat = (words: string) => lounge().waitForMessage(({ content }) => content.includes(words), soon());
  const inGeneral = (words: string) => channel('general').waitForMessage((m) => m.content.includes(words), soon());
  const type = async (person: Person, command: string, options = {}) =>
    (await person.type(command, options)).reply(soon());
  const start = (options = {}) => type(ada, '/captions start', options);
  const exportBy = (person: Person) => type(person, '/captions export', { format: 'txt' });
  const status = () => lounge().status;
  /** Lets only Ada, Bob and the bot see the Lounge. */
  const hideLounge = (): void => {
    for (const { id } of [ada, bob]) discord.guild.setPermissions('Lounge', { targetId: id, allow: P.ViewChannel });
    discord.guild.setPermissions('Lounge', {
      targetId: discord.botId,
      allow: P.ViewChannel | P.Connect | P.Speak | P.SendMessages,
    });
    discord.guild.setPermissions('Lounge', { targetId: discord.guild.id, deny: P.ViewChannel });
  };

  const startBot = async (): Promise<void> => {
    made = await createTestBot(discord, { folder });
    await made.bot.start(soon());
  };

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false });
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
    for (const person of [ada, bob]) person.enterVoice(lounge().id);
    folder = await mkdtemp(join(tmpdir(), 'captions-notice-'));
    await startBot();
  });

  afterEach(async () => {
    await made.close();
    await discord.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('post their notice in the voice channel’s own chat as well when they go elsewhere', {
    meta: { promises: ['notice-posted-voice-channels'] },
  }, async () => {
    const answer = await start();
    const notice = await inChat('Live captions');
    expect(notice.content).toContain(
      `<#${lounge().id}> are on in <#${channel('general').id}>, started by <@${ada.id}>.`,
    );
    expect(notice.content).toContain('Opt out');
    expect(buttonsOf(notice)).toEqual(buttonsOf(answer));
    expect(notice.pings).toEqual([]);
    const told = await (await bob.click(notice, 'captions:opt-out')).reply(soon());
    expect(told.content).toContain("You're opted out");
    expect(discord.errors).toEqual([]);
  });

  it('post their notice once when they go to the voice channel’s chat', async () => {
    const where = { channelId: lounge().id };
    await (await ada.type('/captions start', {}, where)).reply(soon());
    await expect.poll(status).toBe(OURS);
    expect(chat()).toHaveLength(1);
  });

  it('name the permission that the bot lacks to post the notice in the voice channel’s chat', {
    meta: { promises: ['bot-post-there-answer'] },
  }, async () => {
    discord.guild.setPermissions('Lounge', { targetId: discord.botId, deny: P.SendMessages });
    const answer = await start();
    expect(answer.content).toContain(
      `I couldn't post this notice in the chat of <#${lounge().id}>. Give me **Send Messages** there.`,
    );
    await expect.poll(status).toBe(OURS);
    expect(chat()).toEqual([]);
    expect(discord.errors).toEqual([]);
  });

  it('tell everyone who joins later, once and without a ping, but not who opted out', {
    timeout: 30_000,
    meta: { promises: ['someone-joins-later-told'] },
  }, async () => {
    const [cyd, dan, eve] = ['Cyd', 'Dan', 'Eve'].map((name) => discord.addPerson({ name }));
    if (cyd === undefined || dan === undefined || eve === undefined) throw new Error('three people are missing');
    await type(dan, '/privacy opt-out');
    await start();
    await inChat('Live captions');
    const enter = (...people: Person[]) => people.map((person) => person.enterVoice(lounge().id));
    enter(cyd, dan);
    const told = await inChat(`<@${cyd.id}>: live captions`);
    expect(told.content).toContain('unless you press **Opt out**');
    expect(told.content).not.toContain(dan.id);
    expect(buttonsOf(told)).toEqual(['captions:opt-out']);
    expect(told.pings).toEqual([]);
    expect(told.flags & MessageFlags.SuppressNotifications).not.toBe(0);
    await cyd.leaveVoice();
    await bob.leaveVoice();
    enter(cyd, bob, eve);
    const next = await inChat(`<@${eve.id}>: live captions`);
    expect(next.content).not.toContain(cyd.id);
    expect(next.content).not.toContain(bob.id);
    expect(chat()).toHaveLength(3);
    expect(discord.errors).toEqual([]);
  });

  it.each([
    ['stopped', async () => void (await type(ada, '/captions stop'))],
    ['ended because the bot shuts down', async () => made.bot.close()],
  ])(
    'say in the voice channel’s chat that they ended, without a button to stop them, when they are %s',
    { meta: { promises: ['captions-end-notices-voice'] } },
    async (_how, act) => {
      const cyd = discord.addPerson({ name: 'Cyd' });
      await start();
      const notice = await inChat('Live captions');
      cyd.enterVoice(lounge().id);
      await inChat(`<@${cyd.id}>: live captions`);
      await act();
      await expect
        .poll(() => chat().map(({ content }) => content))
        .toEqual(Array(2).fill(`Live captions of <#${lounge().id}> have ended.`));
      expect(chat().flatMap((message) => buttonsOf(message))).toEqual(['captions:opt-out', 'captions:opt-out']);
      expect(chat()[0]?.id).toBe(notice.id);
      expect(discord.errors).toEqual([]);
    },
  );

  describe('show a status in the voice channel', () => {
    it('that a crash left behind goes once the bot is in the channel again', async () => {
      discord.guild.setStatus('Lounge', `${OURS} · Chess night`);
      await type(ada, '/join');
      await expect.poll(status).toBe('Chess night');
      expect(discord.errors).toEqual([]);
    });

    it.each([
      ['stopped', async () => void (await type(ada, '/captions stop'))],
      ['ended because the bot leaves', async () => void (await type(ada, '/leave'))],
      ['ended because the bot shuts down', async () => made.bot.close()],
    ])(
      'and restore what people had set when they are %s',
      { meta: { promises: ['status-people-had-set'] } },
      async (_how, act) => {
        discord.guild.setStatus('Lounge', 'Chess night');
        await start();
        await expect.poll(status).toBe(OURS);
        await act();
        await expect.poll(status).toBe('Chess night');
        expect(discord.errors).toEqual([]);
      },
    );

    it('and set it again when Discord drops it', { meta: { promises: ['channel-status-set-again'] } }, async () => {
      await start();
      await expect.poll(status).toBe(OURS);
      discord.guild.setStatus('Lounge', '');
      await expect.poll(status).toBe(OURS);
    });

    it('and keep what a person sets meanwhile', { meta: { promises: ['status-person-sets-meanwhile'] } }, async () => {
      await start();
      await expect.poll(status).toBe(OURS);
      discord.guild.setStatus('Lounge', 'Chess night');
      await expect.poll(status).toBe(`${OURS} · Chess night`);
      await type(ada, '/captions stop');
      await expect.poll(status).toBe('Chess night');
    });
  });

  describe('that not all readers of the text channel can see', () => {
    beforeEach(() => hideLounge());

    it('are not started there, but the caller is asked', {
      meta: { promises: ['captions-never-unasked-channel'] },
    }, async () => {
      const question = await start();
      expect(question.ephemeral).toBe(true);
      expect(question.content).toContain(`people who can't see <#${lounge().id}>`);
      expect(buttonsOf(question).map((id) => id.split(':')[2])).toEqual(['chat', 'ask']);
      expect(made.engine.policy).toBeUndefined();
      expect(discord.guild.voiceChannelOf(discord.botId)).toBeUndefined();
    });

    it('can go to the voice channel’s chat, with the language that was asked for', {
      meta: { promises: ['caller-choose-voice-channels'] },
    }, async () => {
      const question = await start({ language: 'de', interim: false });
      const pressed = await ada.click(question, buttonOf(question, 'captions:start:chat'));
      await pressed.acknowledged(soon());
      const notice = await inChat('Language: German.');
      expect(buttonsOf(notice)).toContain('captions:opt-out');
      made.engine.say(ada.id, 'A secret.');
      await lounge().waitForMessage(({ content }) => content === 'A secret.', soon());
      expect(channel('general').messages).toEqual([]);
      expect((await type(bob, '/captions status')).content).toContain('Language: German.');
      expect((await type(bob, '/captions status')).content).toContain('Live text: off');
      expect(discord.errors).toEqual([]);
    });

    /** Captions of Ada in general, which a manager confirmed. */
    const startConfirmed = async (): Promise<void> => {
      const question = await start();
      await (await ada.click(question, buttonOf(question, 'captions:start:ask'))).acknowledged(soon());
      const public_ = await inGeneral('must confirm');
      const boss = discord.addPerson({ name: 'Boss', permissions: P.Administrator });
      await boss.click(public_, buttonOf(public_, 'captions:start:confirm'));
      await inGeneral(`as <@${boss.id}> confirmed`);
    };

    it('need a public confirmation by someone who may Manage Channels there, who is named', {
      meta: { promises: ['someone-manage-channels-there'] },
    }, async () => {
      const question = await start({ language: 'de' });
      await (await ada.click(question, buttonOf(question, 'captions:start:ask'))).acknowledged(soon());
      const public_ = await inGeneral('must confirm');
      expect(public_.ephemeral).toBe(false);
      const confirm = buttonOf(public_, 'captions:start:confirm');
      const refused = await (await ada.click(public_, confirm)).reply(soon());
      expect(refused.content).toBe(`Only someone with **Manage Channels** in <#${lounge().id}> can confirm this.`);
      const elsewhere = discord.addPerson({ name: 'Elsewhere', permissions: P.ManageChannels });
      expect((await (await elsewhere.click(public_, confirm)).reply(soon())).content).toContain('Only someone with');
      expect(made.engine.policy).toBeUndefined();

      const boss = discord.addPerson({ name: 'Boss' });
      discord.guild.setPermissions('Lounge', { targetId: boss.id, allow: P.ViewChannel | P.ManageChannels });
      await boss.click(public_, confirm);
      const notice = await inGeneral(`as <@${boss.id}> confirmed`);
      expect(notice.content).toContain(`started by <@${ada.id}>. Language: German.`);
      expect((await inChat('Live captions')).content).toContain(`as <@${boss.id}> confirmed`);
      expect(buttonsOf(await inGeneral('confirmed captions of'))).toEqual([]);
      made.engine.say(ada.id, 'Known to all.');
      await channel('general').waitForMessage(({ content }) => content === 'Known to all.', soon());
      expect(discord.errors).toEqual([]);
    });

    it('are exported by all who can read them once that is confirmed, and show late text there after a restart too', {
      meta: { promises: ['confirmation-stored-session-without'] },
    }, async () => {
      await startConfirmed();
      const reader = discord.addPerson({ name: 'Reader' });
      made.engine.say(ada.id, 'Known to all.');
      await expect.poll(async () => (await exportBy(reader)).attachments).toHaveLength(1);
      expect((await type(reader, '/captions status')).content).toContain("You can't see the voice channel");
      made.mute();
      made.engine.say(ada.id, 'Late for all.');
      await made.close();
      await startBot();
      await inGeneral('Late for all.');
      expect((await exportBy(reader)).attachments).toHaveLength(1);
      expect(discord.errors).toEqual([]);
    });

    it('start here at once for someone who may confirm that, who is named in public', {
      meta: { promises: ['someone-confirm-captions-more'] },
    }, async () => {
      discord.guild.setPermissions('Lounge', { targetId: ada.id, allow: P.ViewChannel | P.Connect | P.ManageChannels });
      const question = await start();
      const pressed = await ada.click(question, buttonOf(question, 'captions:start:ask'));
      const notice = await inGeneral(`as <@${ada.id}> confirmed`);
      expect(notice.ephemeral).toBe(false);
      expect(buttonsOf(notice).some((id) => id.startsWith('captions:stop:'))).toBe(true);
      expect((await inChat('Live captions')).content).toContain(`as <@${ada.id}> confirmed`);
      await pressed.acknowledged(soon());
      made.engine.say(ada.id, 'Known to all.');
      await channel('general').waitForMessage(({ content }) => content === 'Known to all.', soon());
      expect(channel('general').messages.some(({ content }) => content.includes('must confirm'))).toBe(false);
      expect(discord.errors).toEqual([]);
    });

    it('can’t be confirmed once captions started otherwise: the question loses its button and says so', {
      meta: { promises: ['public-question-about-captions'] },
    }, async () => {
      const question = await start();
      await (await ada.click(question, buttonOf(question, 'captions:start:ask'))).acknowledged(soon());
      const public_ = await inGeneral('must confirm');
      const again = await start();
      await ada.click(again, buttonOf(again, 'captions:start:chat'));
      const overtaken = await inGeneral('Captions have started in the meantime');
      expect(overtaken.id).toBe(public_.id);
      expect(buttonsOf(overtaken)).toEqual([]);
      expect(discord.errors).toEqual([]);
    });

    it('are not confirmed once the person who wanted them has left', {
      meta: { promises: ['someone-manage-channels-there'] },
    }, async () => {
      const question = await start();
      await (await ada.click(question, buttonOf(question, 'captions:start:ask'))).acknowledged(soon());
      const public_ = await inGeneral('must confirm');
      await ada.leaveVoice();
      const boss = discord.addPerson({ name: 'Boss', permissions: P.Administrator });
      const pressed = await boss.click(public_, buttonOf(public_, 'captions:start:confirm'));
      expect((await pressed.reply(soon())).content).toBe(
        `<@${ada.id}> isn't in <#${discord.guild.channel('Lounge').id}> anymore. They can join it and use \`/captions start\` again.`,
      );
      expect(made.engine.policy).toBeUndefined();
    });
  });

  it('end when people who can’t see the voice channel get to read them, without a transcript for those', {
    meta: { promises: ['captions-nobody-confirmed-end'] },
  }, async () => {
    await start();
    made.engine.say(ada.id, 'Just among us.');
    await channel('general').waitForMessage(({ content }) => content === 'Just among us.', soon());
    const { promise, resolve } = Promise.withResolvers<void>();
    made.engine.held = promise;
    made.engine.say(bob.id, 'Not for others.');
    hideLounge();
    await expect.poll(() => made.engine.policy).toBeUndefined();
    // Text of what was said before comes only now.
    resolve();
    const end = await inGeneral("because people who can't see it can now read");
    expect(end.attachments).toEqual([]);
    expect(
      channel('general')
        .messages.map(({ content }) => content)
        .join(' '),
    ).not.toContain('Not for others.');
    expect(made.engine.policy).toBeUndefined();
  });

  it('have a transcript, once others can read their channel, only for people who can see the voice channel', {
    meta: { promises: ['transcript-captions-nobody-confirmed'] },
  }, async () => {
    await start();
    made.engine.say(ada.id, 'Just among us.');
    const outsider = discord.addPerson({ name: 'Outsider' });
    await expect.poll(async () => (await exportBy(outsider)).attachments).toHaveLength(1);
    hideLounge();
    const end = await inGeneral("because people who can't see it can now read");
    const refused = [
      await exportBy(outsider),
      await (await outsider.click(end, buttonOf(end, 'captions:export'))).reply(soon()),
    ];
    for (const { content, attachments } of refused) {
      expect(content).toBe("You can't see the voice channel of these captions, so I can't give you their transcript.");
      expect(attachments).toEqual([]);
    }
    expect((await exportBy(bob)).attachments).toHaveLength(1);
    await type(ada, '/leave');
    discord.guild.deleteChannel('Lounge');
    expect((await exportBy(outsider)).attachments).toHaveLength(1);
    discord.guild.setPermissions('general', { targetId: outsider.id, deny: P.ViewChannel });
    const elsewhere = { channelId: channel('captions').id };
    const hidden = await (await outsider.type('/captions export', { format: 'txt' }, elsewhere)).reply(soon());
    expect(hidden.content).toContain("You can't see the channel of these captions");
  });

  it('end when a role that may not see the voice channel may read them', {
    meta: { promises: ['captions-nobody-confirmed-end'] },
  }, async () => {
    const guest = discord.guild.addRole('Guest', P.ViewChannel);
    discord.guild.setRolePermissions(discord.guild.id, DEFAULT_EVERYONE_PERMISSIONS & ~P.ViewChannel);
    for (const name of ['general', 'Lounge']) {
      for (const { id } of [ada, bob]) discord.guild.setPermissions(name, { targetId: id, allow: P.ViewChannel });
    }
    discord.guild.setPermissions('general', { targetId: guest, deny: P.ViewChannel });
    discord.guild.setPermissions('Lounge', { targetId: guest, deny: P.ViewChannel });
    expect((await start()).ephemeral).toBe(false);
    discord.guild.setPermissions('general', { targetId: guest, allow: P.ViewChannel });
    await inGeneral("because people who can't see it can now read");
  });

  it('end, and listening with them, when they can’t be posted any more; the transcript stays', {
    meta: { promises: ['captions-cant-posted-any'] },
  }, async () => {
    await start();
    made.engine.say(ada.id, 'First.');
    await channel('general').waitForMessage(({ content }) => content === 'First.', soon());
    expect(made.engine.policy).toBeDefined();
    discord.guild.setPermissions('general', { targetId: discord.botId, deny: P.ViewChannel });
    // From now on the bot knows.
    await expect.poll(async () => (await start()).content).toContain('give me **View Channel**');
    made.engine.say(bob.id, 'Second.');
    const end = await inChat("because I can't post in");
    expect(end.attachments).toEqual([]);
    expect(made.engine.policy).toBeUndefined();
    await expect.poll(status).toBe('');
    const exported = await (await ada.click(end, buttonOf(end, 'captions:export'))).reply(soon());
    const file = await (await ada.click(exported, buttonsOf(exported)[0] ?? '')).reply(soon());
    const text = await (await fetch(file.attachments[0]?.url ?? '')).text();
    expect(text).toContain('First.');
    expect(text).toContain('Second.');
    expect(discord.errors.map((request) => request.status)).toEqual([403]);
  });
});
