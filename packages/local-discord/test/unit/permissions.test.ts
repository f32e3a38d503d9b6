import { ChannelType, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { grants, permissionsOf } from '../../src/permissions.ts';
import { type Channel, type Guild, World } from '../../src/world.ts';

const EVERYONE = P.ViewChannel | P.SendMessages | P.Connect | P.AttachFiles;

function makeGuild(): { guild: Guild; channel: Channel; memberId: string; roleId: string } {
  const world = new World();
  const guild = world.addGuild('Guild', world.addUser({ name: 'Owner' }).id, EVERYONE);
  const role = world.addRole(guild, 'Speakers', P.Speak);
  const member = world.addUser({ name: 'Ada' });
  world.addMember(guild, member.id, [role.id]);
  const channel = world.addChannel(guild, { name: 'Lounge', type: ChannelType.GuildVoice });
  return { guild, channel, memberId: member.id, roleId: role.id };
}

test('a member has the permissions of everyone and of their roles', () => {
  const { guild, channel, memberId } = makeGuild();
  expect(permissionsOf(guild, memberId, channel)).toBe(EVERYONE | P.Speak);
});

test('a role’s overwrite overrides everyone’s, and the member’s own overrides both', () => {
  const { guild, channel, memberId, roleId } = makeGuild();
  channel.overwrites.set(guild.id, { id: guild.id, type: OverwriteType.Role, allow: 0n, deny: P.Connect });
  expect(grants(permissionsOf(guild, memberId, channel), P.Connect)).toBe(false);
  channel.overwrites.set(roleId, { id: roleId, type: OverwriteType.Role, allow: P.Connect, deny: 0n });
  expect(grants(permissionsOf(guild, memberId, channel), P.Connect)).toBe(true);
  channel.overwrites.set(memberId, { id: memberId, type: OverwriteType.Member, allow: 0n, deny: P.Connect });
  expect(grants(permissionsOf(guild, memberId, channel), P.Connect)).toBe(false);
});

test('a member without View Channel has no permissions in the channel', () => {
  const { guild, channel, memberId } = makeGuild();
  channel.overwrites.set(guild.id, { id: guild.id, type: OverwriteType.Role, allow: 0n, deny: P.ViewChannel });
  expect(permissionsOf(guild, memberId, channel)).toBe(0n);
});

test('a member without Send Messages cannot attach files', () => {
  const { guild, channel, memberId } = makeGuild();
  channel.overwrites.set(guild.id, { id: guild.id, type: OverwriteType.Role, allow: 0n, deny: P.SendMessages });
  expect(grants(permissionsOf(guild, memberId, channel), P.AttachFiles)).toBe(false);
});

test('overwrites do not apply to an administrator, and a non-member has no permissions', () => {
  const { guild, channel, memberId, roleId } = makeGuild();
  const role = guild.roles.get(roleId);
  if (role !== undefined) role.permissions = P.Administrator;
  channel.overwrites.set(memberId, { id: memberId, type: OverwriteType.Member, allow: 0n, deny: P.ViewChannel });
  expect(grants(permissionsOf(guild, memberId, channel), P.ViewChannel | P.ManageWebhooks)).toBe(true);
  expect(permissionsOf(guild, '123456789012345678', channel)).toBe(0n);
});
