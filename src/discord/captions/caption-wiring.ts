import type { Client } from 'discord.js';
import type { Captions, CaptionsEnded } from '../../captions/captions-api.ts';
import type { Logger } from '../../log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { VoiceEngine } from '../../voice/voice-api.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { GuildPeople } from '../client/guild-people.ts';
import { mayAttachFiles, mayUseWebhooks } from '../client/permissions.ts';
import type { Explain } from '../interactions/explain-failure.ts';
import type { Services } from '../services.ts';
import { type CaptionRenderer, createCaptionRenderer } from './caption-renderer.ts';
import { createCaptionWebhooks } from './caption-webhooks.ts';
import { type ChannelStatus, createChannelStatus } from './channel-status.ts';
import { createTranscriptOffers, type TranscriptOffers } from './transcript-offers.ts';

/** Creates what shows captions. The caller must close it. */
export function createRenderer(
  client: Client,
  parts: {
    readonly directory: GuildDirectory;
    readonly people: GuildPeople;
    readonly explain: Explain;
    readonly messages: Messages;
    readonly log: Logger;
  },
): CaptionRenderer {
  const { directory, people, explain, messages, log } = parts;
  const { rest } = client;
  return createCaptionRenderer({
    rest,
    webhooks: createCaptionWebhooks({ rest, applicationId: () => client.application?.id, messages, log }),
    people,
    webhookChannelOf: (channelId) => directory.textChannel(channelId)?.webhookChannelId ?? channelId,
    mayUseWebhooks: (channelId) => mayUseWebhooks(directory.textChannel(channelId)?.permissions ?? 0n),
    explain,
    messages,
    log,
  });
}

/** What happens in Discord when captions end for any reason: the channel status is cleared, the transcript is offered. */
export function createCaptionEnds(
  { rest }: Client,
  parts: {
    readonly captions: Captions;
    readonly directory: GuildDirectory;
    readonly messages: Messages;
    readonly log: Logger;
  },
): { channelStatus: ChannelStatus; offers: TranscriptOffers } {
  const { captions, directory, messages, log } = parts;
  const channelStatus = createChannelStatus({
    rest,
    maySet: (guildId, channelId) => directory.maySetStatus(guildId, channelId),
    messages,
    log,
  });
  const offers = createTranscriptOffers({
    rest,
    transcript: (guildId, sessionId) => captions.transcript(guildId, sessionId),
    channelName: (channelId) => directory.channelName(channelId),
    mayAttachFiles: (channelId) => mayAttachFiles(directory.textChannel(channelId)?.permissions ?? 0n),
    messages,
    log,
  });
  captions.onEnded((ended: CaptionsEnded) => {
    void channelStatus.clear(ended.session.guildId);
    void offers.offer(ended);
  });
  return { channelStatus, offers };
}

/** The engine, clearing the channel status before it leaves a channel: a bot outside the channel may not change it. */
export function clearStatusOnLeave(
  engine: VoiceEngine,
  channelStatus: ChannelStatus,
): Services['engine'] & Pick<VoiceEngine, 'join'> {
  return {
    join: async (request) => {
      const session = await engine.session(request.guildId);
      if (session !== undefined && session.channelId !== request.channelId) await channelStatus.clear(request.guildId);
      return engine.join(request);
    },
    leave: async (guildId) => {
      await channelStatus.clear(guildId);
      return engine.leave(guildId);
    },
    skip: (guildId) => engine.skip(guildId),
    stop: (guildId) => engine.stop(guildId),
    pause: (guildId) => engine.pause(guildId),
    resume: (guildId) => engine.resume(guildId),
    remove: (guildId, itemId, userId, anyone) => engine.remove(guildId, itemId, userId, anyone),
    session: (guildId) => engine.session(guildId),
  };
}
