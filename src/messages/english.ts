import { budgetMessages } from './english/budgets.ts';
import { captionMessages } from './english/captions.ts';
import { errorMessages } from './english/errors.ts';
import { helpMessages } from './english/help.ts';
import { interactionMessages } from './english/interactions.ts';
import { playbackMessages } from './english/playback.ts';
import { privacyMessages } from './english/privacy.ts';
import { readingMessages } from './english/reading.ts';
import { settingsMessages } from './english/settings.ts';
import { spokenMessages } from './english/spoken.ts';
import { textMessages } from './english/text.ts';
import { transcriptionMessages } from './english/transcription.ts';
import { voiceModelMessages } from './english/voice-models.ts';

/** The English catalogue, and the default of every other language. */
export const english = {
  budgets: budgetMessages,
  captions: captionMessages,
  errors: errorMessages,
  help: helpMessages,
  interactions: interactionMessages,
  playback: playbackMessages,
  privacy: privacyMessages,
  reading: readingMessages,
  settings: settingsMessages,
  spoken: spokenMessages,
  text: textMessages,
  transcription: transcriptionMessages,
  voiceModels: voiceModelMessages,
};
