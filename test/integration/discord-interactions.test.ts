import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { ApplicationCommandOptionType, ApplicationCommandType, ButtonStyle, ComponentType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ephemeral, type Reply } from '../../src/discord/client/replies.ts';
import {
  ANYWHERE,
  type Attachment,
  type Command,
  type InteractionContext,
  type MessageMenu,
  type Modal,
} from '../../src/discord/interactions/command.ts';
import type { Services } from '../../src/discord/services.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const LIMITS = { maxBytes: 1_000 };
const song = { name: 'song.mp3', file: new TextEncoder().encode('la la la'), contentType: 'audio/mpeg' };
const memo = { name: 'voice-message.ogg', file: new TextEncoder().encode('hm'), durationSecs: 1.5 };

/** Posts publicly what a command received. */
async function report(
  context: InteractionContext,
  attachments: readonly Attachment[],
  services: Services,
  more = '',
): Promise<void> {
  const { place, signal } = context;
  const files = attachments.map(async (attachment) => {
    const { name, sizeBytes, contentType = 'unknown', durationS = 'unknown', isVoiceMessage } = attachment;
    const bytes = await services.attachments.read(attachment, { ...LIMITS, signal });
    const words = new TextDecoder().decode(bytes);
    return `${name} (${sizeBytes} bytes, ${contentType}, ${durationS} s, voice message: ${isVoiceMessage}): ${words}`;
  });
  const lines = [`${place.kind} ${place.channelId}${more}`, ...(await Promise.all(files))];
  await context.answer({ content: lines.join('\n'), visibility: 'public' });
}

/** A command that takes a file and a number. */
function createTake(services: Services): Command {
  return {
    name: 'take',
    define: () => ({
      ...{ name: 'take', description: 'Takes a file', ...ANYWHERE },
      options: [
        { type: ApplicationCommandOptionType.Attachment, name: 'file', description: 'A file', required: true },
        { type: ApplicationCommandOptionType.Integer, name: 'count', description: 'How many' },
      ],
    }),
    run: (context) => {
      const file = context.options.attachment('file');
      return report(context, file === undefined ? [] : [file], services, ` count ${context.options.integer('count')}`);
    },
  };
}

function createLook(services: Services): MessageMenu {
  return {
    name: 'Look at it',
    define: () => ({ name: 'Look at it', type: ApplicationCommandType.Message, ...ANYWHERE }),
    run: (context) => report(context, context.message.attachments, services),
  };
}

const form: Modal = {
  customId: 'form:7',
  title: 'A voice',
  fields: [
    { id: 'title', label: 'Title', style: 'short', required: true, value: 'Lady', minLength: 1, maxLength: 100 },
    { id: 'about', label: 'About it', style: 'paragraph', required: false, placeholder: 'Whatever comes to mind' },
  ],
};

const card: Reply = {
  ...ephemeral('A voice'),
  embeds: [{ title: 'Lady', fields: [{ name: 'State', value: 'trained' }] }],
  components: [
    {
      type: ComponentType.ActionRow,
      components: (['edit', 'wait'] as const).map((id) => ({
        ...{ type: ComponentType.Button, style: ButtonStyle.Primary, label: id, custom_id: `form:${id}` },
      })),
    },
  ],
};

/** A command that opens a form directly, or with `card` from a button. */
function createForm(): Command {
  return {
    name: 'form',
    define: () => ({
      ...{ name: 'form', description: 'Opens a form', ...ANYWHERE },
      options: [{ type: ApplicationCommandOptionType.Boolean, name: 'card', description: 'Shows a card first' }],
    }),
    run: (context) => (context.options.boolean('card') ? context.answer(card) : context.openModal(form)),
    component: (context) =>
      context.argument === 'edit' ? context.openModal(form) : context.update(ephemeral('Waited.')),
    submit: (context) =>
      context.update(ephemeral(`${context.argument}: ${context.field('title')}, “${context.field('about')}”`)),
  };
}

/** A command that finishes only after its interaction token has expired. */
function createLate(services: Services, untilExpiry: () => Promise<void>): Command {
  return {
    name: 'late',
    define: () => ({ name: 'late', description: 'Is late', ...ANYWHERE }),
    run: async (context) => {
      await context.answer(ephemeral('Working…'));
      await untilExpiry();
      const reply: Reply = { content: 'Done.', visibility: 'public' };
      if (!(await context.tryAnswer(reply))) await services.lateAnswers.post(context, reply);
    },
  };
}

/** A command that answers with a file of 11 MiB. */
function createHuge(): Command {
  const files = [{ name: 'huge.txt', bytes: new Uint8Array(11 * 1024 * 1024) }];
  return {
    name: 'huge',
    define: () => ({ name: 'huge', description: 'Answers with too much', ...ANYWHERE }),
    run: (context) => context.answer({ content: 'Here.', visibility: 'public', files }),
  };
}

