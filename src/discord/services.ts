import type { Doctor } from './doctor/doctor.ts';
import type { PrivacyServices } from './privacy/privacy-services.ts';
import type { Transcriptions } from './transcription/transcriptions.ts';
import type { SpeechDeliveries } from './voice-messages/speech-delivery.ts';

/** Everything that commands work with, built once and handed to each of them. */
export interface Services extends PrivacyServices {
  readonly doctor: Pick<Doctor, 'examine'>;
  readonly transcriptions: Pick<Transcriptions, 'run' | 'cancel'>;
  readonly speechDeliveries: SpeechDeliveries;
}
