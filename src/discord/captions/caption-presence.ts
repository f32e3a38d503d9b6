import type { Captions } from '../../captions/captions-api.ts';
import type { CaptionPlaces } from './caption-places.ts';
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
  /** Call it when channels or roles of this guild changed: captions end that others could now read. */
  onPermissionsChanged(guildId: string): void;
}

/** Creates it for all guilds. */
export function createCaptionPresence(options: {
  readonly channelStatus: ChannelStatus;
  readonly notices: VoiceChatNotices;
  readonly places: Pick<CaptionPlaces, 'audience'>;
  readonly captions: Pick<Captions, 'status' | 'end'>;
}): CaptionPresence {
  const { channelStatus, notices, places, captions } = options;
  /** The sessions whose readers must all see the voice channel, by guild id: nobody confirmed another audience. */
  const bounded = new Map<string, StartNotice['session']>();

  const close: CaptionPresence['close'] = async ({ guildId, sessionId }) => {
    if (bounded.get(guildId)?.sessionId === sessionId) bounded.delete(guildId);
    notices.close(sessionId);
    await channelStatus.clear(guildId, sessionId);
  };

  return {
    close,
    open: async (notice) => {
      const { session, confirmedBy } = notice;
      bounded.delete(session.guildId);
      if (confirmedBy === undefined) bounded.set(session.guildId, session);
      void channelStatus.set(session);
      const outcome = await notices.open(notice);
      // They may have ended in the meantime, before any of this was there to be closed.
      const isRunning = await captions.status(session.guildId).then(
        (status) => status?.session.sessionId === session.sessionId,
        () => true,
      );
      if (!isRunning) await close(session);
      return outcome;
    },
    onPeopleChanged: (guildId) => {
      channelStatus.onPeopleChanged(guildId);
      notices.onPeopleChanged(guildId);
    },
    onPermissionsChanged: (guildId) => {
      const session = bounded.get(guildId);
      if (session === undefined || places.audience(session.textChannelId, session.voiceChannelId) !== 'wider') return;
      captions.end(session.sessionId, 'audience-widened');
    },
  };
}
