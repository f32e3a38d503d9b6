import type { Client } from 'discord.js';
import type { CaptionsEnded, CaptionsWithOverlays } from '../../captions/captions-api.ts';
import type { CaptionSession, FindUnrecorded, SettleMessage } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { VoiceEngine } from '../../voice/voice-api.ts';
import { noteDiscordTime } from '../client/discord-time.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { GuildPeople } from '../client/guild-people.ts';
import { mayAttachFiles, mayManageMessages, mayReadHistory, mayUseWebhooks } from '../client/permissions.ts';
import type { Explain } from '../interactions/explain-failure.ts';
import type { CaptionServices } from './caption-services.ts';
import { type CaptionRenderer, createCaptionRenderer } from './display/caption-renderer.ts';
import { createCaptionWebhooks } from './display/caption-webhooks.ts';
import { createMessageSettler } from './display/message-settler.ts';
import { createUnrecordedFinder } from './display/unrecorded-messages.ts';
import { listenForCaptions } from './presence/caption-events.ts';
import { type CaptionPresence, createCaptionPresence } from './presence/caption-presence.ts';
import { type ChannelStatus, createChannelStatus } from './presence/channel-status.ts';
import { createVoiceChatNotices, type VoiceChatNotices } from './presence/voice-chat-notices.ts';
import { type ChannelInfoRequest, createVoiceStatusReader } from './presence/voice-status-reader.ts';
import { type CaptionPlaces, createCaptionPlaces } from './start/caption-places.ts';
import { createTranscriptOffers, type TranscriptOffers } from './transcript-offers.ts';

/** Creates what shows captions. The caller must close it. */
export function createRenderer(
  client: Client,
  parts: {
    readonly directory: GuildDirectory;
    readonly people: GuildPeople;
    readonly mayShow: (session: CaptionSession) => boolean;
    /** Called once for a session whose captions Discord no longer lets the bot post. */
    readonly onForbidden: (session: CaptionSession) => void;
    readonly explain: Explain;
    readonly messagesOf: (guildId: string) => Messages;
    readonly log: Logger;
  },
): CaptionRenderer {
  const { directory, people, mayShow, onForbidden, explain, messagesOf, log } = parts;
  const { rest } = client;
  return createCaptionRenderer({
    rest,
    webhooks: createCaptionWebhooks({ rest, applicationId: () => client.application?.id, log }),
    people,
    webhookChannelOf: (channelId) => directory.textChannel(channelId)?.webhookChannelId ?? channelId,
    mayUseWebhooks: (channelId) => mayUseWebhooks(directory.textChannel(channelId)?.permissions ?? 0n),
    mayManageMessages: (channelId) => mayManageMessagesIn(directory, channelId),
    mayShow,
    onForbidden,
    explain,
    messagesOf,
    log,
  });
}

/** Creates what finds the messages that earlier processes left, and takes away their interim text. To be called before login. */
export function createSettling(
  client: Client,
  parts: {
    readonly directory: GuildDirectory;
    readonly mayShow: (session: CaptionSession) => boolean;
    readonly publicMessages: (guildId: string) => Promise<Messages>;
    readonly log: Logger;
  },
): { readonly settleMessage: SettleMessage; readonly findUnrecorded: FindUnrecorded } {
  const { directory, mayShow, publicMessages, log } = parts;
  const { rest } = client;
  return {
    settleMessage: createMessageSettler({
      ...{ rest, mayShow, publicMessages, log },
      mayManageMessages: (channelId) => mayManageMessagesIn(directory, channelId),
    }),
    findUnrecorded: createUnrecordedFinder({
      rest,
      // All guilds are in the cache once the client is ready; those that Discord cannot serve yet are not available.
      isKnown: (guildId) => client.guilds.cache.get(guildId)?.available ?? client.isReady(),
      // Captions take longer than a second: the login comes first, and then a command, and speech.
      startedAtMs: noteDiscordTime(rest),
      mayReadHistory: (channelId) => mayReadHistory(directory.textChannel(channelId)?.permissions ?? 0n),
      identity: () => {
        const { user, application } = client;
        return user === null || application === null ? undefined : { botId: user.id, applicationId: application.id };
      },
    }),
  };
}

