import { budgetMessages } from './english/budgets.ts';
import { captionMessages } from './english/captions.ts';
import { doctorMessages } from './english/doctor.ts';
import { errorMessages } from './english/errors.ts';
import { helpMessages } from './english/help.ts';
import { interactionMessages } from './english/interactions.ts';
import { nameMessages } from './english/names.ts';
import { overlayPageMessages } from './english/overlay-page.ts';
import { playbackMessages } from './english/playback.ts';
import { privacyMessages } from './english/privacy.ts';
import { pronunciationMessages } from './english/pronunciation.ts';
import { readingMessages } from './english/reading.ts';
import { settingsMessages } from './english/settings.ts';
import { spokenMessages } from './english/spoken.ts';
import { textMessages } from './english/text.ts';
import { transcriptionMessages } from './english/transcription.ts';
import { voiceMessageMessages } from './english/voice-messages.ts';
import { voiceModelMessages } from './english/voices/voice-models.ts';
import { createFormat, type Format } from './format.ts';

const format: Format = createFormat('en');

/** The English catalogue. It defines the keys of the others. */
export const english = {
  /** For what code writes itself, such as the names of languages. */
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
  reading: readingMessages,
  pronunciation: pronunciationMessages,
  settings: settingsMessages,
  spoken: spokenMessages,
  text: textMessages,
  transcription: transcriptionMessages,
  voiceMessages: voiceMessageMessages,
  voiceModels: voiceModelMessages,
};
