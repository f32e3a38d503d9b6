import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { REST, Routes } from 'discord.js';
import { type APIMessage, type APIWebhook, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const log = createLogger('silent');
const SESSION = '00000000-0000-4000-8000-000000000000';

/** A message that a killed bot left. */
interface Left {
  readonly content: string;
  /** Default is a message of the webhook in #general. */
  readonly as?: 'bot' | 'webhook in the thread' | 'deleted webhook';
  /** Default is Ada. */
  readonly by?: readonly Person[];
  /** The bot was killed before it stored the message's id. */
  readonly isUnrecorded?: boolean;
}

describe('after a crash in mid-speech', () => {
  const closing: { close(): Promise<void> }[] = [];
  let discord: LocalDiscord;
  let folder: string;
  let ada: Person;
  let bob: Person;

  const open = async (botPermissions = DEFAULT_BOT_PERMISSIONS): Promise<void> => {
    discord = await startTestDiscord({ voice: false, botPermissions });
    closing.push(discord);
    [ada, bob] = [discord.addPerson({ name: 'Ada' }), discord.addPerson({ name: 'Bob' })];
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mynah-left-'));
  });

  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
    await rm(folder, { recursive: true, force: true });
  });

  const general = () => discord.guild.channel('general');

  /** Leaves these messages at Discord and a session in the database, with lines of Ada, as a killed bot does. */
  const crash = async (left: readonly Left[], lines: readonly string[] = []): Promise<void> => {
    const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
    const stores = await openDatabase(`sqlite:${join(folder, 'test.sqlite')}`, log);
    const startedAtMs = Date.now() - 60_000;
    const guildId = discord.guild.id;
    await stores.transcripts.openSession({
      ...{ sessionId: SESSION, guildId, voiceChannelId: discord.guild.channel('Lounge').id },
      ...{ textChannelId: general().id, startedBy: ada.id, language: undefined, consent: 'opt-out' },
      ...{ widerReaders: false, startedAtMs, endedAtMs: undefined },
    });
    await stores.captionMessages.noteUnsettled(SESSION);
    for (const [index, { content, as, by = [ada], isUnrecorded }] of left.entries()) {
      const { messageId, channelId, webhookId } = await post(rest, content, as);
      const spokenAtMs = startedAtMs + index * 10_000;
      await stores.captionMessages.add(
        (isUnrecorded === true ? [] : by).map(({ id: userId }) => ({
          ...{ messageId, channelId, webhookId, userId, guildId, sessionId: SESSION, spokenAtMs },
        })),
      );
    }
    for (const [index, text] of lines.entries()) {
      const atMs = startedAtMs + index * 1_000;
      await stores.transcripts.addLine({
        ...{ lineId: text, sessionId: SESSION, userId: ada.id, speaker: 'Ada', text, late: false },
        ...{ startedAtMs: atMs, endedAtMs: atMs + 900 },
      });
    }
    await stores.close();
  };

  const post = async (rest: REST, content: string, as: Left['as']) => {
    if (as === 'bot') {
      const { id } = (await rest.post(Routes.channelMessages(general().id), { body: { content } })) as APIMessage;
      return { messageId: id, channelId: general().id, webhookId: undefined };
    }
    const body = { name: 'Captions' };
    const webhook = (await rest.post(Routes.channelWebhooks(general().id), { body })) as APIWebhook;
    const thread = as === 'webhook in the thread' ? discord.guild.addThread('general', 'talk') : undefined;
    const query = new URLSearchParams({ wait: 'true', ...(thread === undefined ? {} : { thread_id: thread.id }) });
    const route = Routes.webhook(webhook.id, webhook.token ?? '');
    const { id } = (await rest.post(route, { auth: false, query, body: { content } })) as APIMessage;
    if (as === 'deleted webhook') await rest.delete(Routes.webhook(webhook.id));
    return { messageId: id, channelId: thread?.id ?? general().id, webhookId: webhook.id };
  };

  const restart = async () => {
    const made = await createTestBot(discord, { folder });
    closing.push(made);
    await made.bot.start(soon());
    return made;
  };

  const contents = () => general().messages.map(({ content }) => content);
  /** What the channel shows once everything was settled: the messages are settled from the newest to the oldest. */
  const untilSettled = (expected: readonly unknown[]) =>
    expect.poll(() => contents().slice(0, expected.length), { timeout: 10_000 }).toEqual(expected);

  it('interim lines in italics are finished or removed: one by one, shared, plain and in a thread', async () => {
    await open();
    await crash(
      [
        { content: 'Good morning. *how are…*' },
        { content: String.raw`Two \* three. *and fo…*` },
        { content: '*Nothing of this is sett…*' },
        { content: '**Ada:** One. *Tw…*\n**Bob:** *Thr…*', by: [ada, bob] },
        { content: '**Bob:** In the bot’s name. *and th…*', by: [bob], as: 'bot' },
        { content: 'In a thread. *and th…*', by: [bob], as: 'webhook in the thread' },
        { content: 'No interim text.' },
      ],
      ['Good morning.', 'How are you?'],
    );
    await restart();
    await untilSettled([
      'Good morning. How are you?',
      String.raw`Two \* three.`,
      '**Ada:** One.',
      '**Bob:** In the bot’s name.',
      'No interim text.',
    ]);
    expect(discord.guild.channel('talk').messages.map(({ content }) => content)).toEqual(['In a thread.']);
    expect(discord.errors).toEqual([]);
  });

  it.each([
    ['recorded ones', true],
    ['none', false],
  ])(
    'interim lines are removed from messages that were posted but not recorded yet, after %s',
    async (_what, hasOthers) => {
      await open();
      const others = hasOthers ? [{ content: 'Recorded. *and th…*' }] : [];
      await crash([
        ...others,
        { content: 'Posted. *and th…*', isUnrecorded: true },
        { content: '**Ada:** In the bot’s name. *and th…*', as: 'bot', isUnrecorded: true },
        { content: 'Not a caption, but in *italics…*', as: 'bot', isUnrecorded: true },
      ]);
      await restart();
      const left = ['Posted.', '**Ada:** In the bot’s name.', 'Not a caption, but in *italics…*'];
      await untilSettled(hasOthers ? ['Recorded.', ...left] : left);
      expect(discord.errors).toEqual([]);
    },
  );

  it('messages of a deleted webhook stay without Manage Messages, and are not posted again', async () => {
    await open();
    const left = [
      { content: 'First. *and th…*' },
      { content: '*Only inter…*', as: 'deleted webhook' },
      { content: 'Settled. *and th…*', as: 'deleted webhook' },
    ] as const;
    await crash(left, ['First.']);
    await restart();
    await untilSettled(['First.', '*Only inter…*', 'Settled. *and th…*']);
    expect(contents().filter((content) => /Settled|Only|First/.test(content))).toHaveLength(3);
    // Each webhook that is gone is asked for once.
    expect(discord.errors.map(({ code }) => code)).toEqual([10_015, 10_015]);
  });

  it('a message of a deleted webhook goes with Manage Messages, if all of it was interim', async () => {
    await open(DEFAULT_BOT_PERMISSIONS | P.ManageMessages | P.ReadMessageHistory);
    const left = [
      { content: 'First. *and th…*' },
      { content: '*Only inter…*', as: 'deleted webhook' },
      { content: 'Settled. *and th…*', as: 'deleted webhook' },
    ] as const;
    await crash(left);
    await restart();
    await untilSettled(['First.', 'Settled. *and th…*']);
  });

  it('messages that somebody wants deleted go, and nothing new of theirs is shown', async () => {
    await open();
    await crash([{ content: 'Good morning. *how are…*' }], ['Good morning.', 'How are you?']);
    const stores = await openDatabase(`sqlite:${join(folder, 'test.sqlite')}`, log);
    await stores.tombstones.bury(ada.id, Date.now(), true);
    await stores.close();
    await restart();
    await expect.poll(contents, { timeout: 10_000 }).not.toContainEqual(expect.stringContaining('Good morning.'));
    expect(contents().join()).not.toContain('How are you?');
  });
});

