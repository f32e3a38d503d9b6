import { readFileSync } from 'node:fs';
import type { Locale } from './locales.ts';
import type { Words } from './texts.ts';

const FOLDER = new URL('../../locales/', import.meta.url);

/** Reads the words of a language. */
export function readWords(locale: Locale): Words {
  return JSON.parse(readFileSync(new URL(`${locale}.json`, FOLDER), 'utf8')) as Words;
}
