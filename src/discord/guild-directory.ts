import { ChannelType, type Client, type VoiceBasedChannel } from 'discord.js';
import { mayEnter, type VoiceChannelFacts } from './permissions.ts';
import { clip } from './replies.ts';

/** What the bot's own copy of its guilds knows about voice, and a way to post a line. All ids are snowflakes. */
export interface GuildDirectory {
  /** The facts of a voice or stage channel; `undefined` when it is none or is not known. */
  voiceChannel(guildId: string, channelId: string): VoiceChannelFacts | undefined;
  /** How many people, bots left out, are connected to the channel. */
  listenerCount(guildId: string, channelId: string): number;
  /** Whether this person may see and enter the channel. */
  mayEnter(guildId: string, channelId: string, userId: string): boolean;
  /** Posts a line that pings nobody; rejects when Discord does not take it. */
  post(channelId: string, content: string): Promise<void>;
}

/** Looks things up in the client's caches. */
export function createGuildDirectory(client: Client): GuildDirectory {
  const channelOf = (guildId: string, channelId: string): VoiceBasedChannel | undefined => {
    const channel = client.guilds.cache.get(guildId)?.channels.cache.get(channelId);
    return channel?.isVoiceBased() ? channel : undefined;
  };
  return {
    voiceChannel: (guildId, channelId) => {
      const channel = channelOf(guildId, channelId);
      return channel === undefined ? undefined : factsOf(channel, client.user?.id ?? '');
    },
    listenerCount: (guildId, channelId) => {
      const states = client.guilds.cache.get(guildId)?.voiceStates.cache;
      return states?.filter((state) => state.channelId === channelId && state.member?.user.bot !== true).size ?? 0;
    },
    mayEnter: (guildId, channelId, userId) => {
      const channel = channelOf(guildId, channelId);
      return channel !== undefined && mayEnter(permissionsIn(channel, userId));
    },
    post: async (channelId, content) => {
      const channel = client.channels.cache.get(channelId);
      if (!channel?.isSendable()) return;
      await channel.send({ content: clip(content, 2_000), allowedMentions: { parse: [] } });
    },
  };
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
