import type { SessionSnapshot } from '../voice/voice-api.ts';
import type { Binding, ChatMessage, ReadingPlaces } from './reading-ports.ts';

/** Where a message is read. */
export type Destination =
  /** In the voice channel where the bot is. */
  | { readonly kind: 'here' }
  /** In the writer's voice channel, which the bot has to join. */
  | { readonly kind: 'join'; readonly voiceChannelId: string }
  | { readonly kind: 'nowhere'; readonly why: NowhereReason };

/**
 * Why a channel's messages are read nowhere: the bot is in no voice channel; it is in one that the channel does not belong
 * to, or with nobody who reads the channel; people could hear it who may not read it.
 */
export type NowhereReason = 'not-in-voice' | 'elsewhere' | 'no-readers' | 'not-open';

type Session = Pick<SessionSnapshot, 'channelId'>;

/** Why the messages of a bound channel are not read in a voice channel; `undefined` when they are. */
export function whyNotIn(
  voiceChannelId: string,
  { guildId, channelId, widerListeners }: Binding,
  places: ReadingPlaces,
): NowhereReason | undefined {
  if (places.isVoice(guildId, channelId)) return channelId === voiceChannelId ? undefined : 'elsewhere';
  if (!widerListeners && !places.isOpenTo(voiceChannelId, channelId)) return 'not-open';
  return places.hasReaders(guildId, voiceChannelId, channelId) ? undefined : 'no-readers';
}

/**
 * Where a message of a bound channel is read. The bot is never taken away from people who listen to it, or from captions;
 * people in another voice channel than the bot's are not read, because their readers are there.
 */
export async function destinationOf(
  message: Pick<ChatMessage, 'guildId' | 'channelId' | 'authorId'>,
  { binding, session, places }: { binding: Binding; session: Session | undefined; places: ReadingPlaces },
): Promise<Destination> {
  const { guildId, channelId, authorId } = message;
  const writerAt = places.voiceChannelOf(guildId, authorId);
  const isOwnChat = places.isVoice(guildId, channelId);
  const isOccupied = session !== undefined && places.listenerCount(guildId, session.channelId) > 0;
  if (session !== undefined && isOccupied) {
    const isElsewhere = !isOwnChat && writerAt !== undefined && writerAt !== session.channelId;
    const why = isElsewhere ? 'elsewhere' : whyNotIn(session.channelId, binding, places);
    return why === undefined ? { kind: 'here' } : { kind: 'nowhere', why };
  }
  if (session !== undefined && session.channelId !== writerAt && (await places.hasCaptions(guildId))) {
    return { kind: 'nowhere', why: 'elsewhere' };
  }
  if (!binding.autoJoin || writerAt === undefined) return { kind: 'nowhere', why: 'not-in-voice' };
  const why = whyNotIn(writerAt, binding, places);
  return why === undefined ? { kind: 'join', voiceChannelId: writerAt } : { kind: 'nowhere', why };
}
