import { readFileSync } from 'node:fs';
import type { Locale } from './locales.ts';

/** The words of a language as in its file: texts in ICU MessageFormat, by topic. */
export interface Words {
  readonly [key: string]: string | Words;
}

const FOLDER = new URL('../../locales/', import.meta.url);

/** Reads the words of a language. */
export function readWords(locale: Locale): Words {
  return JSON.parse(readFileSync(new URL(`${locale}.json`, FOLDER), 'utf8')) as Words;
}