describe('a webhook that vanishes while somebody speaks', () => {
  it.each([
    ['leaves the turn where it is: the next message has only what follows', 0n, ['Good morning.', 'How are you?']],
    [
      'has its message replaced with Manage Messages, so that the turn is shown once',
      P.ManageMessages,
      ['Good morning. How are you?'],
    ],
  ])('%s', async (_what, permission, expected) => {
    const discord = await startTestDiscord({ voice: false, botPermissions: DEFAULT_BOT_PERMISSIONS | permission });
    const made = await createTestBot(discord);
    try {
      await made.bot.start(soon());
      const ada = discord.addPerson({ name: 'Ada' });
      ada.enterVoice(discord.guild.channel('Lounge').id);
      await (await ada.type('/captions start')).reply(soon());
      const general = discord.guild.channel('general');
      const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
      const nowMs = Date.now();
      made.engine.say(ada.id, 'Good morning.', nowMs - 9_000);
      await general.waitForMessage(({ content }) => content === 'Good morning.', soon());
      const [webhook] = (await rest.get(Routes.channelWebhooks(general.id))) as APIWebhook[];
      await rest.delete(Routes.webhook(webhook?.id ?? ''));
      made.engine.say(ada.id, 'How are you?', nowMs - 7_000);
      await general.waitForMessage(({ content }) => content.includes('How are you?'), soon());
      const spoken = general.messages.filter(({ content }) => /Good|How/.test(content));
      expect(spoken.map(({ content }) => content)).toEqual(expected);
      expect(spoken.every(({ author }) => author.name === 'Ada')).toBe(true);
    } finally {
      await made.close();
      await discord.close();
    }
  });
});
