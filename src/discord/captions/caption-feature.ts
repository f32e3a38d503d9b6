import { isDeepStrictEqual } from 'node:util';
import type { CaptionTimings } from '../../captions/caption-timings.ts';
import type { CaptionsWithOverlays } from '../../captions/captions-api.ts';
import type {
  CaptionDisplay,
  CaptionSession,
  DeleteMessage,
  FindUnrecorded,
  MessageRecord,
  People,
  SettleMessage,
} from '../../captions/captions-ports.ts';
import type { AskShareRight } from '../../captions/overlay/maker-checks.ts';
import type { Messages } from '../../messages/messages.ts';
import type { VoiceEngine } from '../../voice/voice-api.ts';
import type { Core } from '../core/core.ts';
import type { Feature } from '../core/feature.ts';
import { CAPTIONS_CLOSE_MS, CAPTIONS_PATIENCE_MS, closeWithin, OFFERS_CLOSE_MS } from '../core/shutdown.ts';
import { shardOf } from '../playback/voice-bridge.ts';
import type { CaptionServices } from './caption-services.ts';
import {
  type CaptionSurroundings,
  clearStatusOnLeave,
  createCaptionSurroundings,
  createRenderer,
  createSettling,
} from './caption-wiring.ts';
import type { CaptionRenderer } from './display/caption-renderer.ts';
import { createMessageDeleter } from './display/message-deleter.ts';
import { announceResumedLinks, createOverlayNotices } from './overlay/overlay-notices.ts';
import { createShareRights } from './overlay/sharing-rights.ts';

/** What captions are created with; all of it works once the bot has logged in. */
interface CaptionParts {
  readonly engine: VoiceEngine;
  readonly people: People;
  readonly openDisplay: (session: CaptionSession, record: MessageRecord) => CaptionDisplay;
  readonly deleteMessage: DeleteMessage;
  readonly settleMessage: SettleMessage;
  readonly findUnrecorded: FindUnrecorded;
  /** Whether this process carries the guild. */
  readonly serves: (guildId: string) => boolean;
  /** The channel in which a thread is, else the channel itself; `undefined` for one that is not known. */
  readonly parentChannelOf: (channelId: string) => string | undefined;
  /** Whether a person may show captions outside Discord now. */
  readonly mayShare: AskShareRight;
  /** Whether the operator allows captions in the guild. */
  readonly allows: (guildId: string) => boolean;
  /** The catalogue of what everyone in a guild reads. */
  readonly messagesOf: (guildId: string) => Messages;
  /** How long their end may take when the bot closes. */
  readonly timings: Pick<CaptionTimings, 'closePatienceMs'>;
}

/** What captions are built from. */
export interface CaptionFeatureOptions {
  /** Creates the captions; the bot recovers them once it is ready, and closes them. */
  readonly createCaptions: (parts: CaptionParts) => CaptionsWithOverlays;
  /** The address of the HTTP server as people reach it, without a slash at its end; `undefined` where they can't. */
  readonly publicUrl?: string | undefined;
}

/** Captions, without those that start by themselves. */
export interface CaptionFeature
  extends Feature<
    Pick<
      CaptionServices,
      'engine' | 'captions' | 'overlays' | 'publicUrl' | 'overlayNotices' | 'captionPresence' | 'captionPlaces'
    >
  > {
  readonly captions: CaptionsWithOverlays;
  readonly channelStatus: CaptionSurroundings['channelStatus'];
}

/** Creates captions and what goes with them in Discord. `startsAgain`: captions of the session's channel start by themselves. */
export function createCaptionFeature(
  core: Core,
  options: CaptionFeatureOptions & { readonly startsAgain: (session: CaptionSession) => boolean },
): CaptionFeature {
  const { engine, directory, settings, publicMessages, log } = core;
  const { renderer, captions, surroundings } = createShownCaptions(core, options);
  const { channelStatus, presence, notices, places, offers } = surroundings;
  const overlayNotices = createOverlayNotices({ directory, captionPlaces: places, publicMessages });
  announceResumedLinks(captions.overlays, overlayNotices, log);
  settings.keepWith(({ guildId, before, after }, store) => {
    const isOfCaptions = !isDeepStrictEqual(before.captions, after.captions);
    return isOfCaptions ? captions.changeSettings(guildId, after.captions, store) : store();
  });
  return {
    captions,
    channelStatus,
    services: {
      engine: clearStatusOnLeave(engine, channelStatus),
      captions,
      overlays: captions.overlays,
      publicUrl: options.publicUrl,
      overlayNotices,
      captionPresence: presence,
      captionPlaces: places,
    },
    onVoiceEvent: (event) => captions.onVoiceEvent(event),
    halt: () => closeWithin(CAPTIONS_CLOSE_MS, captions.close(), log),
    close: async () => {
      try {
        await Promise.all([
          offers.settle(AbortSignal.timeout(OFFERS_CLOSE_MS)),
          notices.settle(AbortSignal.timeout(OFFERS_CLOSE_MS)),
          closeWithin(OFFERS_CLOSE_MS, channelStatus.settle(), log),
        ]);
      } finally {
        renderer.close();
      }
    },
  };
}

/** Creates the captions, what shows them, and what goes with them. Each of the three asks the others for something. */
function createShownCaptions(
  core: Core,
  options: Parameters<typeof createCaptionFeature>[1],
): {
  readonly renderer: CaptionRenderer;
  readonly captions: CaptionsWithOverlays;
  readonly surroundings: CaptionSurroundings;
} {
  const { client, sender, engine, directory, people, allowedPlaces, explain, publicMessages, messagesOf, log } = core;
  const onForbidden = ({ sessionId }: CaptionSession): void => captions.end(sessionId, 'cannot-post');
  const mayShow = (session: CaptionSession): boolean => surroundings.presence.mayShow(session);
  const rendering = { directory, people, mayShow, onForbidden, explain, messagesOf, publicMessages, log };
  const renderer = createRenderer(client, rendering);
  const captions = options.createCaptions({
    ...{ engine, people, openDisplay: (session, record) => renderer.openDisplay(session, record) },
    deleteMessage: createMessageDeleter({ rest: client.rest, log }),
    ...createSettling(client, rendering),
    serves: (guildId) => shardOf(client, guildId) !== undefined,
    parentChannelOf: (channelId) => directory.textChannel(channelId)?.webhookChannelId,
    mayShare: createShareRights(directory),
    allows: (guildId) => allowedPlaces.mayWorkIn(guildId),
    messagesOf,
    timings: { closePatienceMs: CAPTIONS_PATIENCE_MS },
  });
  const surroundings = createCaptionSurroundings(client, {
    ...{ captions, directory, publicMessages, log },
    startsAgain: options.startsAgain,
    isShared: async (sessionId) => {
      const links = await captions.overlays.list(sessionId).catch(() => []);
      return links.length > 0;
    },
    // Somebody waits for captions to start.
    send: (guildId, payload, maxWaitMs) => void sender.send(guildId, payload, { priority: 'person', maxWaitMs }),
  });
  return { renderer, captions, surroundings };
}
