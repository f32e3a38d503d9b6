import { ChannelType } from 'discord-api-types/v10';
import { DEFAULT_EVERYONE_PERMISSIONS } from './permissions.ts';
import type { Guild, User, World } from './world.ts';

/** The first guild: #general, #captions, Lounge, Studio, Booth (for two) and a stage; the bot is a member. */
export function makeFirstGuild(world: World, bot: User, botPermissions: bigint): Guild {
  const guild = makeGuild(world, 'Local Guild');
  world.addChannel(guild, { name: 'general', type: ChannelType.GuildText });
  world.addChannel(guild, { name: 'captions', type: ChannelType.GuildText });
  world.addChannel(guild, { name: 'Lounge', type: ChannelType.GuildVoice });
  world.addChannel(guild, { name: 'Studio', type: ChannelType.GuildVoice });
  world.addChannel(guild, { name: 'Booth', type: ChannelType.GuildVoice, userLimit: 2 });
  world.addChannel(guild, { name: 'Stage', type: ChannelType.GuildStageVoice });
  addBot(world, guild, bot, botPermissions);
  return guild;
}

/** A guild with an owner who does nothing else, so that nobody under test has an owner's permissions. */
export function makeGuild(world: World, name: string): Guild {
  const owner = world.addUser({ name: 'Owner' });
  const guild = world.addGuild(name, owner.id, DEFAULT_EVERYONE_PERMISSIONS);
  world.addMember(guild, owner.id);
  return guild;
}

/** Makes the bot a member, with a role that has `permissions`. */
export function addBot(world: World, guild: Guild, bot: User, permissions: bigint): void {
  world.addMember(guild, bot.id, [world.addRole(guild, bot.globalName ?? bot.username, permissions).id]);
}
