import { createFormat } from './format.ts';
import { budgetMessages } from './japanese/budgets.ts';
import { captionMessages } from './japanese/captions.ts';
import { doctorMessages } from './japanese/doctor.ts';
import { errorMessages } from './japanese/errors.ts';
import { helpMessages } from './japanese/help.ts';
import { interactionMessages } from './japanese/interactions.ts';
import { nameMessages } from './japanese/names.ts';
import { overlayPageMessages } from './japanese/overlay-page.ts';
import { playbackMessages } from './japanese/playback.ts';
import { privacyMessages } from './japanese/privacy.ts';
import { pronunciationMessages } from './japanese/pronunciation.ts';
import { readingMessages } from './japanese/reading.ts';
import { settingsMessages } from './japanese/settings.ts';
import { spokenMessages } from './japanese/spoken.ts';
import { textMessages } from './japanese/text.ts';
import { transcriptionMessages } from './japanese/transcription.ts';
import { voiceMessageMessages } from './japanese/voice-messages.ts';
import { voiceModelMessages } from './japanese/voices/voice-models.ts';
import type { Messages } from './messages.ts';

const format = createFormat('ja');

/** The Japanese catalogue. */
export const japanese: Messages = {
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
