import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { memberPayload, messagePayload, type Payload, userPayload } from '../payloads.ts';
import { grants, permissionsOf } from '../permissions.ts';
import type { Services } from '../services.ts';
import type { Channel, Guild, StoredMessage, World } from '../world.ts';
import { PersonError } from './person-error.ts';
import type { CommandPlace } from './typed-command.ts';

/**
 * The place of somebody who acts in a channel.
 * @throws {PersonError} if there is no such channel, or they may not act there
 */
export function placeOf({ world, bot }: Services, userId: string, channelId: string): CommandPlace {
  const channel = channelOf(world, channelId);
  const guild = world.guildOf(channel);
  if (guild === undefined && !channel.recipientIds.includes(userId)) throw new PersonError('That is not your channel.');
  if (guild !== undefined && !grants(permissionsOf(guild, userId, channel), P.ViewChannel | P.UseApplicationCommands)) {
    const user = world.users.get(userId);
    throw new PersonError(`${user?.globalName ?? user?.username} cannot use commands in #${channel.name}.`);
  }
  const withBot = guild === undefined ? channel.recipientIds.includes(bot.id) : guild.members.has(bot.id);
  const context = guild !== undefined ? 0 : withBot ? 1 : 2;
  return { userId, channelId: channel.id, guild, context, userInstalled: !withBot };
}

/** @throws {PersonError} if there is no such channel */
export function channelOf(world: World, channelId: string): Channel {
  const channel = world.channels.get(channelId);
  if (channel === undefined) throw new PersonError('There is no such channel.');
  return channel;
}

/** The first text channel of a guild. @throws {PersonError} if it has none */
export function homeChannelOf(guild: Guild): string {
  const channel = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildText);
  if (channel === undefined) throw new PersonError('The guild has no text channel.');
  return channel.id;
}

/** Whether a user sees a message: it is theirs alone, or they see its channel. */
export function seesMessage(world: World, userId: string, message: StoredMessage): boolean {
  if (message.visibleTo !== undefined) return message.visibleTo === userId;
  const channel = world.channels.get(message.channelId);
  const guild = channel === undefined ? undefined : world.guildOf(channel);
  if (guild === undefined) return channel?.recipientIds.includes(userId) === true;
  return grants(permissionsOf(guild, userId, channel), P.ViewChannel);
}

/** A page of messages, oldest first, and whether there are older ones. */
export interface MessagePage {
  readonly messages: readonly StoredMessage[];
  readonly hasOlder: boolean;
}

/** The newest messages of a channel that a user sees, before one if there is such. */
export function latestMessages(
  world: World,
  userId: string,
  { channelId, before, limit }: { channelId: string; before?: string | undefined; limit: number },
): MessagePage {
  const all = [...(world.channels.get(channelId)?.messages.values() ?? [])];
  const isEarlier = ({ id }: StoredMessage): boolean => before === undefined || BigInt(id) < BigInt(before);
  const seen = all.filter((message) => isEarlier(message) && seesMessage(world, userId, message));
  return { messages: limit === 0 ? [] : seen.slice(-limit), hasOlder: seen.length > limit };
}

/** `resolved` of a message menu: the message, and its author. */
export function resolvedMessage(world: World, message: StoredMessage): Payload {
  const { author } = message;
  const channel = world.channels.get(message.channelId);
  const guild = channel === undefined ? undefined : world.guildOf(channel);
  const user = author.kind === 'user' ? world.users.get(author.userId) : undefined;
  const member = author.kind === 'user' ? guild?.members.get(author.userId) : undefined;
  return {
    messages: { [message.id]: messagePayload(world, message) },
    ...(user === undefined ? {} : { users: { [user.id]: userPayload(user) } }),
    ...(member === undefined ? {} : { members: { [member.userId]: memberPayload(member) } }),
  };
}
