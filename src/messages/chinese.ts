import { budgetMessages } from './chinese/budgets.ts';
import { captionMessages } from './chinese/captions.ts';
import { doctorMessages } from './chinese/doctor.ts';
import { errorMessages } from './chinese/errors.ts';
import { helpMessages } from './chinese/help.ts';
import { interactionMessages } from './chinese/interactions.ts';
import { nameMessages } from './chinese/names.ts';
import { overlayPageMessages } from './chinese/overlay-page.ts';
import { playbackMessages } from './chinese/playback.ts';
import { privacyMessages } from './chinese/privacy.ts';
import { pronunciationMessages } from './chinese/pronunciation.ts';
import { readingMessages } from './chinese/reading.ts';
import { settingsMessages } from './chinese/settings.ts';
import { spokenMessages } from './chinese/spoken.ts';
import { textMessages } from './chinese/text.ts';
import { transcriptionMessages } from './chinese/transcription.ts';
import { voiceMessageMessages } from './chinese/voice-messages.ts';
import { voiceModelMessages } from './chinese/voices/voice-models.ts';
import { createFormat } from './format.ts';
import type { Messages } from './messages.ts';

const format = createFormat('zh');

/** The Simplified Chinese catalogue. */
export const chinese: Messages = {
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
