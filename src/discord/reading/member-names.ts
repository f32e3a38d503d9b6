import type { Client, Guild, GuildMember } from 'discord.js';
import { createPause } from '../../concurrency/async.ts';
import { isHeardIn, type NameSound, nameSound, soundsLike } from '../../text/spoken/name-sound.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';

/** Members that Discord is asked for by one name. */
const MAX_FOUND = 100;
/** Names that Discord is asked for at most: that many words of three letters fit in a name. */
const MAX_QUERIES = 12;

/** Tells whether a name sounds like another member's, or has it in it, so that nobody is taken for somebody else. */
export interface MemberNames {
  /** How a name is said in the guild; for one of which nothing can be said, the word for somebody. */
  say(guildId: string, name: string): Promise<string>;
  /**
   * Of somebody who listens where the bot is or is going, or of the bot itself. Who listens and isn't known here may have
   * any name. `said` is a name as it is said; `nicknameOf` tells what people chose to be called.
   */
  isOfListener(
    guildId: string,
    userId: string,
    said: string,
    nicknameOf: (userId: string) => string | undefined,
  ): Promise<boolean>;
  /** Of any member, unless Discord shows it for the person, too. Rejects as Discord does, which is asked. */
  isOfMember(guildId: string, userId: string, said: string): Promise<boolean>;
}

/** Creates what compares names as they sound. */
export function createMemberNames(
  client: Pick<Client, 'guilds'>,
  {
    directory,
    botIn,
    say,
  }: {
    readonly directory: Pick<GuildDirectory, 'peopleIn'>;
    /** The voice channel where the bot is or is going. */
    readonly botIn: (guildId: string) => Promise<string | undefined>;
    readonly say: MemberNames['say'];
  },
): MemberNames {
  /** Names that Discord shows may be parts of other names; a username is nobody's part. */
  const isOneOf = async (name: NameSound, members: readonly GuildMember[]): Promise<boolean> => {
    const pause = createPause();
    for (const { guild, displayName, user } of members) {
      await pause();
      const shown = new Set([displayName, user.displayName]);
      for (const each of shown) if (isHeardIn(name, await soundIn(guild.id, each))) return true;
      if (soundsLike(name, await soundIn(guild.id, user.username))) return true;
    }
    return false;
  };
  const soundIn = async (guildId: string, name: string): Promise<NameSound> => nameSound(await say(guildId, name));
  const isTheirOwn = async (name: NameSound, { guild, displayName, user }: GuildMember): Promise<boolean> => {
    const own = [displayName, user.displayName, user.username];
    return (await Promise.all(own.map((each) => soundIn(guild.id, each)))).some((each) => soundsLike(name, each));
  };
  return {
    say,
    isOfListener: async (guildId, userId, said, nicknameOf) => {
      const guild = client.guilds.cache.get(guildId);
      if (guild === undefined) return false;
      const name = await nameSound(said);
      const here = directory.peopleIn(guildId, (await botIn(guildId)) ?? '').filter((id) => id !== userId);
      const chosen = here.flatMap((id) => nicknameOf(id) ?? []);
      const pause = createPause();
      for (const each of chosen) {
        await pause();
        if (isHeardIn(name, await soundIn(guildId, each))) return true;
      }
      const own = guild.members.cache.get(userId);
      if (own !== undefined && (await isTheirOwn(name, own))) return false;
      const members = here.map((id) => guild.members.cache.get(id));
      if (members.includes(undefined)) return true;
      return isOneOf(
        name,
        [...members, guild.members.me].filter((member) => member != null),
      );
    },
    isOfMember: async (guildId, userId, said) => {
      const guild = client.guilds.cache.get(guildId);
      if (guild === undefined) return false;
      const name = await nameSound(said);
      if (name.whole.size === 0) return false;
      const own = guild.members.cache.get(userId);
      if (own !== undefined && (await isTheirOwn(name, own))) return false;
      const others = (members: Iterable<GuildMember>) => [...members].filter(({ id }) => id !== userId);
      if (await isOneOf(name, others(guild.members.cache.values()))) return true;
      return isOneOf(name, others(await found(guild, said, name)));
    },
  };
}

/**
 * The members whose name or nickname begins so, or as the name or one of its words is spelled, by Discord: most members are
 * not known here. Discord does not tell capitals apart. Words as they are written go before other ways to spell them, and long
 * ones before short ones, which are parts of many names.
 */
async function found(guild: Guild, said: string, { spellings }: NameSound): Promise<readonly GuildMember[]> {
  const longestFirst = (words: Iterable<string>) => [...words].toSorted((one, other) => other.length - one.length);
  const written = said
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  const words = [said.toLowerCase(), ...longestFirst(written), ...longestFirst(spellings)];
  const queries = [...new Set(words)].slice(0, MAX_QUERIES);
  const search = (query: string) => guild.members.search({ query, limit: MAX_FOUND, cache: false });
  return (await Promise.all(queries.map(search))).flatMap((members) => [...members.values()]);
}
