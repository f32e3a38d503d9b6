import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Channel, Guild, Member } from './world.ts';

/** All permissions: those of an administrator or the guild's owner. */
const ALL_PERMISSIONS = Object.values(P).reduce((all, bit) => all | bit, 0n);

/** Default permissions of people. */
export const DEFAULT_EVERYONE_PERMISSIONS =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.EmbedLinks |
  P.AttachFiles |
  P.SendVoiceMessages |
  P.ReadMessageHistory |
  P.UseApplicationCommands |
  P.UseExternalApps |
  P.AddReactions |
  P.Connect |
  P.Speak |
  P.RequestToSpeak |
  P.UseVAD;

/** Default permissions of the bot's role: those that Mynah's invitation link requests. */
export const DEFAULT_BOT_PERMISSIONS =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.AttachFiles |
  P.SendVoiceMessages |
  P.ManageWebhooks |
  P.Connect |
  P.Speak |
  P.UseVAD |
  P.RequestToSpeak |
  P.SetVoiceChannelStatus;

/**
 * A member's permissions in a channel, or guild-wide without one (Discord API reference, "Permission
 * Overwrites"). Non-members have none. A thread has those of its parent; a private one only for its members and for
 * those who may manage threads (Discord API reference, "Threads").
 */
export function permissionsOf(guild: Guild, userId: string, channel?: Channel): bigint {
  const member = guild.members.get(userId);
  if (member === undefined) return 0n;
  const base = guildPermissions(guild, userId, member.roleIds);
  if (base === ALL_PERMISSIONS || channel === undefined) return base;
  if (channel.parentId === undefined) return implied(inChannel(guild, member, base, channel), P.SendMessages);
  const parent = guild.channels.get(channel.parentId);
  if (parent === undefined) return 0n;
  const permissions = inChannel(guild, member, base, parent);
  const isOpen = channel.type !== ChannelType.PrivateThread || channel.threadMembers.has(userId);
  return isOpen || grants(permissions, P.ManageThreads) ? implied(permissions, P.SendMessagesInThreads) : 0n;
}

/** What a channel's overwrites leave of a member's permissions in the guild. */
function inChannel(guild: Guild, member: Member, base: bigint, channel: Channel): bigint {
  const everyone = channel.overwrites.get(guild.id);
  let permissions = apply(base, everyone?.allow ?? 0n, everyone?.deny ?? 0n);
  const ofRoles = member.roleIds.map((id) => channel.overwrites.get(id)).filter((overwrite) => overwrite !== undefined);
  permissions = apply(
    permissions,
    ofRoles.reduce((allow, overwrite) => allow | overwrite.allow, 0n),
    ofRoles.reduce((deny, overwrite) => deny | overwrite.deny, 0n),
  );
  const own = channel.overwrites.get(member.userId);
  return apply(permissions, own?.allow ?? 0n, own?.deny ?? 0n);
}

/** True if `permissions` include all of `wanted`. */
export function grants(permissions: bigint, wanted: bigint): boolean {
  return (permissions & wanted) === wanted;
}

function guildPermissions(guild: Guild, userId: string, roleIds: readonly string[]): bigint {
  if (guild.ownerId === userId) return ALL_PERMISSIONS;
  const permissions = [guild.id, ...roleIds].reduce((all, id) => all | (guild.roles.get(id)?.permissions ?? 0n), 0n);
  return grants(permissions, P.Administrator) ? ALL_PERMISSIONS : permissions;
}

function apply(permissions: bigint, allow: bigint, deny: bigint): bigint {
  return (permissions & ~deny) | allow;
}

/** Without View Channel there are no permissions; without the one to send messages no attaching either. */
function implied(permissions: bigint, toSend: bigint): bigint {
  if (!grants(permissions, P.ViewChannel)) return 0n;
  if (grants(permissions, toSend)) return permissions;
  return permissions & ~(P.EmbedLinks | P.AttachFiles | P.SendVoiceMessages | P.MentionEveryone | P.SendTTSMessages);
}
