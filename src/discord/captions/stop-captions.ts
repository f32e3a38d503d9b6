import type { CaptionSession } from '../../captions/captions-ports.ts';
import { UserError } from '../../errors.ts';
import { ephemeral } from '../client/replies.ts';
import type { InteractionContext } from '../interactions/command.ts';
import { type ActingMember, mayControl, requireGuild } from '../interactions/member-rights.ts';
import type { CaptionServices } from './caption-services.ts';

/**
 * Ends the captions of the guild, for the person who started them, the people in their voice channel, and those who
 * manage it. With `sessionId`, only those captions: a button never ends later ones.
 * @throws {UserError} when they are not running, or the person may not stop them.
 */
export async function stopCaptions(
  { captions, directory }: Pick<CaptionServices, 'captions' | 'directory'>,
  context: InteractionContext,
  sessionId?: string,
): Promise<void> {
  const place = requireGuild(context);
  const { userId, messages } = context;
  const { refusals, stopped } = messages.captions;
  const over = (): UserError => new UserError(sessionId === undefined ? refusals.off : refusals.alreadyEnded);
  const status = await captions.status(place.guildId);
  if (status === undefined) throw over();
  const { session } = status;
  if (sessionId !== undefined && session.sessionId !== sessionId) throw over();
  const { startedBy, voiceChannelId } = session;
  if (!mayStop(directory, { place, userId }, session))
    throw new UserError(refusals.mayNotStop({ startedBy, voiceChannelId }));
  const outcome = await captions.stop(place.guildId, session.sessionId);
  if (outcome.kind === 'not-running') throw over();
  await context.answer(ephemeral(stopped({ voiceChannelId, lines: outcome.lines })));
}

/** Whether a member may end captions: the person who started them, those in the voice channel, and those who manage it. */
export function mayStop(
  directory: Pick<CaptionServices['directory'], 'mayManage' | 'maySeeVoice'>,
  member: ActingMember,
  { startedBy, voiceChannelId }: Pick<CaptionSession, 'startedBy' | 'voiceChannelId'>,
): boolean {
  return startedBy === member.userId || mayControl(directory, member, voiceChannelId);
}