describe('interactions at the local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let tokenExpiry: PromiseWithResolvers<void>;
  let close: () => Promise<void>;
  /** The error codes of the requests Discord is expected to refuse. */
  let refusals: number[];

  beforeEach(async () => {
    refusals = [];
    discord = await startTestDiscord({ voice: false });
    ada = discord.addPerson({ name: 'Ada' });
    tokenExpiry = Promise.withResolvers<void>();
    const created = await createTestBot(discord, {
      createCommands: (services) => ({
        commands: [createTake(services), createForm(), createHuge(), createLate(services, () => tokenExpiry.promise)],
        menus: [createLook(services)],
      }),
    });
    close = created.close;
    await created.bot.start(soon());
  });

  afterEach(async () => {
    await close();
    expect(discord.errors.map(({ code }) => code)).toEqual(refusals);
    await discord.close();
  });

  /** A person who installed the app for themselves, in a guild without the bot. */
  const addStranger = (): Person => {
    const guild = discord.addGuild({ name: 'Elsewhere', withBot: false });
    return discord.addPerson({ name: 'Bob', guild });
  };
  const homeOf = (person: Person): string => person.send('hello').channelId;

  it.each(['in a guild', 'in a direct message', 'as a user-installed app'])(
    'passes a file and a number to a command %s',
    async (where) => {
      const person = where === 'as a user-installed app' ? addStranger() : ada;
      const channelId = where === 'in a direct message' ? person.dmChannelId : homeOf(person);
      const invocation = await person.type('/take', { file: song, count: 3 }, { channelId });
      const { content } = await invocation.reply(soon());
      const kind = where === 'in a guild' ? 'guild' : 'elsewhere';
      expect(content.split('\n')).toEqual([
        `${kind} ${channelId} count 3`,
        'song.mp3 (8 bytes, audio/mpeg, unknown s, voice message: false): la la la',
      ]);
    },
  );

  it.each(['in a guild', 'in a direct message', 'as a user-installed app'])(
    'passes all files of a message to a menu %s',
    async (where) => {
      const person = where === 'as a user-installed app' ? addStranger() : ada;
      const channelId = where === 'in a direct message' ? person.dmChannelId : homeOf(person);
      const message = person.send('listen', { channelId, files: [song, { ...song, name: 'other.mp3' }] });
      const reply = await (await person.menu('Look at it', message.id)).reply(soon());
      expect(reply.content.split('\n').slice(1)).toEqual([
        'song.mp3 (8 bytes, audio/mpeg, unknown s, voice message: false): la la la',
        'other.mp3 (8 bytes, audio/mpeg, unknown s, voice message: false): la la la',
      ]);
    },
  );

  it('recognizes a voice message and its duration', async () => {
    const message = ada.send('', { files: [memo], voiceMessage: true });
    const reply = await (await ada.menu('Look at it', message.id)).reply(soon());
    expect(reply.content).toContain('voice-message.ogg (2 bytes, unknown, 1.5 s, voice message: true): hm');
  });

  it('reports that the link of a file has expired', async () => {
    const message = ada.send('listen', { files: [song] });
    discord.expireAttachment(message.attachments[0]?.url ?? '');
    const reply = await (await ada.menu('Look at it', message.id)).reply(soon());
    expect(reply.content).toMatch(/^Discord no longer has this file.*Upload it again\.$/);
    expect(reply.ephemeral).toBe(true);
  });

  it.each(['in a guild', 'in a direct message', 'as a user-installed app'])(
    'opens a form for a command %s and receives the values',
    async (where) => {
      const person = where === 'as a user-installed app' ? addStranger() : ada;
      const channelId = where === 'in a direct message' ? person.dmChannelId : homeOf(person);
      const opening = await person.type('/form', {}, { channelId });
      expect((await opening.opened(soon())).title).toBe('A voice');
      const sent = await person.submitModal(opening, { about: 'two\nlines' });
      expect((await sent.reply(soon())).content).toBe('7: Lady, “two\nlines”');
    },
  );

  it('shows an embed with buttons that change the message through a form or directly', async () => {
    const shown = await (await ada.type('/form', { card: true })).reply(soon());
    expect(shown.embeds).toMatchObject([{ title: 'Lady', fields: [{ name: 'State', value: 'trained' }] }]);
    const opening = await ada.click(shown, 'form:edit');
    await opening.opened(soon());
    const sent = await ada.submitModal(opening, { title: 'Duchess' });
    const changed = await sent.until((message) => message.content.startsWith('7:'), soon());
    expect(changed).toMatchObject({ id: shown.id, content: '7: Duchess, “”', embeds: [], components: [] });
    const again = await (await ada.type('/form', { card: true })).reply(soon());
    const waited = await ada.click(again, 'form:wait');
    expect((await waited.until((message) => message.content === 'Waited.', soon())).id).toBe(again.id);
  });

  it('reports ephemerally that its answer is too large for Discord', async () => {
    const invocation = await ada.type('/huge');
    const reply = await invocation.until(({ content }) => content.includes('too large for Discord'), soon());
    expect(reply.ephemeral).toBe(true);
    refusals = [40_005];
  });

  it('posts a late answer in the channel after the interaction token has expired', async () => {
    const invocation = await ada.type('/late');
    await invocation.reply(soon());
    discord.ageInteraction(invocation, 16 * 60_000);
    tokenExpiry.resolve();
    const posted = await discord.guild.channel('general').waitForMessage(({ content }) => content === 'Done.', soon());
    expect(posted.ephemeral).toBe(false);
    refusals = [50_027];
  });

  it('sends a late answer as a direct message where the bot cannot post', async () => {
    const bob = addStranger();
    const invocation = await bob.type('/late');
    await invocation.reply(soon());
    discord.ageInteraction(invocation, 16 * 60_000);
    tokenExpiry.resolve();
    await expect.poll(() => bob.messages(bob.dmChannelId).map(({ content }) => content)).toEqual(['Done.']);
    refusals = [50_027, 50_001];
  });
});
