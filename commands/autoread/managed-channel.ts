import type { CommandContext, GuildPlace } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { AutoreadParts } from './parts.ts';

/** The channel that was named, else this one. @throws {UserError} when the person can't see it or doesn't manage it. */
export async function requireManagedChannel(
  parts: Pick<AutoreadParts, 'directory'>,
  context: CommandContext,
  place: GuildPlace,
): Promise<string> {
  const { messages, options, userId } = context;
  const channelId = options.string('channel') ?? place.channelId;
  const access = await parts.directory.textAccess(place.guildId, channelId, userId);
  if (access !== 'visible') throw new UserError(messages.reading.notVisible);
  requireManager(parts, place, userId, channelId, messages);
  return channelId;
}

/** @throws {UserError} when the person does not manage the channel. */
export function requireManager(
  { directory }: Pick<AutoreadParts, 'directory'>,
  place: GuildPlace,
  userId: string,
  channelId: string,
  messages: Messages,
): void {
  if (place.managesGuild || directory.managesText(channelId, userId)) return;
  throw new UserError(messages.reading.mayNotManage({ channelId }));
}
