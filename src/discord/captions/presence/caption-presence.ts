import type { Captions } from '../../../captions/captions-api.ts';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import type { CaptionPlaces } from '../start/caption-places.ts';
import type { ChannelStatus } from './channel-status.ts';
import type { ChatNotice, StartNotice, VoiceChatNotices } from './voice-chat-notices.ts';

/** What the voice channel's people see of captions while they are on, and who may read them. */
export interface CaptionPresence {
  /** Call it when captions have started: shows the status, posts the notice in the voice channel's chat. Never rejects. */
  open(notice: StartNotice): Promise<ChatNotice>;
  /** Call it when captions have ended. */
  close(session: { readonly guildId: string; readonly sessionId: string }): Promise<void>;
  /** Call it when a voice state changed in this guild. */
  onPeopleChanged(guildId: string): void;
  /** Call it when channels or roles of this guild changed: captions end that others could now read, and people are told who could not be before. */
  onPermissionsChanged(guildId: string): void;
  /** Whether text of this session may appear where its captions go, also after its end or a restart. */
  mayShow(session: CaptionSession): boolean;
}

/** Creates it for all guilds. */
export function createCaptionPresence(options: {
  readonly channelStatus: ChannelStatus;
  readonly notices: Omit<VoiceChatNotices, 'settle'>;
  readonly places: Pick<CaptionPlaces, 'audience'>;
  readonly captions: Pick<Captions, 'status' | 'end'>;
}): CaptionPresence {
  const { channelStatus, notices, places, captions } = options;
  /** The sessions whose readers must all see the voice channel, by guild id: nobody confirmed another audience. */
  const bounded = new Map<string, CaptionSession>();
  /** What `mayShow` found for a guild's session, until something changes: it is asked for every piece of text. */
  const found = new Map<string, { readonly sessionId: string; readonly mayShow: boolean }>();

  const close: CaptionPresence['close'] = async ({ guildId, sessionId }) => {
    if (bounded.get(guildId)?.sessionId === sessionId) bounded.delete(guildId);
    notices.close(sessionId);
    await channelStatus.clear(guildId, sessionId);
  };

  const checkAudience = (guildId: string): void => {
    found.delete(guildId);
    const session = bounded.get(guildId);
    if (session === undefined || places.audience(session.textChannelId, session.voiceChannelId) !== 'wider') return;
    captions.end(session.sessionId, 'audience-widened');
  };

  return {
    close,
    open: async (notice) => {
      const { session } = notice;
      bounded.delete(session.guildId);
      found.delete(session.guildId);
      if (!session.widerReaders) bounded.set(session.guildId, session);
      void channelStatus.set(session);
      const outcome = await notices.open(notice);
      // They may have ended in the meantime, before any of this was there to be closed.
      const isRunning = await captions.status(session.guildId).then(
        (status) => status?.session.sessionId === session.sessionId,
        () => true,
      );
      if (!isRunning) await close(session);
      // Permissions may have changed since the audience was checked.
      else checkAudience(session.guildId);
      return outcome;
    },
    onPeopleChanged: (guildId) => {
      channelStatus.onPeopleChanged(guildId);
      notices.onPeopleChanged(guildId);
    },
    onPermissionsChanged: (guildId) => {
      checkAudience(guildId);
      notices.onPeopleChanged(guildId);
    },
    mayShow: ({ guildId, sessionId, textChannelId, voiceChannelId, widerReaders }) => {
      if (widerReaders) return true;
      const known = found.get(guildId);
      if (known?.sessionId === sessionId) return known.mayShow;
      const audience = places.audience(textChannelId, voiceChannelId);
      if (audience !== 'unknown') found.set(guildId, { sessionId, mayShow: audience === 'within' });
      return audience !== 'wider';
    },
  };
}
