import german from '../../locales/de.json' with { type: 'json' };
import spanish from '../../locales/es-ES.json' with { type: 'json' };
import french from '../../locales/fr.json' with { type: 'json' };
import japanese from '../../locales/ja.json' with { type: 'json' };
import korean from '../../locales/ko.json' with { type: 'json' };
import portuguese from '../../locales/pt-BR.json' with { type: 'json' };
import chinese from '../../locales/zh-CN.json' with { type: 'json' };
import { createCatalogue } from './catalogue.ts';
import { english } from './english.ts';
import { type Locale, localeOf } from './locales.ts';
import type { Messages } from './messages.ts';

/** The catalogue of each locale. */
export const CATALOGUES: Readonly<Record<Locale, Messages>> = {
  'en-US': english,
  de: createCatalogue(german, 'de'),
  fr: createCatalogue(french, 'fr'),
  'es-ES': createCatalogue(spanish, 'es'),
  'pt-BR': createCatalogue(portuguese, 'pt'),
  ja: createCatalogue(japanese, 'ja'),
  ko: createCatalogue(korean, 'ko'),
  'zh-CN': createCatalogue(chinese, 'zh'),
};

/** The catalogue for somebody who uses Discord in this locale. */
export function messagesFor(discordLocale: string): Messages {
  return CATALOGUES[localeOf(discordLocale)];
}
