import {
  ChannelType,
  type Client,
  type GuildBasedChannel,
  OverwriteType,
  type PermissionOverwrites,
  PermissionsBitField,
  type Role,
} from 'discord.js';
import { missingCaptionPermissions, type PermissionKey } from '../../client/permissions.ts';
import { type ChannelView, type GuildView, isAudienceWithin, type ViewOverwrite } from './caption-audience.ts';

const { ViewChannel, Connect, ManageChannels, SendMessages, SendMessagesInThreads, Administrator } =
  PermissionsBitField.Flags;

/** Who can read captions: only people who may see the voice channel, or others too. `unknown`: a channel isn't cached. */
export type Audience = 'within' | 'wider' | 'unknown';

/** Where captions may go, by what discord.js has cached. All ids are snowflakes. */
export interface CaptionPlaces {
  /** Whether everyone who can read the text channel or thread may see the other channel, mostly a voice channel. */
  audience(textChannelId: string, voiceChannelId: string): Audience;
  /** Whether the member may enter the voice channel and Manage Channels there; false if either is unknown. */
  mayManage(channelId: string, userId: string): boolean;
  /** Whether the member may post in the channel or thread themselves, or manages it; false if either is unknown. */
  mayPost(channelId: string, userId: string): boolean;
  /** What the bot lacks to post in a channel or thread; `undefined` when the channel is unknown. */
  missingToPost(channelId: string): readonly PermissionKey[] | undefined;
}

/** Looks the client's caches up. */
export function createCaptionPlaces(client: Client): CaptionPlaces {
  const channelOf = (channelId: string): GuildBasedChannel | undefined => {
    const channel = client.channels.cache.get(channelId);
    return channel === undefined || channel.isDMBased() ? undefined : channel;
  };
  const botId = (): string => client.user?.id ?? '';
  return {
    audience: (textChannelId, voiceChannelId) => {
      if (textChannelId === voiceChannelId) return 'within';
      const channel = channelOf(voiceChannelId);
      const [voice, text] = [viewOf(channel), viewOf(channelOf(textChannelId))];
      if (!channel?.guild.available || voice === undefined || text === undefined) return 'unknown';
      // Its members are fewer than those who see the channel that it belongs to.
      if (channel.type === ChannelType.PrivateThread) return 'wider';
      return isAudienceWithin(guildViewOf(channel, botId()), text, voice) ? 'within' : 'wider';
    },
    mayManage: (channelId, userId) =>
      // Without View Channel and Connect, the other permissions of a voice channel are void.
      channelOf(channelId)?.permissionsFor(userId)?.has([ViewChannel, Connect, ManageChannels]) ?? false,
    mayPost: (channelId, userId) => {
      const channel = channelOf(channelId);
      const permissions = channel?.permissionsFor(userId);
      if (channel === undefined || permissions?.has(ViewChannel) !== true) return false;
      return permissions.any([ManageChannels, channel.isThread() ? SendMessagesInThreads : SendMessages]);
    },
    missingToPost: (channelId) => {
      const channel = channelOf(channelId);
      if (channel === undefined) return undefined;
      return missingCaptionPermissions(channel.permissionsFor(botId())?.bitfield ?? 0n, channel.isThread());
    },
  };
}

/** A thread's readers are all among those of its parent: people are added to private threads only if they see that. */
function viewOf(channel: GuildBasedChannel | undefined): ChannelView | undefined {
  const own = channel?.isThread() ? channel.parent : channel;
  if (own === undefined || own === null || !('permissionOverwrites' in own)) return undefined;
  const overwrites = [...own.permissionOverwrites.cache.values()];
  const of = (type: OverwriteType): Map<string, ViewOverwrite> => {
    const found = overwrites.filter((overwrite) => overwrite.type === type);
    return new Map(found.flatMap((overwrite) => viewEntryOf(overwrite)));
  };
  const roles = of(OverwriteType.Role);
  const everyone = roles.get(own.guildId);
  roles.delete(own.guildId);
  return { everyone, roles, members: of(OverwriteType.Member) };
}

function viewEntryOf({ id, allow, deny }: PermissionOverwrites): [string, ViewOverwrite][] {
  // Discord applies what is denied first.
  if (allow.has(ViewChannel, false)) return [[id, 'allow']];
  return deny.has(ViewChannel, false) ? [[id, 'deny']] : [];
}

function guildViewOf({ guild }: GuildBasedChannel, botId: string): GuildView {
  const { everyone, cache } = guild.roles;
  // Discord gives a bot's own role to no one else.
  const roles = [...cache.values()].filter(({ id, tags }) => id !== everyone.id && tags?.botId !== botId);
  return {
    ...{ ownerId: guild.ownerId, botId },
    everyone: roleViewOf(everyone),
    roles: roles.map((role) => ({ roleId: role.id, ...roleViewOf(role) })),
  };
}

function roleViewOf({ permissions }: Role): GuildView['everyone'] {
  return {
    mayView: permissions.has(ViewChannel, false),
    isAdministrator: permissions.has(Administrator, false),
  };
}
