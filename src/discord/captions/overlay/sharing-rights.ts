import type { CaptionSession } from '../../../captions/captions-ports.ts';
import type { AskShareRight } from '../../../captions/overlay/maker-checks.ts';
import type { GuildDirectory } from '../../client/guild-directory.ts';
import { type ActingMember, maySeeChannel } from '../../interactions/member-rights.ts';
import { mayStop } from '../stop-captions.ts';

type Rights = Pick<GuildDirectory, 'mayManage' | 'maySeeVoice' | 'textAccess'>;

/** Why a person may not show captions outside Discord; `unknown` when Discord doesn't say who may read them. */
export type SharingObstacle = 'may-not-stop' | 'hidden' | 'not-in-thread' | 'hidden-voice' | 'unknown';

/**
 * What keeps a person from showing captions outside Discord: they must be allowed to stop them, read the channel that they
 * are posted in, and see the voice channel, unless readers were confirmed who can't. Never rejects.
 */
export async function sharingObstacle(
  directory: Rights,
  member: ActingMember,
  session: CaptionSession,
): Promise<SharingObstacle | undefined> {
  const { guildId } = member.place;
  if (!mayStop(directory, member, session)) return 'may-not-stop';
  const access = await directory.textAccess(guildId, session.textChannelId, member.userId);
  if (access === 'deleted') return 'hidden';
  if (access !== 'visible') return access;
  return session.widerReaders || maySeeChannel(directory, member, session.voiceChannelId) ? undefined : 'hidden-voice';
}

/** Asks the same of somebody who is not there to be told: the maker of a link, later. */
export function createShareRights(directory: Rights & Pick<GuildDirectory, 'actingPlace'>): AskShareRight {
  return async (session, userId, isFresh) => {
    const place = await directory.actingPlace(session.guildId, userId, isFresh);
    if (place === 'unknown') return 'unknown';
    if (place === undefined) return 'no';
    const obstacle = await sharingObstacle(directory, { place, userId }, session);
    if (obstacle === undefined) return 'yes';
    return obstacle === 'unknown' ? 'unknown' : 'no';
  };
}
