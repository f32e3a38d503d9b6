import type { CaptionSession } from '../../../captions/captions-ports.ts';
import type { OverlayLink } from '../../../captions/overlay/overlay-api.ts';
import { UserError } from '../../../errors.ts';
import type { InteractionContext } from '../../interactions/command.ts';
import { requireGuild } from '../../interactions/member-rights.ts';
import type { CaptionServices } from '../caption-services.ts';
import { mayStop } from '../stop-captions.ts';
import { sharingObstacle } from './sharing-rights.ts';

type AccessServices = Pick<CaptionServices, 'captions' | 'directory' | 'overlays'>;

/**
 * Checks that a person may show captions outside Discord.
 * @throws {UserError} that says what is missing.
 */
export async function requireSharable(
  { directory }: Pick<CaptionServices, 'directory'>,
  context: InteractionContext,
  session: CaptionSession,
): Promise<void> {
  const { userId, messages } = context;
  const { refusals, overlay } = messages.captions;
  switch (await sharingObstacle(directory, { place: requireGuild(context), userId }, session)) {
    case undefined:
      return;
    case 'may-not-stop':
      throw new UserError(overlay.refusals.mayNotShare(session));
    case 'hidden':
      throw new UserError(overlay.refusals.hidden);
    case 'not-in-thread':
      throw new UserError(refusals.notInThread);
    case 'hidden-voice':
      throw new UserError(overlay.refusals.hiddenVoice);
    case 'unknown':
      throw new UserError(refusals.accessUnknown);
  }
}

/**
 * The links that a person may revoke, oldest first: their own, and everyone's for those who may stop the captions. They are
 * those of `sessionId`, and those of the running session, since a restart hands links on to the next.
 * @throws {UserError} when they may revoke none because they may not stop the captions, or because captions are off.
 */
export async function revocableLinks(
  { captions, directory, overlays }: AccessServices,
  context: InteractionContext,
  sessionId: string,
): Promise<readonly OverlayLink[]> {
  const place = requireGuild(context);
  const { userId, messages } = context;
  const running = (await captions.status(place.guildId))?.session;
  const ids = new Set([sessionId, running?.sessionId ?? sessionId]);
  const found = (await Promise.all([...ids].map((id) => overlays.list(id)))).flat();
  const mayStopRunning = running !== undefined && mayStop(directory, { place, userId }, running);
  const links = found.filter((link) => {
    if (link.guildId !== place.guildId) return false;
    if (link.createdBy === userId || place.managesVoice) return true;
    return mayStopRunning && link.sessionId === running.sessionId;
  });
  if (links.length === 0 && !mayStopRunning) {
    const { refusals, overlay } = messages.captions;
    throw new UserError(running === undefined ? refusals.off : overlay.refusals.mayNotShare(running));
  }
  return links;
}
