import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Attachments } from './attachments.ts';
import type { Commands } from './commands.ts';
import { refusal } from './discord-error.ts';
import type { PrivilegedIntents } from './gateway.ts';
import type { Interactions } from './interactions.ts';
import type { Listeners } from './listeners.ts';
import type { Messages } from './messages.ts';
import type { DispatchEvent } from './payloads.ts';
import { grants, permissionsOf } from './permissions.ts';
import type { VoiceStates } from './voice-states.ts';
import type { Webhooks } from './webhooks.ts';
import type { Channel, Guild, User, World } from './world.ts';

/** The parts of the local Discord, as REST routes and people use them. */
export interface Services {
  readonly world: World;
  readonly bot: User;
  readonly applicationId: string;
  readonly privilegedIntents: PrivilegedIntents;
  /** Number of shards that the bot is told to start. */
  readonly recommendedShards: number;
  readonly events: Listeners<DispatchEvent>;
  readonly attachments: Attachments;
  readonly messages: Messages;
  readonly commands: Commands;
  readonly interactions: Interactions;
  readonly webhooks: Webhooks;
  readonly voiceStates: VoiceStates;
  /** The gateway's address. */
  readonly gatewayUrl: () => string;
}

/**
 * A guild that the bot is a member of.
 * @throws {DiscordError} 10004
 */
export function botGuild(services: Services, guildId: string): Guild {
  const guild = services.world.guilds.get(guildId);
  if (guild === undefined || !guild.members.has(services.bot.id)) throw refusal('unknownGuild');
  return guild;
}

/**
 * A channel in which the bot has all permissions of `wanted`; in direct messages it may do everything.
 * @throws {DiscordError} 10003, 50001 if it cannot see the channel, 50013 if another permission is missing
 */
export function botChannel(services: Services, channelId: string, wanted = 0n): Channel {
  const { world, bot } = services;
  const channel = world.channels.get(channelId);
  if (channel === undefined) throw refusal('unknownChannel');
  if (channel.type === ChannelType.DM) {
    if (!channel.recipientIds.includes(bot.id)) throw refusal('missingAccess');
    return channel;
  }
  const guild = world.guildOf(channel);
  const needed = channel.parentId === undefined ? wanted : inThread(wanted);
  const permissions = guild === undefined ? 0n : permissionsOf(guild, bot.id, channel);
  // Every permission needs View Channel.
  if (permissions === 0n) throw refusal('missingAccess');
  if (!grants(permissions, needed)) throw refusal('missingPermissions');
  return channel;
}

/** The permission to send messages does not count in threads, which have one of their own. */
function inThread(wanted: bigint): bigint {
  return grants(wanted, P.SendMessages) ? (wanted & ~P.SendMessages) | P.SendMessagesInThreads : wanted;
}
