import {
  ChannelType,
  type Client,
  DiscordAPIError,
  type GuildBasedChannel,
  PermissionFlagsBits,
  PermissionsBitField,
  RESTJSONErrorCodes,
  type VoiceBasedChannel,
} from 'discord.js';
import { withinTime } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';
import { isManager, mayEnter, maySee, type VoiceChannelFacts } from './permissions.ts';
import { type Reply, toMessageFields, truncate } from './replies.ts';
import { type TextAccess, textAccess } from './text-access.ts';

const { ManageChannels, ManageThreads, ViewChannel } = PermissionFlagsBits;

/** Discord's bound on a message's content, in UTF-16 units. */
const MAX_CONTENT_LENGTH = 2_000;

/** Longest wait for a member whom Discord has to be asked for. */
const FETCH_TIMEOUT_MS = 5_000;

/** Discord's answers for a person who is no member. */
const NOT_THERE: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** What the bot may do where text is posted. */
interface TextChannelFacts {
  readonly channelId: string;
  /** As Discord's permission bits. */
  readonly permissions: bigint;
  /** The channel that webhooks belong to: a thread's parent, else the channel itself. */
  readonly webhookChannelId: string;
}

/** Where a member acts from. */
interface ActingPlace {
  readonly guildId: string;
  /** The voice channel that the member is in. */
  readonly voiceChannelId: string | undefined;
  /** The member may manage the guild, or move or mute members in it. */
  readonly managesVoice: boolean;
}

/** What the bot knows about channels of guilds, mostly from the caches, and a way to post a line. All ids are snowflakes. */
export interface GuildDirectory {
  /** A voice or stage channel; `undefined` when it is of another kind or unknown. */
  voiceChannel(guildId: string, channelId: string): VoiceChannelFacts | undefined;
  /** How many people, bots left out, are connected to the channel. */
  listenerCount(guildId: string, channelId: string): number;
  /** Whether this member may see and enter the channel. */
  mayEnter(guildId: string, channelId: string, userId: string): boolean;
  /** The people, bots left out, who are connected to the channel. */
  peopleIn(guildId: string, channelId: string): readonly string[];
  /** A channel or thread that takes messages; `undefined` when it is of another kind or unknown. */
  textChannel(channelId: string): TextChannelFacts | undefined;
  /** Whether this member may see the voice channel; false when it is unknown. For text channels and threads: `textAccess`. */
  maySeeVoice(guildId: string, channelId: string, userId: string): boolean;
  /**
   * Whether this member may control the bot in the voice channel without being in it: by that channel's permissions.
   * False when the channel or the member is unknown.
   */
  mayManage(guildId: string, channelId: string, userId: string): boolean;
  /** Whether this member may manage the channel or thread of any kind: Manage Channels, or Manage Threads, where they see it. */
  managesText(channelId: string, userId: string): boolean;
  /** Whether this person may read a text channel or thread of the guild. */
  textAccess(guildId: string, channelId: string, userId: string): Promise<TextAccess>;
  /** The channel's name, or its id when the channel is unknown. */
  channelName(channelId: string): string;
  /** The name of a role; `undefined` when the guild has none with this id. */
  roleName(guildId: string, roleId: string): string | undefined;
  /** The name of a channel of the guild; `undefined` when it has none with this id. */
  channelNameIn(guildId: string, channelId: string): string | undefined;
  /** The roles that a member has now, by Discord's answer: none for one who isn't there; `undefined` without an answer. */
  roleIdsOf(guildId: string, userId: string): Promise<readonly string[] | undefined>;
  /**
   * Where a member acts from: their voice channel, and whether they manage voice in the whole guild. `isFresh` asks Discord
   * for their roles also when they are cached. `undefined` for somebody who is no member, `unknown` without an answer.
   */
  actingPlace(guildId: string, userId: string, isFresh: boolean): Promise<ActingPlace | undefined | 'unknown'>;
  /** `undefined` for a guild that the bot has left, or that another process serves. */
  guildName(guildId: string): string | undefined;
  /** Whether Discord lets the bot set the status of this voice channel right now. */
  maySetStatus(guildId: string, channelId: string): boolean;
  /** Posts a line that pings nobody; false where no line can be posted. Rejects when Discord refuses it. */
  post(channelId: string, content: string): Promise<boolean>;
  /** As `post`, with everything that a reply has. */
  postReply(channelId: string, reply: Reply): Promise<boolean>;
}

