import type { WordEntry } from '../word-trie.ts';
import type { Abbreviations } from './abbreviations.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { JAPANESE } from './ja.ts';
import { KOREAN } from './ko.ts';
import { PORTUGUESE } from './pt.ts';
import { CHINESE } from './zh.ts';

const BY_LANGUAGE: ReadonlyMap<string, Abbreviations> = new Map([
  ['de', GERMAN],
  ['en', ENGLISH],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['ja', JAPANESE],
  ['ko', KOREAN],
  ['pt', PORTUGUESE],
  ['zh', CHINESE],
]);

/** The languages that have abbreviations built in, as BCP 47 language subtags. */
export const BUILT_IN_LANGUAGES: readonly string[] = [...BY_LANGUAGE.keys()];

/** The abbreviations of a locale's language (`pt-BR`, `de`): none for one that has no list. */
export function builtInEntries(locale: string): WordEntry[] {
  const [language = ''] = locale.toLowerCase().split('-');
  return Object.entries(BY_LANGUAGE.get(language) ?? {}).map(([word, as]) => ({ word, as }));
}
