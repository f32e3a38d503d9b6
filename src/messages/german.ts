import { createFormat } from './format.ts';
import { budgetMessages } from './german/budgets.ts';
import { captionMessages } from './german/captions.ts';
import { doctorMessages } from './german/doctor.ts';
import { errorMessages } from './german/errors.ts';
import { helpMessages } from './german/help.ts';
import { interactionMessages } from './german/interactions.ts';
import { nameMessages } from './german/names.ts';
import { overlayPageMessages } from './german/overlay-page.ts';
import { playbackMessages } from './german/playback.ts';
import { privacyMessages } from './german/privacy.ts';
import { pronunciationMessages } from './german/pronunciation.ts';
import { readingMessages } from './german/reading.ts';
import { settingsMessages } from './german/settings.ts';
import { spokenMessages } from './german/spoken.ts';
import { textMessages } from './german/text.ts';
import { transcriptionMessages } from './german/transcription.ts';
import { voiceMessageMessages } from './german/voice-messages.ts';
import { voiceModelMessages } from './german/voices/voice-models.ts';
import type { Messages } from './messages.ts';

const format = createFormat('de');

/** The German catalogue. */
export const german: Messages = {
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
