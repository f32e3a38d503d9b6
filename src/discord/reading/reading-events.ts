import { type Client, Events, type VoiceState } from 'discord.js';
import type { Reading } from '../../reading/reading-api.ts';
import { toChatMessage } from './chat-message.ts';

/** Passes on what happens in channels that may be read aloud, in guilds that `serves` accepts. */
export function listenForReading(client: Client, reading: Reading, serves: (guildId: string) => boolean): void {
  client.on(Events.MessageCreate, (message) => {
    if (!isBound(reading, message) || !serves(message.guildId ?? '')) return;
    const chat = toChatMessage(message);
    if (chat !== undefined) reading.onMessage(chat);
  });
  client.on(Events.MessageUpdate, (_before, message) => {
    // An update of less than the whole message changes nothing that is read.
    if (message.partial || !isBound(reading, message)) return;
    const chat = toChatMessage(message);
    if (chat !== undefined) reading.onEdit(chat);
  });
  client.on(Events.MessageDelete, ({ id, guildId }) => guildId !== null && reading.onDeleted(guildId, [id]));
  client.on(Events.MessageBulkDelete, (messages, { guildId }) => reading.onDeleted(guildId, [...messages.keys()]));
  const onChannelGone = (channel: { readonly id: string; readonly guildId?: string }): void => {
    if (channel.guildId !== undefined) reading.onChannelGone(channel.guildId, channel.id);
  };
  client.on(Events.ChannelDelete, onChannelGone);
  client.on(Events.ThreadDelete, onChannelGone);
  client.on(Events.GuildDelete, ({ id }) => reading.onGuildGone(id));
  listenForAccess(client, reading);
  client.on(Events.VoiceStateUpdate, (before, after) => onVoiceState(reading, before, after));
}

function isBound(reading: Reading, { guildId, channelId }: { guildId: string | null; channelId: string }): boolean {
  return guildId !== null && reading.bindingOf(guildId, channelId) !== undefined;
}

function listenForAccess(client: Client, reading: Reading): void {
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) reading.onAccessChanged(channel.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_before, { guild }) => reading.onAccessChanged(guild.id));
  client.on(Events.GuildRoleDelete, ({ guild }) => reading.onAccessChanged(guild.id));
}

/** Somebody came into the bot's voice channel, or left it. */
function onVoiceState(reading: Reading, before: VoiceState, after: VoiceState): void {
  const { guild, member, id: userId } = after;
  const here = guild.members.me?.voice.channelId ?? undefined;
  if (here === undefined || before.channelId === after.channelId || member === null || member.user.bot) return;
  if (before.channelId !== here && after.channelId !== here) return;
  const kind = after.channelId === here ? 'joins' : 'leaves';
  reading.onMovement({ guildId: guild.id, voiceChannelId: here, userId, name: member.displayName, kind });
}
