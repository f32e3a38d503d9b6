import type { AutoCaptionStore } from '../../../captions/auto-captions-ports.ts';
import type { AutoCaptionTimings } from '../../../captions/automatic/auto-caption-timings.ts';
import type { AutomaticCaptionsHost } from '../../../captions/automatic/automatic-api.ts';
import { createAutomaticCaptions } from '../../../captions/automatic/automatic-captions.ts';
import type { Core } from '../../core/core.ts';
import type { Feature } from '../../core/feature.ts';
import type { PlaybackFeature } from '../../playback/playback-feature.ts';
import { shardOf } from '../../playback/voice-bridge.ts';
import type { CaptionFeature } from '../caption-feature.ts';
import type { CaptionServices } from '../caption-services.ts';
import { listenForAutomaticCaptions } from './automatic-events.ts';
import { createAutomaticStart } from './automatic-start.ts';
import { createCaptionThreads } from './caption-threads.ts';

const NO_PINGS = { parse: [] } as const;

/** What captions that start by themselves are built from. */
export interface AutomaticFeatureOptions {
  readonly autoCaptions: AutoCaptionStore;
  /** For tests: overrides when captions start and end by themselves. */
  readonly autoCaptionTimings?: Partial<AutoCaptionTimings> | undefined;
}

/** Captions that start by themselves. */
export interface AutomaticFeature extends Feature<Pick<CaptionServices, 'autoCaptions' | 'autoCaptionProblem'>> {
  readonly autoCaptions: AutomaticCaptionsHost;
  /** Follows the gateway from then on. */
  listen(): void;
  /** Captions that a crash interrupted are closed and reported before those of their channel start by themselves. */
  recover(): Promise<void>;
}

/** Creates the captions that start by themselves, with the bot in the channel. */
export function createAutomaticFeature(
  core: Core,
  options: AutomaticFeatureOptions & {
    readonly captions: CaptionFeature;
    readonly playback: Pick<PlaybackFeature, 'host'>;
  },
): AutomaticFeature {
  const { client, allowedPlaces, directory, voiceChannel, settings, budgets, publicMessages, log } = core;
  const { captions } = options.captions;
  const { engine, captionPresence, captionPlaces } = options.captions.services;
  const start = createAutomaticStart({
    ...{ engine, host: options.playback.host, captions, captionPresence, captionPlaces, budgets, publicMessages },
    ...{ directory: { ...directory, voiceChannel }, settings, rest: client.rest, log },
    threads: createCaptionThreads(client),
    message: async (userId, content) => void (await client.users.send(userId, { content, allowedMentions: NO_PINGS })),
  });
  const autoCaptions = createAutomaticCaptions({
    ...{ store: options.autoCaptions, captions, engine, timings: options.autoCaptionTimings, log },
    countPeople: (guildId, channelId) => directory.listenerCount(guildId, channelId),
    serves: (guildId) => shardOf(client, guildId) !== undefined && allowedPlaces.mayWorkIn(guildId),
    begin: (entry) => start.begin(entry),
  });
  settings.onChange(({ guildId, before, after }) => {
    if (before.budgets.captionMinutes !== after.budgets.captionMinutes) autoCaptions.onLimitsChanged(guildId);
  });
  return {
    autoCaptions,
    services: { autoCaptions, autoCaptionProblem: (entry) => start.problem(entry) },
    onVoiceEvent: (event) => autoCaptions.onVoiceEvent(event),
    listen: () => listenForAutomaticCaptions(client, autoCaptions),
    halt: () => autoCaptions.close(),
    recover: async () => {
      await autoCaptions.load();
      await captions.recover();
      autoCaptions.start();
    },
  };
}
