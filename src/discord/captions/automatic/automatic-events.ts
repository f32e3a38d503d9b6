import { type Client, Events, type Guild } from 'discord.js';
import type { AutomaticCaptionsHost } from '../../../captions/automatic/automatic-api.ts';

/** Passes on, for the lifetime of the client, what happens in Discord to channels whose captions start by themselves. */
export function listenForAutomaticCaptions(
  client: Client,
  captions: Pick<AutomaticCaptionsHost, 'onPeopleChanged' | 'onPermissionsChanged' | 'onChannelDeleted'>,
): void {
  client.on(Events.VoiceStateUpdate, (_before, { guild }) => captions.onPeopleChanged(guild.id));
  client.on(Events.GuildAvailable, ({ id }) => captions.onPeopleChanged(id));
  const onGone = ({ id, guildId }: { readonly id: string; readonly guildId?: string }): void => {
    if (guildId !== undefined) captions.onChannelDeleted(guildId, id);
  };
  client.on(Events.ChannelDelete, onGone);
  client.on(Events.ThreadDelete, onGone);
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) captions.onPermissionsChanged(channel.guildId);
  });
  const onRole = ({ guild }: { readonly guild: Guild }): void => captions.onPermissionsChanged(guild.id);
  client.on(Events.GuildRoleCreate, onRole);
  client.on(Events.GuildRoleUpdate, (_before, role) => onRole(role));
  client.on(Events.GuildRoleDelete, onRole);
  client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
    if (id === client.user?.id) captions.onPermissionsChanged(guild.id);
  });
}
