import { budgetMessages } from './english/budgets.ts';
import { captionMessages } from './english/captions.ts';
import { errorMessages } from './english/errors.ts';
import { helpMessages } from './english/help.ts';
import { interactionMessages } from './english/interactions.ts';
import { playbackMessages } from './english/playback.ts';
import { privacyMessages } from './english/privacy.ts';
import { settingsMessages } from './english/settings.ts';
import { textMessages } from './english/text.ts';
import { transcriptionMessages } from './english/transcription.ts';
import { voiceMessageMessages } from './english/voice-messages.ts';
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
  settings: settingsMessages,
  text: textMessages,
  transcription: transcriptionMessages,
  voiceMessages: voiceMessageMessages,
  voiceModels: voiceModelMessages,
};