/** Looks things up in the client's caches, and asks Discord where they do not suffice. */
export function createGuildDirectory(client: Client, log: Logger): GuildDirectory {
  const channelOf = (guildId: string, channelId: string): VoiceBasedChannel | undefined => {
    const channel = client.guilds.cache.get(guildId)?.channels.cache.get(channelId);
    return channel?.isVoiceBased() ? channel : undefined;
  };
  const peopleIn = (guildId: string, channelId: string): string[] => {
    const states = client.guilds.cache.get(guildId)?.voiceStates.cache;
    const here = states?.filter((state) => state.channelId === channelId && state.member?.user.bot !== true);
    return [...(here?.keys() ?? [])];
  };
  return {
    voiceChannel: (guildId, channelId) => {
      const channel = channelOf(guildId, channelId);
      return channel === undefined ? undefined : factsOf(channel, client.user?.id ?? '');
    },
    listenerCount: (guildId, channelId) => peopleIn(guildId, channelId).length,
    peopleIn,
    mayEnter: (guildId, channelId, userId) => {
      const channel = channelOf(guildId, channelId);
      return channel !== undefined && mayEnter(permissionsIn(channel, userId));
    },
    textChannel: (channelId) => textFactsOf(client, channelId),
    maySeeVoice: (guildId, channelId, userId) => {
      const channel = channelOf(guildId, channelId);
      return channel !== undefined && maySee(permissionsIn(channel, userId));
    },
    mayManage: (guildId, channelId, userId) => {
      const channel = channelOf(guildId, channelId);
      const permissions = channel === undefined ? 0n : permissionsIn(channel, userId);
      // Without View Channel and Connect, the other permissions of a voice channel are void.
      return mayEnter(permissions) && isManager(permissions);
    },
    managesText: (channelId, userId) => {
      const channel = guildChannelOf(client, channelId);
      const permissions = channel?.permissionsFor(userId);
      const needed = channel?.isThread() === true ? ManageThreads : ManageChannels;
      return permissions?.has([ViewChannel, needed]) === true;
    },
    textAccess: (guildId, channelId, userId) => textAccess(client, { guildId, channelId, userId }, log),
    channelName: (channelId) => guildChannelOf(client, channelId)?.name ?? channelId,
    roleName: (guildId, roleId) => client.guilds.cache.get(guildId)?.roles.cache.get(roleId)?.name,
    channelNameIn: (guildId, channelId) => client.guilds.cache.get(guildId)?.channels.cache.get(channelId)?.name,
    roleIdsOf: async (guildId, userId) => {
      try {
        // Without the intent for members, Discord does not report new roles: those in the cache may be old.
        const member = await client.guilds.cache.get(guildId)?.members.fetch({ user: userId, force: true });
        return member && [...member.roles.cache.keys()];
      } catch (error) {
        // Webhooks, and those who left or deleted their account, have no roles.
        if (error instanceof DiscordAPIError && NOT_THERE.has(error.code)) return [];
        log.info({ err: error }, 'could not look up the roles of a member');
        return undefined;
      }
    },
    actingPlace: async (guildId, userId, isFresh) => {
      const guild = client.guilds.cache.get(guildId);
      if (guild?.available !== true) return 'unknown';
      try {
        const member = await withinTime(
          guild.members.fetch({ user: userId, force: isFresh }),
          FETCH_TIMEOUT_MS,
          undefined,
        );
        if (member === undefined) return 'unknown';
        const voiceChannelId = guild.voiceStates.cache.get(userId)?.channelId ?? undefined;
        return { guildId, voiceChannelId, managesVoice: isManager(member.permissions.bitfield) };
      } catch (error) {
        if (error instanceof DiscordAPIError && NOT_THERE.has(error.code)) return undefined;
        log.info({ err: error }, 'could not look up a member');
        return 'unknown';
      }
    },
    guildName: (guildId) => client.guilds.cache.get(guildId)?.name,
    maySetStatus: (guildId, channelId) => {
      const channel = channelOf(guildId, channelId);
      // Stage channels have a topic in its place.
      if (channel === undefined || channel.type === ChannelType.GuildStageVoice) return false;
      const permissions = new PermissionsBitField(permissionsIn(channel, client.user?.id ?? ''));
      if (!permissions.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SetVoiceChannelStatus])) return false;
      // Manage Channels is needed as well unless the bot is connected to the channel.
      const isConnected = channel.guild.members.me?.voice.channelId === channelId;
      return isConnected || permissions.has(PermissionFlagsBits.ManageChannels);
    },
    post: async (channelId, content) => {
      const channel = client.channels.cache.get(channelId);
      if (!channel?.isSendable()) return false;
      await channel.send({ content: truncate(content, MAX_CONTENT_LENGTH), allowedMentions: { parse: [] } });
      return true;
    },
    postReply: async (channelId, reply) => {
      const channel = client.channels.cache.get(channelId);
      if (!channel?.isSendable()) return false;
      await channel.send(toMessageFields(reply));
      return true;
    },
  };
}

function guildChannelOf(client: Client, channelId: string): GuildBasedChannel | undefined {
  const channel = client.channels.cache.get(channelId);
  return channel === undefined || channel.isDMBased() ? undefined : channel;
}

function textFactsOf(client: Client, channelId: string): TextChannelFacts | undefined {
  const channel = guildChannelOf(client, channelId);
  if (!channel?.isTextBased()) return undefined;
  const permissions = channel.permissionsFor(client.user?.id ?? '')?.bitfield ?? 0n;
  const webhookChannelId = channel.isThread() ? (channel.parentId ?? channelId) : channelId;
  return { channelId, permissions, webhookChannelId };
}

function factsOf(channel: VoiceBasedChannel, botId: string): VoiceChannelFacts {
  const states = channel.guild.voiceStates.cache;
  return {
    channelId: channel.id,
    kind: channel.type === ChannelType.GuildStageVoice ? 'stage' : 'voice',
    permissions: permissionsIn(channel, botId),
    userLimit: channel.userLimit,
    memberCount: states.filter((state) => state.channelId === channel.id && state.id !== botId).size,
  };
}

function permissionsIn(channel: VoiceBasedChannel, userId: string): bigint {
  return channel.permissionsFor(userId)?.bitfield ?? 0n;
}
