import type { Attachments } from '../attachments.ts';
import type { Channel, Guild, User, World } from '../world.ts';
import { attachAddresses } from './file-addresses.ts';
import type { KeptChannel, KeptDiscord, KeptMessage, KeptState } from './kept-schema.ts';

/**
 * Puts the kept users, guilds and channels into an empty world, without messages. The bot's own role gets `botPermissions`, as it
 * does in a new world. Returns the bot and the first guild.
 * @throws {Error} when the state names none.
 */
export function restoreWorld(world: World, state: KeptState, botPermissions: bigint): { bot: User; guild: Guild } {
  for (const user of state.users) world.users.set(user.id, { ...user, globalName: user.globalName });
  for (const kept of state.guilds) {
    const guild = guildOf(kept);
    world.guilds.set(guild.id, guild);
    for (const roleId of guild.members.get(state.botId)?.roleIds ?? []) {
      const role = guild.roles.get(roleId);
      if (role !== undefined) role.permissions = botPermissions;
    }
  }
  for (const kept of state.channels) addChannel(world, kept);
  const [bot, guild] = [world.users.get(state.botId), [...world.guilds.values()][0]];
  if (bot === undefined || guild === undefined) throw new Error('What was kept has no bot or no server.');
  return { bot, guild };
}

/** Puts the kept messages and their files into their channels; their addresses become those of this visit. */
export function restoreMessages(world: World, attachments: Attachments, { state, files }: KeptDiscord): void {
  for (const [path, file] of files) attachments.restore(path, file);
  for (const { id: channelId, messages } of state.channels) {
    const json = attachAddresses(JSON.stringify(messages), (path) => attachments.addressOf(path));
    for (const message of JSON.parse(json) as KeptMessage[]) {
      world.channels.get(channelId)?.messages.set(message.id, {
        ...message,
        channelId,
        author:
          message.author.kind === 'user' ? message.author : { ...message.author, avatarUrl: message.author.avatarUrl },
        visibleTo: undefined,
        interactionId: message.interactionId,
        referenceId: message.referenceId,
        applicationId: message.applicationId,
        command: message.command,
        allowedMentions: message.allowedMentions,
        editedAtMs: message.editedAtMs,
        deleted: false,
      });
    }
  }
}

function guildOf({ roles, members, ...guild }: KeptState['guilds'][number]): Guild {
  return {
    ...guild,
    roles: new Map(roles.map((role) => [role.id, { ...role, permissions: BigInt(role.permissions) }])),
    members: new Map(
      members.map((member) => [member.userId, { ...member, nickname: member.nickname, mute: false, deaf: false }]),
    ),
    channels: new Map(),
    threads: new Map(),
    voiceStates: new Map(),
  };
}

function addChannel(world: World, keptChannel: KeptChannel): void {
  const { threadMembers, overwrites, messages: _, ...kept } = keptChannel;
  const channel: Channel = {
    ...kept,
    guildId: kept.guildId,
    parentId: kept.parentId,
    threadMembers: new Map(threadMembers),
    status: '',
    overwrites: new Map(
      overwrites.map(({ id, type, allow, deny }) => [id, { id, type, allow: BigInt(allow), deny: BigInt(deny) }]),
    ),
    messages: new Map(),
  };
  world.channels.set(channel.id, channel);
  const guild = world.guildOf(channel);
  const place = channel.parentId === undefined ? guild?.channels : guild?.threads;
  place?.set(channel.id, channel);
}
