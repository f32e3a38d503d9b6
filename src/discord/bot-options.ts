import type { AutomaticFeatureOptions } from './captions/automatic/automatic-feature.ts';
import type { CaptionFeatureOptions } from './captions/caption-feature.ts';
import type { CoreOptions } from './core/core.ts';
import type { PronunciationFeatureOptions } from './core/pronunciation-feature.ts';
import type { DoctorFeatureOptions } from './doctor/doctor-feature.ts';
import type { CommandSet } from './interactions/command.ts';
import type { PlaybackFeatureOptions } from './playback/playback-feature.ts';
import type { ReadingFeatureOptions } from './reading/reading-feature.ts';
import type { Services } from './services.ts';
import type { VoiceMessageFeatureOptions } from './voice-messages/voice-message-feature.ts';

/** What the bot is built from: what each of its features needs. `createBot` calls the `create…` functions once. */
export interface BotOptions
  extends CoreOptions,
    CaptionFeatureOptions,
    AutomaticFeatureOptions,
    PlaybackFeatureOptions,
    PronunciationFeatureOptions,
    ReadingFeatureOptions,
    VoiceMessageFeatureOptions,
    DoctorFeatureOptions {
  readonly token: string;
  readonly createCommands: (services: Services) => CommandSet;
}
