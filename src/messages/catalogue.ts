import { createNameFormat } from './command-names.ts';
import { createFormat, type LanguageTag } from './format.ts';
import type { Language } from './language.ts';
import type { Texts } from './text-types.ts';
import { createTexts, type Patterns, type Words } from './texts.ts';
import { budgetMessages } from './topics/budgets.ts';
import { captionMessages } from './topics/captions.ts';
import { doctorMessages } from './topics/doctor.ts';
import { errorMessages } from './topics/errors.ts';
import { helpMessages } from './topics/help.ts';
import { playbackMessages } from './topics/playback.ts';
import { privacyMessages } from './topics/privacy.ts';
import { pronunciationMessages } from './topics/pronunciation.ts';
import { readingMessages } from './topics/reading.ts';
import { settingsMessages } from './topics/settings.ts';
import { spokenMessages } from './topics/spoken.ts';
import { textMessages } from './topics/text.ts';
import { transcriptionMessages } from './topics/transcription.ts';
import { voiceMessageMessages } from './topics/voice-messages.ts';
import { voiceModelMessages } from './topics/voice-models.ts';

/** Makes a language's catalogue of its words, and of those of English: every sentence that people read, by topic. */
export function createCatalogue(
  words: Words,
  { english, tag }: { readonly english: Words; readonly tag: LanguageTag },
) {
  const texts = createTexts<Texts>(words, english, tag);
  const format = createFormat(tag);
  const language: Language = { format, names: createNameFormat(texts.names) };
  const budgets = budgetMessages(texts.budgets, language);
  const errors = errorMessages(texts.errors, language);
  return {
    /** For what code writes itself, such as the names of languages. */
    format,
    budgets,
    captions: captionMessages(texts.captions, language, budgets),
    doctor: doctorMessages(texts.doctor, language),
    errors,
    help: helpMessages(texts.help, language),
    interactions: texts.interactions,
    names: texts.names,
    /** The page's script inserts the values. */
    overlayPage: words['overlayPage'] as unknown as Patterns<Texts['overlayPage']>,
    playback: playbackMessages(texts.playback, language),
    privacy: privacyMessages(texts.privacy, language),
    reading: readingMessages(texts.reading, language),
    pronunciation: pronunciationMessages(texts.pronunciation, language),
    settings: settingsMessages(texts.settings, language),
    spoken: spokenMessages(texts.spoken, language),
    text: textMessages(texts.text, language),
    transcription: transcriptionMessages(texts.transcription, language),
    voiceMessages: voiceMessageMessages(texts.voiceMessages, language),
    voiceModels: voiceModelMessages(texts.voiceModels, language, errors.readableFormats),
  };
}
