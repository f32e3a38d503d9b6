import type { Client } from 'discord.js';
import { expect, it } from 'vitest';
import { createMemberNames } from '../../../../src/discord/reading/member-names.ts';

const member = (id: string, displayName: string, username = id, everywhere = displayName) => ({
  id,
  displayName,
  user: { displayName: everywhere, username },
});

/** A guild of which Ada and Bo are known here, Ada in the bot's voice channel; Discord finds `elsewhere`. */
function namesOf(elsewhere: readonly ReturnType<typeof member>[] = []) {
  const asked: unknown[] = [];
  const members = {
    cache: new Map([member('1', 'Ada', 'lovelace', 'Countess'), member('2', 'Bo')].map((each) => [each.id, each])),
    me: { voice: { channelId: 'lounge' } },
    search: async (options: unknown) => {
      asked.push(options);
      return new Map(elsewhere.map((each) => [each.id, each]));
    },
  };
  const guilds = { cache: new Map([['g', { members }]]) };
  const names = createMemberNames({ guilds } as unknown as Pick<Client, 'guilds'>, {
    directory: { peopleIn: (_guildId, channelId) => (channelId === 'lounge' ? ['1'] : []) },
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
  expect(asked).toEqual(['ada', 'zed'].map((query) => ({ query, limit: 100, cache: false })));
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
  expect(await names.isOfMember('g', '3', 'xX_Zеd_Xx')).toBe(false);
  expect(asked).toEqual(['xx_zеd_xx', 'zed'].map((query) => ({ query, limit: 100, cache: false })));
});

it('a listener is called as they chose, too', { meta: { promises: ['names-are-nobody-elses'] } }, async () => {
  const { names } = namesOf();
  const nicknameOf = (userId: string) => (userId === '1' ? 'Captain' : undefined);
  expect(await names.isOfListener('g', '3', 'captain', nicknameOf)).toBe(true);
  expect(await names.isOfListener('g', '1', 'captain', nicknameOf)).toBe(false);
});

it('who is not in the voice channel is no listener', async () => {
  expect(await namesOf().names.isOfListener('g', '3', 'Bo', noNickname)).toBe(false);
});
