import type { Client, GuildBasedChannel, GuildMember, User } from 'discord.js';
import { linkSignals, untilAborted, withinTime } from '../../concurrency/async.ts';
import { FairSemaphore } from '../../concurrency/fair-semaphore.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { Mention } from '../../text/mentions.ts';
import { nameAccess } from './text-access.ts';

/** Longest wait for all the names of a text that have to be fetched, and for one channel's access. */
const FETCH_TIMEOUT_MS = 800;
/** Most people of one text that Discord is asked for; more in one text are hardly read out anyway. */
const MAX_FETCHED_PER_TEXT = 5;
/**
 * Most people that are fetched at once, for the whole bot and for a server. A fetch takes about 100 ms: that leaves most
 * of Discord's 50 requests a second (Discord API reference, "Global Rate Limit") to everything else, and another server
 * its turn when Discord slows one down.
 */
const MAX_FETCHES = 4;
const MAX_FETCHES_PER_GUILD = 2;
/** Most that wait for their turn; few of more would get it within the time. */
const MAX_WAITING = 50;

/** Who will read or hear a name, and in which guild, if in one. */
interface MentionViewer {
  readonly guildId: string | undefined;
  readonly userId: string;
}

/** The name that a person sees for a mention; `undefined` when they may not see it, or it cannot be found soon. */
type NameOfMention = (mention: Mention) => Promise<string | undefined>;

/** Begins to look up the names of one text, which has one time limit and one number of people to fetch. */
export type NamesOfText = (viewer: MentionViewer) => NameOfMention;

/** The parts of a client that know names. */
type NamingClient = Pick<Client, 'guilds' | 'users'>;

/**
 * Looks names up in the client's caches, and asks Discord for people who are not in them: for at most five of a text, four
 * at once for the whole bot, and no more once 800 ms have passed since the text's first.
 */
export function createMentionNames(client: NamingClient, log: Logger): NamesOfText {
  const fetches = new FairSemaphore({
    limit: MAX_FETCHES,
    limitPerGroup: MAX_FETCHES_PER_GUILD,
    maxWaiting: MAX_WAITING,
    createFullError: () => new MynahError('DISCORD_NAMES_BUSY', 'too many names to fetch', { severity: 'degraded' }),
  });
  return ({ guildId, userId }) => {
    const guild = guildId === undefined ? undefined : client.guilds.cache.get(guildId);
    const deadlineMs = performance.now() + FETCH_TIMEOUT_MS;
    let fetched = 0;
    const fetchName = async (id: string): Promise<string | undefined> => {
      using deadline = linkSignals([], {
        afterMs: Math.max(0, deadlineMs - performance.now()),
        reason: () => new MynahError('DISCORD_NAMES_LATE', 'a name was not found in time', { severity: 'degraded' }),
      });
      const permit = await fetches.acquire({ group: guildId ?? userId, key: userId, signal: deadline.signal });
      const fetching: Promise<GuildMember | User> =
        guild === undefined ? client.users.fetch(id) : guild.members.fetch(id);
      // The request continues after the wait for it has ended.
      const name = fetching.then(({ displayName }) => displayName).finally(() => permit[Symbol.dispose]());
      return await untilAborted(name, deadline.signal);
    };
    return async ({ kind, id }) => {
      if (kind === 'channel') return visibleName(guild?.channels.cache.get(id), userId, log);
      if (kind === 'role') return guild?.roles.cache.get(id)?.name;
      const known = (guild === undefined ? client.users.cache.get(id) : guild.members.cache.get(id))?.displayName;
      if (known !== undefined || fetched >= MAX_FETCHED_PER_TEXT) return known;
      fetched += 1;
      return await fetchName(id).catch(() => undefined);
    };
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
