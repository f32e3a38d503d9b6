import type { Client } from 'discord.js';
import { withinTime } from '../../async.ts';
import type { Mention } from '../../text/mentions.ts';

/** Longest wait for one name that has to be fetched. */
const FETCH_TIMEOUT_MS = 800;

/** The name that members of a guild (or of none) see for a mention; `undefined` when it cannot be found soon. */
export type NameOfMention = (mention: Mention, guildId: string | undefined) => Promise<string | undefined>;

/** Looks names up in the client's caches, and asks Discord for people who are not in them. */
export function createMentionNames(client: Client): NameOfMention {
  return async ({ kind, id }, guildId) => {
    const guild = guildId === undefined ? undefined : client.guilds.cache.get(guildId);
    if (kind === 'channel') return guild?.channels.cache.get(id)?.name;
    if (kind === 'role') return guild?.roles.cache.get(id)?.name;
    const known = guild?.members.cache.get(id)?.displayName;
    if (known !== undefined) return known;
    const fetching = guild === undefined ? client.users.fetch(id) : guild.members.fetch(id);
    const name = fetching.then((person) => person.displayName).catch(() => undefined);
    return await withinTime(name, FETCH_TIMEOUT_MS, undefined);
  };
}
