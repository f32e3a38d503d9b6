import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { SessionSnapshot, VoiceEngine } from '../../voice/voice-api.ts';
import type { GuildPlace, InteractionContext } from '../interactions/command.ts';

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

/** Whether a member may control what others hear: those in the channel, and those who manage the guild or its voice. */
export function mayControl(place: GuildPlace, session: SessionSnapshot): boolean {
  return place.isManager || place.voiceChannelId === session.channelId;
}

/** The refusal for members who may not control a session. */
export function mayNotControl({ channelId }: SessionSnapshot, messages: Messages): UserError {
  return new UserError(messages.playback.mayNotControl({ channelId }));
}

/** The refusal wherever a session is needed and there is none. */
export function notInVoice(messages: Messages): UserError {
  return new UserError(messages.playback.notInVoice);
}
