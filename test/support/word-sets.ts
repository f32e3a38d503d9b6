import { readFileSync } from 'node:fs';
import { LOCALES } from '../../src/messages/locales.ts';
import type { Words } from '../../src/messages/texts.ts';
import { textTypes } from './text-types.ts';

/** Words that are translated together: a folder with a file a language, and the file with the types of its texts. */
export interface WordSet {
  readonly folder: string;
  readonly typesFile: string;
}

/** The bot's words. */
export const BOT_WORDS: WordSet = { folder: 'locales', typesFile: 'src/messages/text-types.ts' };

/** The words of the playground's page. */
export const PAGE_WORDS: WordSet = {
  folder: 'playground/page/locales',
  typesFile: 'playground/page/client/texts/text-types.ts',
};

/** All words. */
export const WORD_SETS = [BOT_WORDS, PAGE_WORDS];

/** A file of the repository. */
export function fileUrl(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** The words in a file of a set, such as `de.json`. */
export function wordsOf({ folder }: WordSet, file: string): Words {
  return JSON.parse(readFileSync(fileUrl(`${folder}/${file}`), 'utf8')) as Words;
}

/** What belongs into the file with the types of a set. */
export function typesOf(set: WordSet): string {
  return textTypes(
    set.folder,
    LOCALES.map((locale) => wordsOf(set, `${locale}.json`)),
  );
}
