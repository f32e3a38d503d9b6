import { type ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { grants, permissionsOf } from '../permissions.ts';
import type { Channel, Guild, User, World } from '../world.ts';

/** A channel or thread as a member sees it. */
interface SeenChannel {
  readonly id: string;
  readonly name: string;
  readonly type: ChannelType;
  /** The channel that a thread belongs to. */
  readonly parentId: string | undefined;
  readonly archived: boolean;
  readonly status: string;
  /** Most people in this voice channel; 0: no limit. */
  readonly userLimit: number;
  /** Ids of the users in this voice channel. */
  readonly voiceMembers: readonly string[];
  readonly canWrite: boolean;
}

/** A guild as a member sees it: the channels and threads that they may view, in order, everyone but its owner, and all roles. */
export interface SeenGuild {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly SeenChannel[];
  readonly members: readonly { readonly id: string; readonly name: string; readonly bot: boolean }[];
  /** Without the role of everyone. */
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** May change its settings. */
  readonly manages: boolean;
}

/** The guilds of a user, the first one first. */
export function seeGuilds(world: World, userId: string): SeenGuild[] {
  return [...world.guilds.values()]
    .filter((guild) => guild.members.has(userId))
    .map((guild) => seeGuild(world, guild, userId));
}

function seeGuild(world: World, guild: Guild, userId: string): SeenGuild {
  const all = [...guild.channels.values(), ...guild.threads.values()];
  // The owner does nothing but own.
  const others = [...guild.members.keys()].filter((id) => id !== guild.ownerId);
  const users = others.flatMap((id) => world.users.get(id) ?? []);
  return {
    id: guild.id,
    name: guild.name,
    channels: all.flatMap((channel) => seeChannel(guild, channel, userId)),
    members: users.map((user) => ({ id: user.id, name: nameOf(guild, user), bot: user.bot })),
    roles: [...guild.roles.values()].filter(({ id }) => id !== guild.id).map(({ id, name }) => ({ id, name })),
    manages: grants(permissionsOf(guild, userId), P.ManageGuild),
  };
}

function seeChannel(guild: Guild, channel: Channel, userId: string): SeenChannel[] {
  if (!grants(permissionsOf(guild, userId, channel), P.ViewChannel)) return [];
  const { id, name, type, parentId, archived, status, userLimit } = channel;
  const states = [...guild.voiceStates.values()].filter(({ channelId }) => channelId === id);
  const voiceMembers = states.map((state) => state.userId);
  const canWrite = mayWrite(guild, channel, userId);
  return [{ id, name, type, parentId, archived, status, userLimit, voiceMembers, canWrite }];
}

/** Whether a member may send messages in a channel, or in a thread that is not archived. */
export function mayWrite(guild: Guild, channel: Channel, userId: string): boolean {
  if (channel.archived) return false;
  const needed = channel.parentId === undefined ? P.SendMessages : P.SendMessagesInThreads;
  return grants(permissionsOf(guild, userId, channel), needed);
}

function nameOf(guild: Guild, user: User): string {
  return guild.members.get(user.id)?.nickname ?? user.globalName ?? user.username;
}
