import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { type Locale, localeOf } from './locales.ts';
import type { Messages } from './messages.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** The catalogue of each locale. */
export const CATALOGUES: Readonly<Record<Locale, Messages>> = {
  'en-US': english,
  de: german,
  fr: french,
  'es-ES': spanish,
  'pt-BR': portuguese,
  ja: japanese,
  ko: korean,
  'zh-CN': chinese,
};

/** The catalogue for somebody who uses Discord in this locale. */
export function messagesFor(discordLocale: string): Messages {
  return CATALOGUES[localeOf(discordLocale)];
}
