import { createFormat } from './format.ts';
import { budgetMessages } from './french/budgets.ts';
import { captionMessages } from './french/captions.ts';
import { doctorMessages } from './french/doctor.ts';
import { errorMessages } from './french/errors.ts';
import { helpMessages } from './french/help.ts';
import { interactionMessages } from './french/interactions.ts';
import { nameMessages } from './french/names.ts';
import { overlayPageMessages } from './french/overlay-page.ts';
import { playbackMessages } from './french/playback.ts';
import { privacyMessages } from './french/privacy.ts';
import { pronunciationMessages } from './french/pronunciation.ts';
import { readingMessages } from './french/reading.ts';
import { settingsMessages } from './french/settings.ts';
import { spokenMessages } from './french/spoken.ts';
import { textMessages } from './french/text.ts';
import { transcriptionMessages } from './french/transcription.ts';
import { voiceMessageMessages } from './french/voice-messages.ts';
import { voiceModelMessages } from './french/voices/voice-models.ts';
import type { Messages } from './messages.ts';

const format = createFormat('fr');

/** The French catalogue. */
export const french: Messages = {
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
