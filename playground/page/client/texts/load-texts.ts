import { type Locale, localeOf } from '../../../../src/messages/locales.ts';
import { createTexts, type Words } from '../../../../src/messages/texts.ts';
import englishWords from '../../locales/en-US.json' with { type: 'json' };
import type { Texts } from './text-types.ts';

interface WordsFile {
  readonly default: Words;
}

/** Words of the other languages, each loaded when somebody reads it. */
const TRANSLATIONS: Readonly<Record<Exclude<Locale, 'en-US'>, () => Promise<WordsFile>>> = {
  de: () => import('../../locales/de.json', { with: { type: 'json' } }),
  fr: () => import('../../locales/fr.json', { with: { type: 'json' } }),
  'es-ES': () => import('../../locales/es-ES.json', { with: { type: 'json' } }),
  'pt-BR': () => import('../../locales/pt-BR.json', { with: { type: 'json' } }),
  ja: () => import('../../locales/ja.json', { with: { type: 'json' } }),
  ko: () => import('../../locales/ko.json', { with: { type: 'json' } }),
  'zh-CN': () => import('../../locales/zh-CN.json', { with: { type: 'json' } }),
};

/** What the page says in English. */
export const english = createTexts<Texts>(englishWords, englishWords, 'en-US');

/** The texts for someone who uses Discord in this language; English where there is no translation. */
export async function loadTexts(discordLocale: string): Promise<Texts> {
  const locale = localeOf(discordLocale);
  if (locale === 'en-US') return english;
  const words = await TRANSLATIONS[locale]();
  return createTexts<Texts>(words.default, englishWords, locale);
}
