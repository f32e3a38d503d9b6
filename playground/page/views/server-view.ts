import type { SeenGuild } from '@mynah/local-discord/people/seen-guild';
import type { ServerView } from '../protocol.ts';

/** A server as a visitor's page shows it. */
export function toServerView(guild: SeenGuild, isScripted: (name: string) => boolean): ServerView {
  return {
    id: guild.id,
    name: guild.name,
    channels: guild.channels.map(({ archived, ...channel }) => ({ ...channel, isArchived: archived })),
    members: guild.members.map(({ id, name, bot }) => ({ id, name, isBot: bot, isScripted: !bot && isScripted(name) })),
    roles: guild.roles,
    isManager: guild.manages,
  };
}
