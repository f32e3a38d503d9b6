import type { Client } from 'discord.js';
import { expect, it } from 'vitest';
import { createMemberNames } from '../../../../src/discord/reading/member-names.ts';
import { english } from '../../../../src/messages/english.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../../../../src/text/spoken/spoken-texts.ts';

const texts = createSpokenTexts({ emojiNames: createEmojiNames() });

const member = (id: string, displayName: string, username = id, everywhere = displayName) => ({
  ...{ id, displayName, guild: { id: 'g' } },
  user: { displayName: everywhere, username },
});

/** A guild of which Ada and Bob are known here, Ada in the bot's voice channel; Discord finds `elsewhere`. */
function namesOf(elsewhere: readonly ReturnType<typeof member>[] = [], here: readonly string[] = ['1']) {
  const asked: unknown[] = [];
  const members = {
    cache: new Map([member('1', 'Ada', 'lovelace', 'Countess'), member('2', 'Bob')].map((each) => [each.id, each])),
    me: member('bot', 'Mynah'),
    search: async (options: unknown) => {
      asked.push(options);
      return new Map(elsewhere.map((each) => [each.id, each]));
    },
  };
  const guilds = { cache: new Map([['g', { members }]]) };
  const names = createMemberNames({ guilds } as unknown as Pick<Client, 'guilds'>, {
    directory: { peopleIn: (_guildId, channelId) => (channelId === 'lounge' ? here : []) },
    botIn: async () => 'lounge',
    say: async (_guildId, name) => texts.name([name], english.spoken),
  });
  return { names, asked };
}

const noNickname = () => undefined;

it.each(['ADA', 'Lovelace', 'countess', 'Аda'])(
  'another member is called %s',
  { meta: { promises: ['names-are-nobody-elses'] } },
  async (name) => {
    const { names } = namesOf();
    expect(await names.isOfMember('g', '3', name)).toBe(true);
    expect(await names.isOfListener('g', '3', name, noNickname)).toBe(true);
  },
);

it('one’s own names are free, and so are those of nobody', async () => {
  const { names, asked } = namesOf();
  expect(await names.isOfMember('g', '1', 'Ada')).toBe(false);
  expect(await names.isOfMember('g', '3', 'Zed')).toBe(false);
  expect(await names.isOfMember('elsewhere', '3', 'Ada')).toBe(false);
  expect(await names.isOfMember('g', '3', '🎀')).toBe(false);
  expect(asked).toEqual(['zed'].map((query) => ({ query, limit: 100, cache: false })));
});

it('Discord is asked for members who are not known here', {
  meta: { promises: ['names-are-nobody-elses'] },
}, async () => {
  const { names } = namesOf([member('4', 'Zed (they/them)'), member('3', 'Own')]);
  expect(await names.isOfMember('g', '3', 'zed')).toBe(true);
  expect(await names.isOfMember('g', '3', 'Own')).toBe(false);
  expect(await names.isOfListener('g', '3', 'zed', noNickname)).toBe(false);
});

it('Discord is asked for members by how the name sounds, too', {
  meta: { promises: ['names-are-nobody-elses'] },
}, async () => {
  const { names, asked } = namesOf();
  // With a Cyrillic е.
  expect(await names.isOfMember('g', '3', 'Zеd')).toBe(false);
  expect(asked).toEqual(['zеd', 'zed'].map((query) => ({ query, limit: 100, cache: false })));
});

it('a listener is called as they chose, too', { meta: { promises: ['names-are-nobody-elses'] } }, async () => {
  const { names } = namesOf();
  const nicknameOf = (userId: string) => (userId === '1' ? 'Captain' : undefined);
  expect(await names.isOfListener('g', '3', 'captain', nicknameOf)).toBe(true);
  expect(await names.isOfListener('g', '1', 'captain', nicknameOf)).toBe(false);
});

it('what a listener chose to be called goes before the names that Discord shows for others', {
  meta: { promises: ['names-are-nobody-elses'] },
}, async () => {
  const { names } = namesOf();
  const nicknameOf = (userId: string) => (userId === '1' ? 'Bob' : undefined);
  expect(await names.isOfListener('g', '2', 'Bob', nicknameOf)).toBe(true);
  expect(await names.isOfListener('g', '2', 'Bob', noNickname)).toBe(false);
});

it('Discord is asked for each word of a name, however many there are', {
  meta: { promises: ['names-are-nobody-elses'] },
}, async () => {
  for (const name of [
    'The one and only great Zed',
    'a b c d e f g h i j k Zed',
    'AmyBeaCatDanEvaFayGusIdaJoyZed',
    'äbc äbd äbe äbf äbg äbh äbi Zed',
  ]) {
    const { names, asked } = namesOf();
    expect(await names.isOfMember('g', '3', name)).toBe(false);
    expect(asked, name).toContainEqual({ query: 'zed', limit: 100, cache: false });
  }
});

it('who is not in the voice channel is no listener', async () => {
  expect(await namesOf().names.isOfListener('g', '3', 'Bob', noNickname)).toBe(false);
});

it('the bot is a listener, and so is somebody who is not known, by whatever name', {
  meta: { promises: ['names-are-nobody-elses'] },
}, async () => {
  expect(await namesOf().names.isOfListener('g', '3', 'Mynah', noNickname)).toBe(true);
  expect(await namesOf([], ['9']).names.isOfListener('g', '3', 'Rocket', noNickname)).toBe(true);
});

it('what Discord shows for somebody is theirs, though another one has it', async () => {
  const { names } = namesOf([member('4', 'Bob')]);
  expect(await names.isOfMember('g', '2', 'Bob')).toBe(false);
  expect(await names.isOfListener('g', '1', 'Ada', noNickname)).toBe(false);
});

it('a username is no part of other names', async () => {
  const { names } = namesOf();
  expect(await names.isOfMember('g', '3', 'Dear Lovelace')).toBe(false);
  expect(await names.isOfMember('g', '3', 'Dear Countess')).toBe(true);
});
