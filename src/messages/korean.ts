import { createFormat } from './format.ts';
import { budgetMessages } from './korean/budgets.ts';
import { captionMessages } from './korean/captions.ts';
import { doctorMessages } from './korean/doctor.ts';
import { errorMessages } from './korean/errors.ts';
import { helpMessages } from './korean/help.ts';
import { interactionMessages } from './korean/interactions.ts';
import { nameMessages } from './korean/names.ts';
import { overlayPageMessages } from './korean/overlay-page.ts';
import { playbackMessages } from './korean/playback.ts';
import { privacyMessages } from './korean/privacy.ts';
import { pronunciationMessages } from './korean/pronunciation.ts';
import { readingMessages } from './korean/reading.ts';
import { settingsMessages } from './korean/settings.ts';
import { spokenMessages } from './korean/spoken.ts';
import { textMessages } from './korean/text.ts';
import { transcriptionMessages } from './korean/transcription.ts';
import { voiceMessageMessages } from './korean/voice-messages.ts';
import { voiceModelMessages } from './korean/voices/voice-models.ts';
import type { Messages } from './messages.ts';

const format = createFormat('ko');

/** The Korean catalogue. */
export const korean: Messages = {
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
