import { english } from './english/english.ts';
import type { Texts } from './texts.ts';

/** Modules of the languages that the page is translated to, by Discord's code; English needs none. */
const TRANSLATIONS: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./german/german.ts')).german,
  fr: async () => (await import('./french/french.ts')).french,
};

/** The texts for someone who uses Discord in this language; English where there is no translation. */
export async function loadTexts(locale: string): Promise<Texts> {
  const load = TRANSLATIONS[locale];
  return load === undefined ? english : await load();
}
