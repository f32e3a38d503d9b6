import { UserError } from '../../errors.ts';
import type { GuildPlace } from '../interactions/command.ts';
import type { Services } from '../services.ts';
import { joinWords } from './join-words.ts';

/**
 * Brings the bot to a voice channel of the guild, unless people listen to it elsewhere.
 * @throws {UserError} when it does not come; `instead` is a sentence on what else the person could do.
 */
export async function comeTo(
  { engine, host, directory }: Pick<Services, 'engine' | 'host' | 'directory'>,
  place: GuildPlace,
  channelId: string,
  instead: string,
): Promise<void> {
  const { guildId } = place;
  const session = await engine.session(guildId);
  if (session?.channelId === channelId) return;
  if (session !== undefined && directory.listenerCount(guildId, session.channelId) > 0) {
    throw new UserError(`People are listening to me in <#${session.channelId}>. ${instead}`);
  }
  const outcome = await host.join({ guildId, channelId, textChannelId: place.channelId });
  if (outcome.kind !== 'joined' && outcome.kind !== 'already-here') throw new UserError(joinWords(outcome));
}
