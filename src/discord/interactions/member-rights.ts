import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { SessionSnapshot, VoiceEngine } from '../../voice/voice-api.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { GuildPlace, InteractionContext } from './command.ts';

/** Somebody who does something in a guild. */
export interface ActingMember {
  readonly place: Pick<GuildPlace, 'guildId' | 'voiceChannelId' | 'managesVoice'>;
  readonly userId: string;
}

type ChannelRights = Pick<GuildDirectory, 'mayManage' | 'maySeeVoice'>;

/** The guild that the command was used in. @throws {UserError} in a direct message. */
export function requireGuild({ place, messages }: Pick<InteractionContext, 'place' | 'messages'>): GuildPlace {
  if (place.kind === 'guild') return place;
  throw new UserError(messages.interactions.serverOnly);
}

/** The guild's session. @throws {UserError} when the bot is in no voice channel there. */
export async function requireSession(
  engine: Pick<VoiceEngine, 'session'>,
  place: GuildPlace,
  messages: Messages,
): Promise<SessionSnapshot> {
  const session = await engine.session(place.guildId);
  if (session === undefined) throw notInVoice(messages);
  return session;
}

/** Whether a member may control what others hear in a voice channel: those in it, and those who manage it. */
export function mayControl(directory: ChannelRights, member: ActingMember, channelId: string): boolean {
  return member.place.voiceChannelId === channelId || managesChannel(directory, member, channelId);
}

/** Whether a member may manage the guild, or move or mute members, in the whole guild or in this voice channel. */
export function managesChannel(directory: ChannelRights, { place, userId }: ActingMember, channelId: string): boolean {
  return place.managesVoice || directory.mayManage(place.guildId, channelId, userId);
}

/** Whether a member may learn what happens in a voice channel: those in it, and those who may see it. */
export function maySeeChannel(directory: ChannelRights, { place, userId }: ActingMember, channelId: string): boolean {
  return place.voiceChannelId === channelId || directory.maySeeVoice(place.guildId, channelId, userId);
}

/** The refusal for members who may not control a session. */
export function mayNotControl({ channelId }: SessionSnapshot, messages: Messages): UserError {
  return new UserError(messages.playback.mayNotControl({ channelId }));
}

/** The refusal wherever a session is needed and there is none. */
export function notInVoice(messages: Messages): UserError {
  return new UserError(messages.playback.notInVoice);
}
