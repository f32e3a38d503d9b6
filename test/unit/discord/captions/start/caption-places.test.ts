import { type Client, OverwriteType, PermissionFlagsBits as P, PermissionsBitField } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCaptionPlaces } from '../../../../../src/discord/captions/start/caption-places.ts';

const GUILD = 'g';
const BOT = 'bot';

/** What people may do in every channel. */
const BITS: Readonly<Record<string, bigint>> = {
  [BOT]: P.ViewChannel,
  admin: P.Administrator,
  manager: P.ViewChannel | P.Connect | P.ManageChannels,
  outsider: P.ViewChannel | P.ManageChannels,
  writer: P.ViewChannel | P.SendMessages,
};

interface FakeRole {
  readonly id: string;
  readonly permissions: PermissionsBitField;
  readonly tags: { readonly botId?: string } | null;
}

function roleOf(id: string, bits: bigint, botId?: string): FakeRole {
  return { id, permissions: new PermissionsBitField(bits), tags: botId === undefined ? null : { botId } };
}

type Overwrites = readonly (readonly [id: string, type: OverwriteType, allow: bigint, deny: bigint])[];

/** A client that knows the voice channel Lounge, the text channel General and a thread in it. */
function clientWith(setting: { lounge?: Overwrites; general?: Overwrites; available?: boolean; hasParent?: boolean }) {
  const everyone = roleOf(GUILD, P.ViewChannel);
  const roles = [everyone, roleOf('staff', P.ViewChannel), roleOf('mynah', P.ViewChannel, BOT)];
  const guild = {
    ownerId: 'owner',
    available: setting.available ?? true,
    roles: { everyone, cache: new Map(roles.map((role) => [role.id, role])) },
  };
  const channelOf = (id: string, overwrites: Overwrites = []) => ({
    ...{ id, guildId: GUILD, guild, isThread: () => false, isDMBased: () => false },
    permissionOverwrites: {
      cache: new Map(
        overwrites.map(([target, type, allow, deny]) => [
          target,
          { id: target, type, allow: new PermissionsBitField(allow), deny: new PermissionsBitField(deny) },
        ]),
      ),
    },
    permissionsFor: (userId: string) => (userId in BITS ? new PermissionsBitField(BITS[userId]) : null),
  });
  const general = channelOf('general', setting.general);
  const thread = {
    ...channelOf('thread'),
    permissionOverwrites: undefined,
    isThread: () => true,
    parent: setting.hasParent === false ? null : general,
  };
  const channels = [channelOf('lounge', setting.lounge), general, thread];
  const cache = new Map(channels.map((channel) => [channel.id, channel]));
  return { user: { id: BOT }, channels: { cache } } as unknown as Client;
}

const hidden: Overwrites = [[GUILD, OverwriteType.Role, 0n, P.ViewChannel]];

describe('the audience of captions in a place', () => {
  it.each([
    ['general', {}, 'within'],
    ['general', { lounge: hidden }, 'wider'],
    ['general', { lounge: hidden, general: hidden }, 'within'],
    ['lounge', { lounge: hidden }, 'within'],
    ['thread', {}, 'within'],
    ['thread', { lounge: hidden }, 'wider'],
    ['thread', { lounge: hidden, general: hidden }, 'within'],
    ['thread', { hasParent: false }, 'unknown'],
    ['elsewhere', {}, 'unknown'],
    ['general', { available: false }, 'unknown'],
  ] as const)('%s, with %o, is %s', (textChannelId, setting, audience) => {
    expect(createCaptionPlaces(clientWith(setting)).audience(textChannelId, 'lounge')).toBe(audience);
  });

  it('does not count the bot itself, neither as a member nor by the role that only it has', () => {
    const general: Overwrites = [
      ...hidden,
      [BOT, OverwriteType.Member, P.ViewChannel, 0n],
      ['mynah', OverwriteType.Role, P.ViewChannel, 0n],
    ];
    expect(createCaptionPlaces(clientWith({ lounge: hidden, general })).audience('general', 'lounge')).toBe('within');
    const staff: Overwrites = [...hidden, ['staff', OverwriteType.Role, P.ViewChannel, 0n]];
    expect(createCaptionPlaces(clientWith({ lounge: hidden, general: staff })).audience('general', 'lounge')).toBe(
      'wider',
    );
  });
});

describe('a place for captions', () => {
  it('is managed by those who may Manage Channels there', () => {
    const places = createCaptionPlaces(clientWith({}));
    const managers = ['admin', 'manager', 'unknown', BOT].filter((userId) => places.mayManage('lounge', userId));
    expect(managers).toEqual(['admin', 'manager']);
    expect(places.mayManage('elsewhere', 'admin')).toBe(false);
  });

  it('is managed by nobody who may not enter it: Discord denies them Manage Channels, too', () => {
    expect(createCaptionPlaces(clientWith({})).mayManage('lounge', 'outsider')).toBe(false);
  });

  it('is for those who may post there or manage it', () => {
    const places = createCaptionPlaces(clientWith({}));
    const posters = ['admin', 'writer', 'manager', 'outsider', BOT, 'unknown'].filter((userId) =>
      places.mayPost('general', userId),
    );
    expect(posters).toEqual(['admin', 'writer', 'manager', 'outsider']);
    expect(places.mayPost('thread', 'writer')).toBe(false);
    expect(places.mayPost('elsewhere', 'admin')).toBe(false);
  });

  it('names what the bot lacks to post', () => {
    const places = createCaptionPlaces(clientWith({}));
    expect(places.missingToPost('lounge')).toEqual(['sendMessages']);
    expect(places.missingToPost('thread')).toEqual(['sendMessagesInThreads']);
    expect(places.missingToPost('elsewhere')).toBeUndefined();
  });
});
