import { type Client, Events, type Guild } from 'discord.js';
import type { OverlayRights } from '../../../captions/overlay/overlay-api.ts';
import type { CaptionPresence } from './caption-presence.ts';
import type { ChannelStatus } from './channel-status.ts';
import type { ChannelInfo, VoiceStatusReader } from './voice-status-reader.ts';

/** A gateway packet of any kind. */
interface GatewayPacket {
  readonly t: string | null;
  readonly d: unknown;
}

/** VOICE_CHANNEL_STATUS_UPDATE as it arrives. */
interface VoiceChannelStatusUpdate {
  readonly id: string;
  readonly guild_id: string;
  readonly status: string | null;
}

/** Passes on, for the lifetime of the client, what happens in Discord to channels with captions. */
export function listenForCaptions(
  client: Client,
  parts: {
    readonly presence: Pick<CaptionPresence, 'onPeopleChanged' | 'onPermissionsChanged'>;
    readonly overlays: OverlayRights;
    readonly channelStatus: Pick<ChannelStatus, 'onChanged' | 'removeLeftOver'>;
    readonly statusReader: Pick<VoiceStatusReader, 'onChannelInfo'>;
  },
): void {
  const { presence, overlays, channelStatus, statusReader } = parts;
  // discord.js 14 knows neither event.
  client.on(Events.Raw, ({ t, d }: GatewayPacket) => {
    if (t === 'CHANNEL_INFO') statusReader.onChannelInfo(d as ChannelInfo);
    if (t !== 'VOICE_CHANNEL_STATUS_UPDATE') return;
    const { guild_id: guildId, id, status } = d as VoiceChannelStatusUpdate;
    channelStatus.onChanged(guildId, id, status ?? '');
  });
  client.on(Events.VoiceStateUpdate, (before, { guild, id, channelId }) => {
    presence.onPeopleChanged(guild.id);
    overlays.onRightsChanged(guild.id, id);
    const hasEntered = id === client.user?.id && channelId !== null && channelId !== before.channelId;
    if (hasEntered) void channelStatus.removeLeftOver(guild.id, channelId);
  });
  const onPermissions = (guildId: string): void => {
    presence.onPermissionsChanged(guildId);
    overlays.onRightsChanged(guildId);
  };
  const onGuild = ({ id }: Guild): void => {
    presence.onPeopleChanged(id);
    onPermissions(id);
  };
  client.on(Events.GuildAvailable, onGuild);
  client.on(Events.GuildUpdate, (_before, guild) => onGuild(guild));
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) onPermissions(channel.guildId);
  });
  client.on(Events.ThreadUpdate, (_before, { guildId }) => overlays.onRightsChanged(guildId));
  const onRole = ({ guild }: { readonly guild: Guild }): void => onPermissions(guild.id);
  // Discord sends these for the bot's own intents only by the way: what it leaves out is asked for every minute.
  const onMember = ({ id, guild }: { readonly id: string; readonly guild: Guild }): void =>
    overlays.onRightsChanged(guild.id, id);
  client.on(Events.GuildMemberUpdate, (_before, member) => onMember(member));
  client.on(Events.GuildMemberRemove, onMember);
  client.on(Events.GuildRoleCreate, onRole);
  client.on(Events.GuildRoleUpdate, (_before, role) => onRole(role));
  client.on(Events.GuildRoleDelete, onRole);
}
