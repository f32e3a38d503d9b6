import type { CaptionSession } from '../../../captions/captions-ports.ts';
import type { OverlayLinks, OverlayNews, ResumedLink } from '../../../captions/overlay/overlay-api.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { GuildDirectory } from '../../client/guild-directory.ts';
import type { Reply } from '../../client/replies.ts';
import { endedButtons } from '../caption-messages.ts';
import type { CaptionPlaces } from '../start/caption-places.ts';

/** Tells everyone who is captioned that others can read along outside Discord. */
export interface OverlayNotices {
  /**
   * Posts the notice in the session's text channel, and in the voice channel's chat where the bot may, unless this process
   * did so before for the session and this person. `createdBy` is `undefined` for someone who is erased. Resolves with whether the text
   * channel has it. Never rejects.
   */
  announce(session: CaptionSession, createdBy: string | undefined): Promise<boolean>;
}

/** Announces the links that a restart hands on. Without the notice they are revoked: nobody could know of them. */
export function announceResumedLinks(
  overlays: OverlayNews & Pick<OverlayLinks, 'revoke'>,
  notices: OverlayNotices,
  log: Logger,
): void {
  const announce = async ({ linkId, session, createdBy }: ResumedLink): Promise<void> => {
    if (await notices.announce(session, createdBy)) return;
    try {
      await overlays.revoke(linkId);
      log.warn({ guildId: session.guildId }, 'a link to captions ended because it could not be announced');
    } catch (error) {
      log.error({ err: error, guildId: session.guildId }, 'a link to captions that nobody knows of could not be ended');
    }
  };
  overlays.onResumed((resumed) => void announce(resumed));
}

/** The notices of a session that are posted, or being posted. */
interface Announced {
  readonly sessionId: string;
  /** By the user id of who made the links. */
  readonly isPosted: Map<string | undefined, Promise<boolean>>;
}

/** Creates the notices of all guilds. They remember one session for each guild. */
export function createOverlayNotices(parts: {
  readonly directory: Pick<GuildDirectory, 'postReply'>;
  readonly captionPlaces: Pick<CaptionPlaces, 'missingToPost'>;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
}): OverlayNotices {
  const { directory, captionPlaces, publicMessages } = parts;
  /** By guild id. */
  const announced = new Map<string, Announced>();

  const post = async (session: CaptionSession, createdBy: string | undefined): Promise<boolean> => {
    const { guildId, textChannelId, voiceChannelId } = session;
    const messages = await publicMessages(guildId);
    const content = messages.captions.overlay.notice({ voiceChannelId, createdBy });
    const notice: Reply = { content, visibility: 'public', components: [endedButtons(messages)] };
    const isPosted = await directory.postReply(textChannelId, notice);
    // People in the voice channel may not be able to see the text channel.
    const hasChat = textChannelId !== voiceChannelId && captionPlaces.missingToPost(voiceChannelId)?.length === 0;
    if (isPosted && hasChat) await directory.postReply(voiceChannelId, notice).catch(() => false);
    return isPosted;
  };

  return {
    announce: async (session, createdBy) => {
      const { guildId, sessionId } = session;
      const known = announced.get(guildId);
      const notices = known?.sessionId === sessionId ? known : { sessionId, isPosted: new Map() };
      announced.set(guildId, notices);
      const attempt = notices.isPosted.get(createdBy) ?? post(session, createdBy).catch(() => false);
      notices.isPosted.set(createdBy, attempt);
      const isPosted = await attempt;
      if (!isPosted && notices.isPosted.get(createdBy) === attempt) notices.isPosted.delete(createdBy);
      return isPosted;
    },
  };
}
