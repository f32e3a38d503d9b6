import { english } from './english/english.ts';
import type { Texts } from './texts.ts';

/** Modules of the languages that the page is translated to, by Discord's code; English needs none. */
const TRANSLATIONS: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./german/german.ts')).german,
  fr: async () => (await import('./french/french.ts')).french,
  'es-ES': async () => (await import('./spanish/spanish.ts')).spanish,
  'pt-BR': async () => (await import('./portuguese/portuguese.ts')).portuguese,
  ja: async () => (await import('./japanese/japanese.ts')).japanese,
  ko: async () => (await import('./korean/korean.ts')).korean,
  'zh-CN': async () => (await import('./chinese/chinese.ts')).chinese,
};

/** The texts for someone who uses Discord in this language; English where there is no translation. */
export async function loadTexts(locale: string): Promise<Texts> {
  const load = TRANSLATIONS[locale];
  return load === undefined ? english : await load();
}
