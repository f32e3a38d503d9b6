import {
  ChannelType,
  type Client,
  type GuildBasedChannel,
  PermissionFlagsBits,
  PermissionsBitField,
  type VoiceBasedChannel,
} from 'discord.js';
import { clip } from '../interactions/replies.ts';
import { mayEnter, type VoiceChannelFacts } from './permissions.ts';

/** What the bot may do where text is posted. */
interface TextChannelFacts {
  readonly channelId: string;
  /** As Discord's permission bits. */
  readonly permissions: bigint;
  /** The channel that webhooks belong to: a thread's parent, else the channel itself. */
  readonly webhookChannelId: string;
}

/** What the bot's own copy of its guilds knows about their channels, and a way to post a line. All ids are snowflakes. */
export interface GuildDirectory {
  /** The facts of a voice or stage channel; `undefined` when it is none or is not known. */
  voiceChannel(guildId: string, channelId: string): VoiceChannelFacts | undefined;
  /** How many people, bots left out, are connected to the channel. */
  listenerCount(guildId: string, channelId: string): number;
  /** Whether this person may see and enter the channel. */
  mayEnter(guildId: string, channelId: string, userId: string): boolean;
  /** The people, bots left out, who are connected to the channel. */
  peopleIn(guildId: string, channelId: string): readonly string[];
  /** The facts of a channel or thread that takes messages; `undefined` when it is none or is not known. */
  textChannel(channelId: string): TextChannelFacts | undefined;
  /** Whether this person may see the channel; false when it is not known. */
  maySee(channelId: string, userId: string): boolean;
  /** The channel's name, or its id when it is not known. */
  channelName(channelId: string): string;
  /** Whether Discord would take a status for this voice channel from the bot right now. */
  maySetStatus(guildId: string, channelId: string): boolean;
  /** Posts a line that pings nobody; rejects when Discord does not take it. */
  post(channelId: string, content: string): Promise<void>;
}

/** Looks things up in the client's caches. */
export function createGuildDirectory(client: Client): GuildDirectory {
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
    maySee: (channelId, userId) => {
      const channel = guildChannelOf(client, channelId);
      return channel?.permissionsFor(userId)?.has(PermissionFlagsBits.ViewChannel) ?? false;
    },
    channelName: (channelId) => guildChannelOf(client, channelId)?.name ?? channelId,
    maySetStatus: (guildId, channelId) => {
      const channel = channelOf(guildId, channelId);
      if (channel === undefined) return false;
      const permissions = new PermissionsBitField(permissionsIn(channel, client.user?.id ?? ''));
      if (!permissions.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SetVoiceChannelStatus])) return false;
      // Whoever is not connected to the channel needs Manage Channels as well.
      const isThere = channel.guild.members.me?.voice.channelId === channelId;
      return isThere || permissions.has(PermissionFlagsBits.ManageChannels);
    },
    post: async (channelId, content) => {
      const channel = client.channels.cache.get(channelId);
      if (!channel?.isSendable()) return;
      await channel.send({ content: clip(content, 2_000), allowedMentions: { parse: [] } });
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
