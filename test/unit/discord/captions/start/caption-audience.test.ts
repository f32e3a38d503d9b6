import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChannelView,
  type GuildView,
  isAudienceWithin,
  type ViewOverwrite,
} from '../../../../../src/discord/captions/start/caption-audience.ts';

const OWNER = 'owner';
const BOT = 'bot';

function guildOf(
  roles: Record<string, 'view' | 'nothing' | 'administrator'> = {},
  everyone: 'view' | 'nothing' = 'view',
): GuildView {
  return {
    ownerId: OWNER,
    botId: BOT,
    everyone: { mayView: everyone === 'view', isAdministrator: false },
    roles: Object.entries(roles).map(([roleId, may]) => ({
      roleId,
      mayView: may === 'view',
      isAdministrator: may === 'administrator',
    })),
  };
}

function channelOf(
  everyone?: ViewOverwrite,
  roles: Record<string, ViewOverwrite> = {},
  members: Record<string, ViewOverwrite> = {},
): ChannelView {
  return { everyone, roles: new Map(Object.entries(roles)), members: new Map(Object.entries(members)) };
}

const open = channelOf();

describe('the readers of a text channel all see the voice channel', () => {
  it.each([
    ['both are open', guildOf(), open, open],
    ['the text channel is private', guildOf({ staff: 'nothing' }), channelOf('deny', { staff: 'allow' }), open],
    [
      'both are open to one role',
      guildOf({ staff: 'view' }),
      channelOf('deny', { staff: 'allow' }),
      channelOf('deny', { staff: 'allow' }),
    ],
    ['only administrators can read', guildOf({ boss: 'administrator' }), channelOf('deny'), channelOf('deny')],
    ['the owner has an overwrite', guildOf(), channelOf('deny', {}, { [OWNER]: 'allow' }), channelOf('deny')],
    ['the bot itself has one', guildOf(), channelOf('deny', {}, { [BOT]: 'allow' }), channelOf('deny')],
    [
      'both are open to one member',
      guildOf(),
      channelOf('deny', {}, { ada: 'allow' }),
      channelOf('deny', {}, { ada: 'allow' }),
    ],
    [
      'who is barred from one is barred from both',
      guildOf({ muted: 'nothing' }),
      channelOf(undefined, { muted: 'deny' }),
      channelOf(undefined, { muted: 'deny' }),
    ],
    [
      'a role that an administrator has is barred',
      guildOf({ boss: 'administrator' }),
      open,
      channelOf(undefined, { boss: 'deny' }),
    ],
  ] as const)('when %s', (_when, guild, text, voice) => {
    expect(isAudienceWithin(guild, text, voice)).toBe(true);
  });
});

describe('someone may read the text channel without seeing the voice channel', () => {
  it.each([
    ['only the text channel is open', guildOf(), open, channelOf('deny')],
    [
      'a role is barred from the voice channel',
      guildOf({ muted: 'nothing' }),
      open,
      channelOf(undefined, { muted: 'deny' }),
    ],
    [
      'a role opens only the text channel',
      guildOf({ staff: 'nothing' }),
      channelOf('deny', { staff: 'allow' }),
      channelOf('deny'),
    ],
    ['a role sees all channels that are not barred', guildOf({ crew: 'view' }, 'nothing'), open, channelOf('deny')],
    [
      'two roles differ',
      guildOf({ a: 'nothing', b: 'nothing' }),
      channelOf('deny', { a: 'allow' }),
      channelOf('allow', { b: 'deny' }),
    ],
    ['a member is barred from the voice channel', guildOf(), open, channelOf(undefined, {}, { ada: 'deny' })],
    ['a member was added to the text channel', guildOf(), channelOf('deny', {}, { ada: 'allow' }), channelOf('deny')],
    [
      'a member may have a role that is barred',
      guildOf({ muted: 'nothing' }),
      channelOf('deny', {}, { ada: 'allow' }),
      channelOf(undefined, { muted: 'deny' }),
    ],
  ] as const)('when %s', (_when, guild, text, voice) => {
    expect(isAudienceWithin(guild, text, voice)).toBe(false);
  });
});

const ROLE_IDS = ['r1', 'r2', 'r3', 'r4', 'r5'];
const MEMBER_IDS = ['ada', 'bob', OWNER, BOT];
/** Discord's bits (permissions, "Bitwise Permission Flags"). */
const [ADMINISTRATOR, VIEW] = [1n << 3n, 1n << 10n];

const anOverwrite = fc.constantFrom<ViewOverwrite>('allow', 'deny');
const mapOf = (ids: string[]) =>
  fc.dictionary(fc.constantFrom(...ids), anOverwrite, { maxKeys: 3 }).map((found) => new Map(Object.entries(found)));
const aChannel: fc.Arbitrary<ChannelView> = fc.record({
  everyone: fc.option(anOverwrite, { nil: undefined }),
  roles: mapOf(ROLE_IDS),
  members: mapOf(MEMBER_IDS),
});
const aPermission = fc.record({ mayView: fc.boolean(), isAdministrator: fc.boolean() });
const aGuild: fc.Arbitrary<GuildView> = fc.record({
  ownerId: fc.constant(OWNER),
  botId: fc.constant(BOT),
  everyone: fc.record({ mayView: fc.boolean(), isAdministrator: fc.constant(false) }),
  roles: fc.tuple(...ROLE_IDS.map((roleId) => aPermission.map((may) => ({ roleId, ...may })))),
});

/** Discord's own computation (API reference, "Permission Overwrites") of one member's permissions in a channel. */
function maySee(guild: GuildView, channel: ChannelView, userId: string, roleIds: readonly string[]): boolean {
  if (userId === guild.ownerId) return true;
  const bitsOf = (may: { mayView: boolean; isAdministrator: boolean }): bigint =>
    (may.mayView ? VIEW : 0n) | (may.isAdministrator ? ADMINISTRATOR : 0n);
  const own = guild.roles.filter(({ roleId }) => roleIds.includes(roleId));
  const base = own.reduce((bits, role) => bits | bitsOf(role), bitsOf(guild.everyone));
  if ((base & ADMINISTRATOR) !== 0n) return true;
  const apply = (bits: bigint, overwrites: readonly (ViewOverwrite | undefined)[]): bigint => {
    const denied = overwrites.includes('deny') ? VIEW : 0n;
    const allowed = overwrites.includes('allow') ? VIEW : 0n;
    return (bits & ~denied) | allowed;
  };
  let bits = apply(base, [channel.everyone]);
  bits = apply(
    bits,
    roleIds.map((id) => channel.roles.get(id)),
  );
  bits = apply(bits, [channel.members.get(userId)]);
  return (bits & VIEW) !== 0n;
}

function subsetsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: 2 ** ids.length }, (_, bits) => ids.filter((_id, index) => (bits >> index) % 2 === 1));
}

describe('the audience of captions', () => {
  it('is within the voice channel exactly if no member with any roles reads the captions without seeing it', {
    meta: { promises: ['captions-never-unasked-channel'] },
  }, () => {
    const sets = subsetsOf(ROLE_IDS);
    const people = ['ada', 'bob', OWNER, 'stranger'];
    fc.assert(
      fc.property(aGuild, aChannel, aChannel, (guild, text, voice) => {
        const isWithin = people.every((userId) =>
          sets.every((roles) => !maySee(guild, text, userId, roles) || maySee(guild, voice, userId, roles)),
        );
        expect(isAudienceWithin(guild, text, voice)).toBe(isWithin);
      }),
      { numRuns: 1_500 },
    );
  });
});
