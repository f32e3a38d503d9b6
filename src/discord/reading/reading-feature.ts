import type { CaptionsWithOverlays } from '../../captions/captions-api.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { Pronunciations } from '../../pronunciations/pronunciations-api.ts';
import type { Reading } from '../../reading/reading-api.ts';
import type { ReadingStore } from '../../reading/reading-ports.ts';
import type { CaptionServices } from '../captions/caption-services.ts';
import type { Core } from '../core/core.ts';
import type { Feature } from '../core/feature.ts';
import type { PlaybackFeature } from '../playback/playback-feature.ts';
import { createMemberNames } from './member-names.ts';
import type { ReadingServices } from './reading-services.ts';
import { createChatReading } from './reading-wiring.ts';

/** What reading chat aloud is built from. */
export interface ReadingFeatureOptions {
  /** Which channels are read aloud. */
  readonly reading: ReadingStore;
  readonly files: FileTranscriber;
}

/** Reading chat aloud. */
export interface ReadingFeature extends Feature<Omit<ReadingServices, keyof CaptionServices>> {
  readonly reading: Reading;
  /** Begins to read what is bound. Resolves after the first try to load it. */
  begin(): Promise<void>;
}

/** Creates the reading of chat, and what compares the names of members as they sound. */
export function createReadingFeature(
  core: Core,
  options: ReadingFeatureOptions & {
    readonly captions: CaptionsWithOverlays;
    readonly captionPlaces: CaptionServices['captionPlaces'];
    readonly playback: Pick<PlaybackFeature, 'host' | 'speaking' | 'keep' | 'isHandedOver'>;
    readonly pronunciations: Omit<Pronunciations, 'close'>;
  },
): ReadingFeature {
  const { client, engine, allowedPlaces, directory, access, settings, budgets, voices, publicMessages, log } = core;
  const { captions, captionPlaces, playback, pronunciations, files } = options;
  const { namesOfText, spokenTexts, attachments, defaultVoiceId } = core.services;
  const memberNames = createMemberNames(client, {
    directory,
    botIn: async (guildId) => (await engine.session(guildId))?.channelId,
    say: async (guildId, name) => spokenTexts.name([name], (await publicMessages(guildId)).spoken),
  });
  const { reading, places, load } = createChatReading(client, {
    ...{
      engine,
      speaking: playback.speaking,
      host: playback.host,
      directory,
      access,
      captions,
      captionPlaces,
      budgets,
    },
    ...{ files, attachments, settings, voices, defaultVoiceId, store: options.reading, log },
    ...{ namesOfText, memberNames, spokenTexts, pronunciations, publicMessages, scope: core.scope },
    keep: playback.keep,
    allows: (guildId) => allowedPlaces.mayWorkIn(guildId),
  });
  return {
    reading,
    services: { reading, readingPlaces: places, memberNames },
    onVoiceEvent: (event) => {
      // What another process continues has not ended.
      if (!playback.isHandedOver()) reading.onVoiceEvent(event);
    },
    close: () => reading.close(),
    begin: () => core.upkeep.start({ name: 'reading-bindings', everyMs: undefined, run: load }).firstRun,
  };
}
