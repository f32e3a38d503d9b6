import { createCatalogue } from './catalogue.ts';
import { ENGLISH_WORDS, english } from './english.ts';
import type { LanguageTag } from './format.ts';
import { type Locale, localeOf } from './locales.ts';
import type { Messages } from './messages.ts';
import { readWords } from './words.ts';

/** The catalogue of each locale. */
export const CATALOGUES: Readonly<Record<Locale, Messages>> = {
  'en-US': english,
  de: catalogueOf('de', 'de'),
  fr: catalogueOf('fr', 'fr'),
  'es-ES': catalogueOf('es-ES', 'es'),
  'pt-BR': catalogueOf('pt-BR', 'pt'),
  ja: catalogueOf('ja', 'ja'),
  ko: catalogueOf('ko', 'ko'),
  'zh-CN': catalogueOf('zh-CN', 'zh'),
};

/** The catalogue for somebody who uses Discord in this locale. */
export function messagesFor(discordLocale: string): Messages {
  return CATALOGUES[localeOf(discordLocale)];
}

function catalogueOf(locale: Locale, tag: LanguageTag): Messages {
  return createCatalogue(readWords(locale), { english: ENGLISH_WORDS, tag });
}
