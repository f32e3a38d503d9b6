import type { Client, Guild, GuildMember } from 'discord.js';
import { isHeardIn, type NameSound, nameSound } from '../../text/spoken/name-sound.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';

/** Members that Discord is asked for by one name. */
const MAX_FOUND = 100;
/** Names that Discord is asked for at most. */
const MAX_QUERIES = 6;

/** Tells whether a name sounds like another member's, or has it in it, so that nobody is taken for somebody else. */
export interface MemberNames {
  /** Of a person who is in the voice channel, bots left out, and is called so or chose to be by `nicknameOf`. */
  isOfListener(
    guildId: string,
    userId: string,
    name: string,
    nicknameOf: (userId: string) => string | undefined,
  ): Promise<boolean>;
  /** Of any member. Rejects as Discord does, which is asked. */
  isOfMember(guildId: string, userId: string, name: string): Promise<boolean>;
}

/** Creates what compares names as they sound. */
export function createMemberNames(
  client: Pick<Client, 'guilds'>,
  { directory }: { readonly directory: Pick<GuildDirectory, 'peopleIn'> },
): MemberNames {
  const isOneOf = async (
    name: NameSound,
    userId: string,
    members: Iterable<GuildMember>,
    nicknameOf?: (userId: string) => string | undefined,
  ): Promise<boolean> => {
    for (const member of members) {
      if (member.id === userId) continue;
      if ((await soundsOf(member, nicknameOf?.(member.id))).some((other) => isHeardIn(name, other))) return true;
    }
    return false;
  };
  return {
    isOfListener: async (guildId, userId, name, nicknameOf) => {
      const guild = client.guilds.cache.get(guildId);
      if (guild === undefined) return false;
      const here = directory.peopleIn(guildId, guild.members.me?.voice.channelId ?? '');
      return isOneOf(
        await nameSound(name),
        userId,
        here.flatMap((id) => guild.members.cache.get(id) ?? []),
        nicknameOf,
      );
    },
    isOfMember: async (guildId, userId, name) => {
      const guild = client.guilds.cache.get(guildId);
      if (guild === undefined) return false;
      const sound = await nameSound(name);
      if (sound.whole.size === 0) return false;
      if (await isOneOf(sound, userId, guild.members.cache.values())) return true;
      return isOneOf(sound, userId, await found(guild, name, sound));
    },
  };
}

/**
 * The members whose name or nickname begins so, or as the name or one of its words is spelled, by Discord: most members are
 * not known here. Discord does not tell capitals apart.
 */
async function found(guild: Guild, name: string, { spellings }: NameSound): Promise<readonly GuildMember[]> {
  const queries = [...new Set([name.toLowerCase(), ...spellings])].slice(0, MAX_QUERIES);
  const search = (query: string) => guild.members.search({ query, limit: MAX_FOUND, cache: false });
  return (await Promise.all(queries.map(search))).flatMap((members) => [...members.values()]);
}

function soundsOf(
  { displayName, user: { displayName: everywhere, username } }: GuildMember,
  chosen: string | undefined,
): Promise<NameSound[]> {
  const names = new Set([displayName, everywhere, username, ...(chosen === undefined ? [] : [chosen])]);
  return Promise.all([...names].map(nameSound));
}
