import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';
import { budgetMessages } from './spanish/budgets.ts';
import { captionMessages } from './spanish/captions.ts';
import { doctorMessages } from './spanish/doctor.ts';
import { errorMessages } from './spanish/errors.ts';
import { helpMessages } from './spanish/help.ts';
import { interactionMessages } from './spanish/interactions.ts';
import { nameMessages } from './spanish/names.ts';
import { overlayPageMessages } from './spanish/overlay-page.ts';
import { playbackMessages } from './spanish/playback.ts';
import { privacyMessages } from './spanish/privacy.ts';
import { pronunciationMessages } from './spanish/pronunciation.ts';
import { readingMessages } from './spanish/reading.ts';
import { settingsMessages } from './spanish/settings.ts';
import { spokenMessages } from './spanish/spoken.ts';
import { textMessages } from './spanish/text.ts';
import { transcriptionMessages } from './spanish/transcription.ts';
import { voiceMessageMessages } from './spanish/voice-messages.ts';
import { voiceModelMessages } from './spanish/voices/voice-models.ts';

const format = createFormat('es');

/** The Spanish catalogue. */
export const spanish: Messages = {
  format,
  budgets: budgetMessages,
  captions: captionMessages,
  doctor: doctorMessages,
  errors: errorMessages,
  help: helpMessages,
  interactions: interactionMessages,
  names: nameMessages,
  overlayPage: overlayPageMessages,
  playback: playbackMessages,
  privacy: privacyMessages,
  pronunciation: pronunciationMessages,
  reading: readingMessages,
  settings: settingsMessages,
  spoken: spokenMessages,
  text: textMessages,
  transcription: transcriptionMessages,
  voiceMessages: voiceMessageMessages,
  voiceModels: voiceModelMessages,
};
