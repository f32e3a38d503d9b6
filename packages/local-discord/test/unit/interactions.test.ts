import {
  InteractionResponseType as Answer,
  ChannelType,
  InteractionType,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Attachments } from '../../src/attachments.ts';
import { type Interaction, Interactions, type NewInteraction } from '../../src/interactions.ts';
import { createListeners } from '../../src/listeners.ts';
import { Messages } from '../../src/messages.ts';
import type { DispatchEvent } from '../../src/payloads.ts';
import { World } from '../../src/world.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Setting {
  readonly world: World;
  readonly interactions: Interactions;
  readonly botId: string;
  readonly begin: (about?: Partial<NewInteraction>) => Interaction;
  readonly answer: (interaction: Interaction, type: Answer, data?: unknown) => Interaction;
}

function setUp(): Setting {
  const world = new World();
  const bot = world.addUser({ name: 'Bot', bot: true });
  const person = world.addUser({ name: 'Ada' });
  const guild = world.addGuild('Guild', person.id, 0n);
  const channel = world.addChannel(guild, { name: 'general', type: ChannelType.GuildText });
  const events = createListeners<DispatchEvent>();
  const messages = new Messages(world, new Attachments(world.makeId), events, bot.id);
  const interactions = new Interactions(messages, events, { id: bot.id, applicationId: bot.id }, world);
  return {
    world,
    interactions,
    botId: bot.id,
    begin: (about = {}) =>
      interactions.create({
        type: InteractionType.ApplicationCommand,
        userId: person.id,
        channelId: channel.id,
        guildId: guild.id,
        userInstalled: false,
        replyType: MessageType.ChatInputCommand,
        payload: (base) => base,
        ...about,
      }),
    answer: (interaction, type, data) =>
      interactions.acknowledge(interaction.id, interaction.token, { type, data }, []),
  };
}

test('the first answer must come within 3 s', () => {
  const { begin, answer } = setUp();
  const inTime = begin();
  const late = begin();
  vi.advanceTimersByTime(3_000);
  expect(answer(inTime, Answer.ChannelMessageWithSource, { content: 'x' }).acknowledged?.afterMs).toBe(3_000);
  vi.advanceTimersByTime(1);
  expect(() => answer(late, Answer.ChannelMessageWithSource, { content: 'x' })).toThrow('Unknown interaction');
});

test('a second answer is refused, but an answer with an invalid form does not count', () => {
  const { begin, answer } = setUp();
  const interaction = begin();
  expect(() => answer(interaction, Answer.ChannelMessageWithSource, { content: '' })).toThrow('empty message');
  expect(() => answer(interaction, Answer.UpdateMessage, { content: 'x' })).toThrow('Invalid Form Body');
  answer(interaction, Answer.ChannelMessageWithSource, { content: 'x' });
  expect(() => answer(interaction, Answer.ChannelMessageWithSource, { content: 'x' })).toThrow(
    'already been acknowledged',
  );
});

test('the first follow-up to a deferral fills it in, and keeps its visibility', () => {
  const { begin, answer, interactions } = setUp();
  const interaction = begin();
  answer(interaction, Answer.DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
  expect(interaction.original?.flags).toBe(MessageFlags.Ephemeral | MessageFlags.Loading);
  const first = interactions.followUp(interaction, { content: 'one' }, []);
  const second = interactions.followUp(interaction, { content: 'two' }, []);
  expect(first).toBe(interaction.original);
  expect(first).toMatchObject({ content: 'one', flags: MessageFlags.Ephemeral, editedAtMs: undefined });
  expect(second).toMatchObject({ content: 'two', flags: 0 });
  expect(interaction.messages).toEqual([first, second]);
});

test('the token is unknown before the first answer, and invalid after 15 minutes', () => {
  const { begin, answer, interactions, botId } = setUp();
  const interaction = begin();
  expect(() => interactions.byToken(botId, interaction.token)).toThrow('Unknown Webhook');
  answer(interaction, Answer.ChannelMessageWithSource, { content: 'x' });
  vi.advanceTimersByTime(15 * 60_000);
  expect(interactions.byToken(botId, interaction.token)).toBe(interaction);
  vi.advanceTimersByTime(1);
  expect(() => interactions.byToken(botId, interaction.token)).toThrow('Invalid Webhook Token');
});

test('a button’s message can be updated, and then is the original', () => {
  const { begin, answer, interactions } = setUp();
  const command = answer(begin(), Answer.ChannelMessageWithSource, { content: 'before' });
  const sourceMessage = command.original;
  if (sourceMessage === undefined) throw new Error('no message');
  const click = begin({ type: InteractionType.MessageComponent, sourceMessage });
  answer(click, Answer.UpdateMessage, { content: 'after' });
  expect(interactions.message(click, '@original')).toMatchObject({
    id: sourceMessage.id,
    content: 'after',
    revision: 1,
  });
});

test('25 choices are accepted, 26 are not', () => {
  const { begin, answer } = setUp();
  const interaction = begin({ type: InteractionType.ApplicationCommandAutocomplete });
  const choices = Array.from({ length: 26 }, (_, index) => ({ name: `${index}`, value: `${index}` }));
  const type = Answer.ApplicationCommandAutocompleteResult;
  expect(() => answer(interaction, type, { choices })).toThrow('Invalid Form Body');
  expect(answer(interaction, type, { choices: choices.slice(1) }).choices).toHaveLength(25);
});

test('in a guild without the bot it may follow up five times', () => {
  const { begin, answer, interactions } = setUp();
  const interaction = begin({ userInstalled: true });
  answer(interaction, Answer.ChannelMessageWithSource, { content: 'x' });
  for (let count = 0; count < 5; count += 1) interactions.followUp(interaction, { content: 'x' }, []);
  expect(() => interactions.followUp(interaction, { content: 'x' }, [])).toThrow(
    'maximum number of follow-up messages',
  );
});

test('a message older than an hour can be edited only a few more times', () => {
  const { begin, answer, world } = setUp();
  const message = answer(begin(), Answer.ChannelMessageWithSource, { content: 'x' }).original;
  if (message === undefined) throw new Error('no message');
  const events = createListeners<DispatchEvent>();
  const messages = new Messages(world, new Attachments(world.makeId), events, '');
  for (let count = 0; count < 20; count += 1) messages.edit(message, { content: `${count}` }, []);
  vi.advanceTimersByTime(60 * 60_000);
  for (let count = 0; count < 5; count += 1) messages.edit(message, { content: `${count}` }, []);
  expect(() => messages.edit(message, { content: 'again' }, [])).toThrow('older than 1 hour');
});
