import { UserError } from '../../errors.ts';
import type { SessionSnapshot, VoiceEngine } from '../../voice/voice-api.ts';
import type { GuildPlace, InteractionContext } from '../interactions/command.ts';

/** The guild that somebody asked in. @throws {UserError} in a direct message. */
export function requireGuild(context: Pick<InteractionContext, 'place'>): GuildPlace {
  if (context.place.kind === 'guild') return context.place;
  throw new UserError('This works only in a server that I am a member of.');
}

/** The guild's session. @throws {UserError} when the bot is in no voice channel there. */
export async function requireSession(
  engine: Pick<VoiceEngine, 'session'>,
  place: GuildPlace,
): Promise<SessionSnapshot> {
  const session = await engine.session(place.guildId);
  if (session === undefined) throw notInVoice();
  return session;
}

/** Whether somebody may steer what others hear: who listens along, and who manages the guild or its voice channels. */
export function mayControl(place: GuildPlace, session: SessionSnapshot): boolean {
  return place.isManager || place.voiceChannelId === session.channelId;
}

/** The session, if the person may steer it. @throws {UserError} when there is none or they may not. */
export async function requireControl(
  engine: Pick<VoiceEngine, 'session'>,
  place: GuildPlace,
): Promise<SessionSnapshot> {
  const session = await requireSession(engine, place);
  if (mayControl(place, session)) return session;
  throw new UserError(
    `Only those who are in <#${session.channelId}> with me can do that, or those who manage the server or its voice channels.`,
  );
}

/** What is said wherever a session is needed and there is none. */
export function notInVoice(): UserError {
  return new UserError('I am in no voice channel here. Call me with `/join`.');
}
