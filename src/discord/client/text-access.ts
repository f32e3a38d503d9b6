import {
  ChannelType,
  type Client,
  DiscordAPIError,
  type GuildBasedChannel,
  PermissionFlagsBits,
  PermissionsBitField,
  RESTJSONErrorCodes,
} from 'discord.js';
import { withinTime } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';

const { Connect, ManageThreads, ViewChannel } = PermissionFlagsBits;

/** Longest wait for what Discord has to be asked. */
const FETCH_TIMEOUT_MS = 5_000;
/** HTTP status of a membership that does not exist (Discord API reference, "Get Thread Member"). */
const NOT_FOUND = 404;

/** Whether a person may read a text channel or thread. All but `visible` mean that they get nothing of it. */
export type TextAccess =
  | 'visible'
  /** They lack View Channel, or Connect for the chat of a voice channel (Discord API reference, "Implicit Permissions"). */
  | 'hidden'
  /** It is a private thread of which they are not a member, and they may not manage threads. */
  | 'not-in-thread'
  | 'deleted'
  /** Discord did not say: the bot cannot see the thread itself, or Discord could not be reached. */
  | 'unknown';

/** Whose access to which channel. All are ids. */
interface AccessQuery {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
}

/** Whether a person may read the messages of a channel or thread of a guild. Threads that are not cached are fetched. Never rejects. */
export async function textAccess(client: Client, query: AccessQuery, log: Logger): Promise<TextAccess> {
  return asked(log, async () => {
    const cached = client.channels.cache.get(query.channelId);
    // Archived threads are missing after a restart.
    const channel = cached ?? (await client.channels.fetch(query.channelId));
    if (channel === null || channel.isDMBased() || channel.guildId !== query.guildId) return 'hidden';
    return accessTo(channel, query.userId, channel.isVoiceBased() ? [ViewChannel, Connect] : [ViewChannel]);
  });
}

/** Whether a person sees that a channel or thread is there, and its name. Never rejects. */
export async function nameAccess(channel: GuildBasedChannel, userId: string, log: Logger): Promise<TextAccess> {
  return asked(log, () => accessTo(channel, userId, [ViewChannel]));
}

/** discord.js answers for a thread with the permissions of its parent, so that a private thread needs a look at its members. */
async function accessTo(channel: GuildBasedChannel, userId: string, needed: readonly bigint[]): Promise<TextAccess> {
  const { members } = channel.guild;
  const member = members.cache.get(userId) ?? (await members.fetch(userId));
  // A thread without a known parent has none.
  const permissions = channel.permissionsFor(member) ?? new PermissionsBitField();
  const isPrivate = channel.type === ChannelType.PrivateThread;
  if (!permissions.has([...needed])) return isPrivate ? 'not-in-thread' : 'hidden';
  if (!isPrivate || permissions.has(ManageThreads)) return 'visible';
  try {
    // Without the members intent, Discord does not report who joins and leaves, so a cached membership may be over.
    await channel.members.fetch({ member: userId, force: true, cache: false });
    return 'visible';
  } catch (error) {
    if (isMissing(error) && error.code !== RESTJSONErrorCodes.UnknownChannel) return 'not-in-thread';
    throw error;
  }
}

async function asked(log: Logger, ask: () => Promise<TextAccess>): Promise<TextAccess> {
  const answer = ask().catch((error: unknown): TextAccess => {
    if (isMissing(error) && error.code === RESTJSONErrorCodes.UnknownChannel) return 'deleted';
    if (isMissing(error) && error.code === RESTJSONErrorCodes.UnknownMember) return 'hidden';
    log.info({ err: error }, 'could not find out who may read a channel');
    return 'unknown';
  });
  return withinTime(answer, FETCH_TIMEOUT_MS, 'unknown');
}

function isMissing(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && error.status === NOT_FOUND;
}
