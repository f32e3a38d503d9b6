import { ChannelType, type Client, PermissionFlagsBits } from 'discord.js';
import type { Captions } from '../../captions/captions-api.ts';
import type { ReadingPlaces } from '../../reading/reading-ports.ts';
import type { CaptionPlaces } from '../captions/start/caption-places.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { HostJoinOutcome, VoiceHost } from '../playback/voice-host.ts';

/** What `/autoread` asks beside. */
export interface DiscordReadingPlaces extends ReadingPlaces {
  /** Voice channels that people may enter who can't read the channel; none for a voice channel's own chat. */
  closedTo(guildId: string, channelId: string): readonly string[];
  /** Why the bot did not come when it last should have. */
  refusalOf(guildId: string): HostJoinOutcome | undefined;
}

/** Says who is where and who sees what, by what discord.js has cached. */
export function createReadingPlaces(
  client: Client,
  parts: {
    readonly captions: Pick<Captions, 'status'>;
    readonly captionPlaces: Pick<CaptionPlaces, 'audience'>;
    readonly directory: Pick<GuildDirectory, 'listenerCount' | 'peopleIn'>;
    readonly host: Pick<VoiceHost, 'startJoin'>;
  },
): DiscordReadingPlaces {
  const refusals = new Map<string, HostJoinOutcome>();
  const { captions, captionPlaces, directory, host } = parts;
  const channelOf = (channelId: string) => {
    const channel = client.channels.cache.get(channelId);
    return channel === undefined || channel.isDMBased() ? undefined : channel;
  };
  const isOpenTo: ReadingPlaces['isOpenTo'] = (voiceChannelId, channelId) =>
    captionPlaces.audience(voiceChannelId, channelId) === 'within';
  const note = (guildId: string, outcome: HostJoinOutcome): boolean => {
    const isThere = outcome.kind === 'joined' || outcome.kind === 'already-here';
    if (isThere) refusals.delete(guildId);
    else refusals.set(guildId, outcome);
    return isThere;
  };
  const isVoice = (channelId: string): boolean => channelOf(channelId)?.isVoiceBased() === true;
  return {
    isOpenTo,
    closedTo: (guildId, channelId) => {
      const channels = isVoice(channelId) ? [] : [...(client.guilds.cache.get(guildId)?.channels.cache.values() ?? [])];
      const voice = channels.filter(({ type }) => type === ChannelType.GuildVoice);
      return voice.filter(({ id }) => !isOpenTo(id, channelId)).map(({ id }) => id);
    },
    refusalOf: (guildId) => refusals.get(guildId),
    isVoice: (_guildId, channelId) => isVoice(channelId),
    voiceChannelOf: (guildId, userId) =>
      client.guilds.cache.get(guildId)?.voiceStates.cache.get(userId)?.channelId ?? undefined,
    listenerCount: directory.listenerCount,
    hasReaders: (guildId, voiceChannelId, channelId) => {
      const channel = channelOf(channelId);
      const people = directory.peopleIn(guildId, voiceChannelId);
      return people.some((id) => channel?.permissionsFor(id)?.has(PermissionFlagsBits.ViewChannel) === true);
    },
    hasCaptions: async (guildId) => (await captions.status(guildId)) !== undefined,
    join: async (guildId, channelId, textChannelId) => {
      const start = await host.startJoin({ guildId, channelId, textChannelId });
      if (start.kind !== 'joining') return note(guildId, start);
      const arrived = start.outcome.then((outcome) => note(guildId, outcome));
      // Texts may be queued for a first channel while the bot is still on its way.
      if (!start.isFirst) return arrived;
      arrived.catch(() => undefined);
      return true;
    },
  };
}
