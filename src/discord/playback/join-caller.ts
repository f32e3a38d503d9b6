import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { GuildPlace } from '../interactions/command.ts';
import type { Services } from '../services.ts';
import { joinMessage } from './join-message.ts';
import { mayControl } from './session-control.ts';

/**
 * Brings the bot to a voice channel of the guild for `purpose`, unless people listen to it elsewhere.
 * @throws {UserError} when it does not come.
 */
export async function joinCaller(
  { engine, host, directory }: Pick<Services, 'engine' | 'host' | 'directory'>,
  place: GuildPlace,
  channelId: string,
  request: { readonly messages: Messages; readonly purpose: 'say' | 'captions'; readonly userId: string },
): Promise<void> {
  const { messages, purpose, userId } = request;
  const { guildId, channelId: textChannelId } = place;
  const session = await engine.session(guildId);
  if (session?.channelId === channelId) return;
  if (session !== undefined && directory.listenerCount(guildId, session.channelId) > 0) {
    const mayMove = mayControl(directory, { place, userId }, session.channelId);
    throw new UserError(messages.playback.inUse[purpose]({ ...session, mayMove }));
  }
  const outcome = await host.join({ guildId, channelId, textChannelId });
  if (outcome.kind !== 'joined' && outcome.kind !== 'already-here') {
    throw new UserError(joinMessage(outcome, messages));
  }
}