function mayManageMessagesIn(directory: GuildDirectory, channelId: string): boolean {
  return mayManageMessages(directory.textChannel(channelId)?.permissions ?? 0n);
}

/** What goes with captions in Discord besides the captions themselves. */
export interface CaptionSurroundings {
  readonly channelStatus: ChannelStatus;
  readonly presence: CaptionPresence;
  readonly notices: VoiceChatNotices;
  readonly places: CaptionPlaces;
  readonly offers: TranscriptOffers;
}

/**
 * Creates the channel status, the notices and the offers of transcripts, and lets them follow Discord and the end of
 * captions. `send` sends a gateway payload on the guild's shard.
 */
export function createCaptionSurroundings(
  client: Client,
  parts: {
    readonly captions: CaptionsWithOverlays;
    readonly directory: GuildDirectory;
    readonly send: (guildId: string, payload: ChannelInfoRequest, maxWaitMs: number) => void;
    /** Whether captions of this session's voice channel start by themselves. */
    readonly startsAgain: (session: CaptionSession) => boolean;
    /** Whether a link shows the session's captions outside Discord. Never rejects. */
    readonly isShared: (sessionId: string) => Promise<boolean>;
    readonly publicMessages: (guildId: string) => Promise<Messages>;
    readonly log: Logger;
  },
): CaptionSurroundings {
  const { captions, directory, send, startsAgain, isShared, publicMessages, log } = parts;
  const { rest } = client;
  const statusReader = createVoiceStatusReader(send);
  const places = createCaptionPlaces(client);
  const channelStatus = createChannelStatus({
    ...{ rest, publicMessages, log },
    read: (guildId, channelId) => statusReader.read(guildId, channelId),
    maySet: (guildId, channelId) => directory.maySetStatus(guildId, channelId),
    hasPeople: (guildId, channelId) => directory.listenerCount(guildId, channelId) > 0,
  });
  const notices = createVoiceChatNotices({
    ...{ rest, isShared, publicMessages, log },
    missingToPost: (channelId) => places.missingToPost(channelId),
    peopleIn: (guildId, channelId) => directory.peopleIn(guildId, channelId),
    status: (guildId) => captions.status(guildId),
  });
  const presence = createCaptionPresence({ channelStatus, notices, places, captions });
  const offers = createTranscriptOffers({
    rest,
    transcript: (guildId, sessionId) => captions.transcript(guildId, sessionId),
    channelName: (channelId) => directory.channelName(channelId),
    mayAttachFiles: (channelId) => mayAttachFiles(directory.textChannel(channelId)?.permissions ?? 0n),
    mayPostIn: (channelId) => places.missingToPost(channelId)?.length === 0,
    mayShow: (session) => presence.mayShow(session),
    startsAgain,
    publicMessages,
    log,
  });
  captions.onEnded((ended: CaptionsEnded) => {
    void presence.close(ended.session);
    const { guildId, voiceChannelId } = ended.session;
    if (ended.reason === 'interrupted') void channelStatus.removeLeftOver(guildId, voiceChannelId);
    void offers.offer(ended);
  });
  listenForCaptions(client, { presence, overlays: captions.overlays, channelStatus, statusReader });
  return { channelStatus, presence, notices, places, offers };
}

/** The engine, restoring the channel status before it leaves voice: a bot outside the channel may not change it. */
export function clearStatusOnLeave(engine: VoiceEngine, channelStatus: ChannelStatus): CaptionServices['engine'] {
  return {
    leave: async (guildId) => {
      await channelStatus.clear(guildId);
      return engine.leave(guildId);
    },
    skip: (guildId) => engine.skip(guildId),
    stop: (guildId) => engine.stop(guildId),
    pause: (guildId) => engine.pause(guildId),
    resume: (guildId) => engine.resume(guildId),
    remove: (guildId, textId, userId, anyone) => engine.remove(guildId, textId, userId, anyone),
    session: (guildId) => engine.session(guildId),
  };
}
