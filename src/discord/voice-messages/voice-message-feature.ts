import type { Captions } from '../../captions/captions-api.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { VoiceMessageNoticeStore } from '../../settings/settings-ports.ts';
import type { Core } from '../core/core.ts';
import type { Feature } from '../core/feature.ts';
import { TRANSCRIPTIONS_GRACE_MS } from '../core/shutdown.ts';
import { createSpeechDeliveries, type SpeechDeliveries } from './speech-delivery.ts';
import { createVoiceMessages } from './voice-message-wiring.ts';

/** What voice messages are built from. */
export interface VoiceMessageFeatureOptions {
  readonly files: FileTranscriber;
  /** Which channels know that their voice messages are answered. */
  readonly voiceMessageNotices: VoiceMessageNoticeStore;
}

/** Creates the voice messages: those of people are answered with their text, and those of the bot are speech. */
export function createVoiceMessageFeature(
  core: Core,
  options: VoiceMessageFeatureOptions & {
    readonly captions: Captions;
    /** Of PCM from the speech service. */
    readonly pcmSampleRateHz: number | undefined;
  },
): Feature<{ readonly speechDeliveries: SpeechDeliveries }> {
  const { client, allowedPlaces, settings, access, budgets, limits, directory, publicMessages, explain, log } = core;
  const { attachments, lateAnswers } = core.services;
  const { files, captions, pcmSampleRateHz } = options;
  const voiceMessages = createVoiceMessages(client, {
    ...{ settings, access, captions, files, budgets, attachments, limits, directory },
    ...{ store: options.voiceMessageNotices, publicMessages, explain, log },
    allows: (guildId) => allowedPlaces.mayWorkIn(guildId),
  });
  const speechDeliveries = createSpeechDeliveries({
    ...{ rest: client.rest, directory, lateAnswers, publicMessages, pcmSampleRateHz, log },
  });
  return { services: { speechDeliveries }, halt: () => voiceMessages.close(TRANSCRIPTIONS_GRACE_MS) };
}
