import type { Client, Guild, GuildMember } from 'discord.js';
import { nameKey } from '../../text/spoken/name-key.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';

/** Members that Discord is asked for by one name. */
const MAX_FOUND = 100;

/** Tells whether a name is another member's, so that nobody is taken for somebody else. */
export interface MemberNames {
  /** Whether another person is called so who is in the voice channel, bots left out, or chose to be by `nicknameOf`. */
  isOfListener(
    guildId: string,
    userId: string,
    name: string,
    nicknameOf: (userId: string) => string | undefined,
  ): Promise<boolean>;
  /** Whether another member is called so. Rejects as Discord does, which is asked. */
  isOfMember(guildId: string, userId: string, name: string): Promise<boolean>;
}

/** Creates what compares names as they sound. */
export function createMemberNames(
  client: Pick<Client, 'guilds'>,
  { directory }: { readonly directory: Pick<GuildDirectory, 'peopleIn'> },
): MemberNames {
  const isOneOf = async (
    key: string,
    userId: string,
    members: Iterable<GuildMember>,
    nicknameOf?: (userId: string) => string | undefined,
  ): Promise<boolean> => {
    for (const member of members) {
      if (member.id !== userId && (await keysOf(member, nicknameOf?.(member.id))).includes(key)) return true;
    }
    return false;
  };
  return {
    isOfListener: async (guildId, userId, name, nicknameOf) => {
      const guild = client.guilds.cache.get(guildId);
      const key = await nameKey(name);
      if (guild === undefined || key === '') return false;
      const here = directory.peopleIn(guildId, guild.members.me?.voice.channelId ?? '');
      return isOneOf(
        key,
        userId,
        here.flatMap((id) => guild.members.cache.get(id) ?? []),
        nicknameOf,
      );
    },
    isOfMember: async (guildId, userId, name) => {
      const guild = client.guilds.cache.get(guildId);
      const key = await nameKey(name);
      if (guild === undefined || key === '') return false;
      if (await isOneOf(key, userId, guild.members.cache.values())) return true;
      return isOneOf(key, userId, await found(guild, name, key));
    },
  };
}

/**
 * The members whose name or nickname begins so, or as it sounds, by Discord: most members are not known here. Discord does
 * not tell capitals apart.
 */
async function found(guild: Guild, name: string, key: string): Promise<readonly GuildMember[]> {
  const queries = new Set([name.toLowerCase(), key]);
  const search = (query: string) => guild.members.search({ query, limit: MAX_FOUND, cache: false });
  return (await Promise.all([...queries].map(search))).flatMap((members) => [...members.values()]);
}

function keysOf(
  { displayName, user: { displayName: everywhere, username } }: GuildMember,
  chosen: string | undefined,
): Promise<string[]> {
  const names = new Set([displayName, everywhere, username, ...(chosen === undefined ? [] : [chosen])]);
  return Promise.all([...names].map(nameKey));
}
