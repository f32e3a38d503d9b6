import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';
import { budgetMessages } from './portuguese/budgets.ts';
import { captionMessages } from './portuguese/captions.ts';
import { doctorMessages } from './portuguese/doctor.ts';
import { errorMessages } from './portuguese/errors.ts';
import { helpMessages } from './portuguese/help.ts';
import { interactionMessages } from './portuguese/interactions.ts';
import { nameMessages } from './portuguese/names.ts';
import { overlayPageMessages } from './portuguese/overlay-page.ts';
import { playbackMessages } from './portuguese/playback.ts';
import { privacyMessages } from './portuguese/privacy.ts';
import { pronunciationMessages } from './portuguese/pronunciation.ts';
import { readingMessages } from './portuguese/reading.ts';
import { settingsMessages } from './portuguese/settings.ts';
import { spokenMessages } from './portuguese/spoken.ts';
import { textMessages } from './portuguese/text.ts';
import { transcriptionMessages } from './portuguese/transcription.ts';
import { voiceMessageMessages } from './portuguese/voice-messages.ts';
import { voiceModelMessages } from './portuguese/voices/voice-models.ts';

const format = createFormat('pt');

/** The Brazilian Portuguese catalogue. */
export const portuguese: Messages = {
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
