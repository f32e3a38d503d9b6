import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Arrival } from '../../voice/speaking.ts';
import type { JoinOutcome } from '../../voice/voice-api.ts';
import type { GuildPlace } from '../interactions/command.ts';
import { mayControl } from '../interactions/member-rights.ts';
import { joinMessage } from './join-message.ts';
import type { PlaybackServices } from './playback-services.ts';

type JoinServices = Pick<PlaybackServices, 'engine' | 'host' | 'directory'>;

interface CallerRequest {
  readonly messages: Messages;
  readonly purpose: 'say' | 'captions';
  readonly userId: string;
}

/**
 * Brings the bot to a voice channel of the guild for `purpose`, unless people listen to it elsewhere.
 * @throws {UserError} when it does not come.
 */
export async function joinCaller(
  services: JoinServices,
  place: GuildPlace,
  channelId: string,
  request: CallerRequest,
): Promise<void> {
  const { arrived } = await callBot(services, place, channelId, request);
  await arrived;
}

/**
 * Like `joinCaller`, but resolves as soon as the bot is on its way.
 * @throws {UserError} when it may not come, or people listen to it elsewhere.
 */
export async function callBot(
  { engine, host, directory }: JoinServices,
  place: GuildPlace,
  channelId: string,
  { messages, purpose, userId }: CallerRequest,
): Promise<Arrival> {
  const { guildId, channelId: textChannelId } = place;
  const there: Arrival = { firstChannelId: undefined, arrived: Promise.resolve() };
  const session = await engine.session(guildId);
  if (session?.channelId === channelId && !session.joining) return there;
  const isElsewhere = session !== undefined && session.channelId !== channelId;
  if (isElsewhere && directory.listenerCount(guildId, session.channelId) > 0) {
    const mayMove = mayControl(directory, { place, userId }, session.channelId);
    throw new UserError(messages.playback.inUse[purpose]({ ...session, mayMove }));
  }
  const start = await host.startJoin({ guildId, channelId, textChannelId });
  if (start.kind === 'already-here') return there;
  if (start.kind !== 'joining') throw new UserError(joinMessage(start, messages));
  const arrived = start.outcome.then((outcome) => requireJoined(outcome, messages));
  arrived.catch(() => undefined);
  return { firstChannelId: start.isFirst ? channelId : undefined, arrived };
}

function requireJoined(outcome: JoinOutcome, messages: Messages): void {
  if (outcome.kind !== 'joined') throw new UserError(joinMessage(outcome, messages));
}
