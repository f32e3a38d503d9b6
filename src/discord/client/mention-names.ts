import type { Client, GuildBasedChannel } from 'discord.js';
import { withinTime } from '../../async.ts';
import type { Logger } from '../../log.ts';
import type { Mention } from '../../text/mentions.ts';
import { nameAccess } from './text-access.ts';

/** Longest wait for one name that has to be fetched. */
const FETCH_TIMEOUT_MS = 800;

/** Who will read or hear a name, and in which guild, if in one. */
interface MentionViewer {
  readonly guildId: string | undefined;
  readonly userId: string;
}

/** The name that a person sees for a mention; `undefined` when they may not see it, or it cannot be found soon. */
export type NameOfMention = (mention: Mention, viewer: MentionViewer) => Promise<string | undefined>;

/** Looks names up in the client's caches, and asks Discord for people who are not in them. */
export function createMentionNames(client: Client, log: Logger): NameOfMention {
  return async ({ kind, id }, { guildId, userId }) => {
    const guild = guildId === undefined ? undefined : client.guilds.cache.get(guildId);
    if (kind === 'channel') return visibleName(guild?.channels.cache.get(id), userId, log);
    if (kind === 'role') return guild?.roles.cache.get(id)?.name;
    const known = guild?.members.cache.get(id)?.displayName;
    if (known !== undefined) return known;
    const fetching = guild === undefined ? client.users.fetch(id) : guild.members.fetch(id);
    const name = fetching.then((person) => person.displayName).catch(() => undefined);
    return await withinTime(name, FETCH_TIMEOUT_MS, undefined);
  };
}

async function visibleName(
  channel: GuildBasedChannel | undefined,
  userId: string,
  log: Logger,
): Promise<string | undefined> {
  if (channel === undefined) return undefined;
  const access = await withinTime(nameAccess(channel, userId, log), FETCH_TIMEOUT_MS, 'unknown');
  return access === 'visible' ? channel.name : undefined;
}
