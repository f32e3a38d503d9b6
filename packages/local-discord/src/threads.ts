import { GatewayIntentBits } from 'discord-api-types/v10';
import { botThreadPayload, type Payload, threadMemberPayload } from './payloads.ts';
import { permissionsOf } from './permissions.ts';
import type { Services } from './services.ts';
import type { Channel, Guild } from './world.ts';

/** Tells the bot of a thread that it can see (Discord API reference, "Threads", "Gateway Events"). */
export function announceThread(
  { world, events, bot }: Services,
  guild: Guild,
  name: 'THREAD_CREATE' | 'THREAD_UPDATE' | 'THREAD_DELETE',
  thread: Channel,
): void {
  const { id, guildId, parentId, type } = thread;
  const data: Payload =
    name === 'THREAD_DELETE'
      ? { id, guild_id: guildId, parent_id: parentId, type }
      : botThreadPayload(guild, thread, bot.id);
  if (permissionsOf(guild, bot.id, thread) !== 0n) {
    events.emit({ name, guildId: guild.id, intent: GatewayIntentBits.Guilds, data: () => data });
  }
  world.changes.emit({ kind: 'channel', guildId: guild.id, channelId: id });
}

/** Adds a user to a thread. The bot learns of a private thread when it is added itself. */
export function addThreadMember(services: Services, guild: Guild, thread: Channel, userId: string): void {
  thread.threadMembers.set(userId, new Date().toISOString());
  if (userId === services.bot.id) announceThread(services, guild, 'THREAD_CREATE', thread);
  tellMembers(services, guild, thread, userId, { added_members: [threadMemberPayload(thread, userId)] });
}

/** Removes a user from a thread. */
export function removeThreadMember(services: Services, guild: Guild, thread: Channel, userId: string): void {
  thread.threadMembers.delete(userId);
  tellMembers(services, guild, thread, userId, { removed_member_ids: [userId] });
}

/** Without the members intent, a bot receives only its own changes. */
function tellMembers({ events, bot }: Services, guild: Guild, thread: Channel, userId: string, change: Payload): void {
  const payload = { id: thread.id, guild_id: guild.id, member_count: thread.threadMembers.size, ...change };
  const intent = userId === bot.id ? GatewayIntentBits.Guilds : GatewayIntentBits.GuildMembers;
  events.emit({ name: 'THREAD_MEMBERS_UPDATE', guildId: guild.id, intent, data: () => payload });
}
