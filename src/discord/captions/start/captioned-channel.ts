import { UserError } from '../../../errors.ts';
import type { GuildPlace, InteractionContext } from '../../interactions/command.ts';
import { managesChannel } from '../../interactions/member-rights.ts';
import { joinCaller } from '../../playback/join-caller.ts';
import type { CaptionServices } from '../caption-services.ts';

type VoiceServices = Pick<CaptionServices, 'engine' | 'host' | 'directory'>;

/**
 * The voice channel that this person would have captioned: theirs, or the one that the bot is in for those who manage it.
 * `undefined` if there is none that they may enter.
 */
export async function voiceChannelFor(
  services: VoiceServices,
  place: GuildPlace,
  userId: string,
): Promise<string | undefined> {
  const channelId = await namedChannel(services, place, userId);
  const mayEnter = channelId !== undefined && services.directory.mayEnter(place.guildId, channelId, userId);
  return mayEnter ? channelId : undefined;
}

/**
 * Brings the bot to the voice channel that this person may have captioned.
 * @throws {UserError} when there is none, they could not enter it, or the bot doesn't come.
 */
export async function requireVoice(
  services: VoiceServices,
  { messages, userId }: InteractionContext,
  place: GuildPlace,
): Promise<string> {
  const { refusals } = messages.captions;
  const channelId = await namedChannel(services, place, userId);
  if (channelId === undefined) throw new UserError(refusals.joinFirst);
  if (!services.directory.mayEnter(place.guildId, channelId, userId)) {
    throw new UserError(refusals.notForYou({ voiceChannelId: channelId }));
  }
  if (place.voiceChannelId !== undefined) {
    await joinCaller(services, place, channelId, { messages, purpose: 'captions', userId });
  }
  return channelId;
}

async function namedChannel(
  { engine, directory }: VoiceServices,
  place: GuildPlace,
  userId: string,
): Promise<string | undefined> {
  if (place.voiceChannelId !== undefined) return place.voiceChannelId;
  const session = await engine.session(place.guildId);
  const isManaged = session?.joining === false && managesChannel(directory, { place, userId }, session.channelId);
  return isManaged ? session.channelId : undefined;
}
