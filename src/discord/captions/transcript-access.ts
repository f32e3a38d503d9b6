import type { StoredTranscript } from '../../captions/captions-api.ts';
import type { CaptionSession } from '../../captions/captions-ports.ts';
import { UserError } from '../../errors.ts';
import type { InteractionContext } from '../interactions/command.ts';
import { maySeeChannel, requireGuild } from '../interactions/member-rights.ts';
import type { CaptionServices } from './caption-services.ts';

type AccessServices = Pick<CaptionServices, 'captions' | 'directory'>;

/**
 * The transcript of a session, by default of the newest one, for those who may read the text channel that it was shown
 * in and see the voice channel; where readers were confirmed who can't see it, or it is deleted, for all who may read the
 * text channel. What was shown in a channel that is deleted is for those who manage the guild instead of its readers.
 * @throws {UserError} when there is no transcript, it is empty, or the person may not have it.
 */
export async function requireTranscript(
  { captions, directory }: AccessServices,
  context: InteractionContext,
  sessionId: string | undefined,
): Promise<StoredTranscript> {
  const { guildId, managesGuild } = requireGuild(context);
  const { refusals } = context.messages.captions;
  const transcript = await captions.transcript(guildId, sessionId);
  if (transcript === undefined) {
    throw new UserError(sessionId === undefined ? refusals.noTranscript : refusals.transcriptDeleted);
  }
  const access = await directory.textAccess(guildId, transcript.session.textChannelId, context.userId);
  switch (access) {
    case 'visible':
      break;
    case 'deleted':
      if (!managesGuild) throw new UserError(refusals.transcriptHidden);
      break;
    case 'hidden':
      throw new UserError(refusals.transcriptHidden);
    case 'not-in-thread':
      throw new UserError(refusals.notInThread);
    case 'unknown':
      throw new UserError(refusals.accessUnknown);
  }
  if (!transcript.session.widerReaders) await requireVoiceAccess(directory, context, transcript.session);
  if (transcript.lines.length === 0) throw new UserError(refusals.nothingCaptioned);
  return transcript;
}

/**
 * Checks that a person may read the status of captions: they may see the voice channel, and where the captions are in a
 * private thread, that thread.
 * @throws {UserError} when they may not.
 */
export async function requireStatusAccess(
  directory: AccessServices['directory'],
  context: InteractionContext,
  { voiceChannelId, textChannelId }: CaptionSession,
): Promise<void> {
  const place = requireGuild(context);
  const { userId, messages } = context;
  const { refusals } = messages.captions;
  if (!maySeeChannel(directory, { place, userId }, voiceChannelId)) throw new UserError(refusals.statusHidden);
  const access = await directory.textAccess(place.guildId, textChannelId, userId);
  switch (access) {
    case 'visible':
    case 'deleted':
    // The people in a voice channel may know who is captioned there, whatever other channel shows the captions.
    case 'hidden':
      return;
    case 'not-in-thread':
      throw new UserError(refusals.notInThread);
    case 'unknown':
      throw new UserError(refusals.accessUnknown);
  }
}

/** @throws {UserError} when they can't see the voice channel. Once it is deleted, nobody could. */
async function requireVoiceAccess(
  directory: AccessServices['directory'],
  context: InteractionContext,
  { voiceChannelId }: CaptionSession,
): Promise<void> {
  const place = requireGuild(context);
  const { userId, messages } = context;
  const { refusals } = messages.captions;
  if (maySeeChannel(directory, { place, userId }, voiceChannelId)) return;
  const access = await directory.textAccess(place.guildId, voiceChannelId, userId);
  if (access === 'unknown') throw new UserError(refusals.accessUnknown);
  if (access !== 'deleted') throw new UserError(refusals.transcriptOfHiddenVoice);
}
