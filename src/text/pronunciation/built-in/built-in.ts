import type { WordEntry } from '../word-trie.ts';
import type { Abbreviations, LowerCaseOnly } from './abbreviations.ts';
import { GERMAN, GERMAN_LOWER_CASE_ONLY } from './de.ts';
import { ENGLISH, ENGLISH_LOWER_CASE_ONLY } from './en.ts';
import { SPANISH, SPANISH_LOWER_CASE_ONLY } from './es.ts';
import { FRENCH, FRENCH_LOWER_CASE_ONLY } from './fr.ts';
import { JAPANESE, JAPANESE_LOWER_CASE_ONLY } from './ja.ts';
import { KOREAN } from './ko.ts';
import { PORTUGUESE, PORTUGUESE_LOWER_CASE_ONLY } from './pt.ts';
import { CHINESE, CHINESE_LOWER_CASE_ONLY } from './zh.ts';

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

const LOWER_CASE_ONLY: ReadonlyMap<string, LowerCaseOnly> = new Map([
  ['de', GERMAN_LOWER_CASE_ONLY],
  ['en', ENGLISH_LOWER_CASE_ONLY],
  ['es', SPANISH_LOWER_CASE_ONLY],
  ['fr', FRENCH_LOWER_CASE_ONLY],
  ['ja', JAPANESE_LOWER_CASE_ONLY],
  ['pt', PORTUGUESE_LOWER_CASE_ONLY],
  ['zh', CHINESE_LOWER_CASE_ONLY],
]);

/** The languages that have abbreviations built in, as BCP 47 language subtags. */
export const BUILT_IN_LANGUAGES: readonly string[] = [...BY_LANGUAGE.keys()];

/** The abbreviations of a locale's language (`pt-BR`, `de`): none for one that has no list. */
export function builtInEntries(locale: string): WordEntry[] {
  const [language = ''] = locale.toLowerCase().split('-');
  const isLowerCaseOnly = (word: string): boolean => LOWER_CASE_ONLY.get(language)?.has(word) ?? false;
  return Object.entries(BY_LANGUAGE.get(language) ?? {}).map(([word, as]) => ({
    ...{ word, as },
    abbreviation: isLowerCaseOnly(word) ? 'lower-case' : 'any-case',
  }));
}
