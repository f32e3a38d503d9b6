import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { LOCALES, type Locale } from '../../src/messages/locales.ts';
import type { Words } from '../../src/messages/texts.ts';
import { fileUrl, type WordSet, wordsOf } from './word-sets.ts';

/** Shorter ones are units and abbreviations, such as `dB` and `ID`. */
const WORD = /\p{L}{3}/u;

/** Languages whose text is rightly the English one, by the text's key. */
export type SameAsEnglish = Readonly<Record<string, readonly string[]>>;

/** Reads the list of a set's texts that are rightly the same as in English. */
export function readSameAsEnglish({ folder }: WordSet): SameAsEnglish {
  return JSON.parse(readFileSync(fileUrl(`${folder}/notes/same-as-english.json`), 'utf8')) as SameAsEnglish;
}

/** Every text with its key, such as `captions.buttons.stop`. */
export function textsIn(words: Words, path = ''): readonly (readonly [key: string, text: string])[] {
  return Object.entries(words).flatMap(([name, word]) => {
    const key = path === '' ? name : `${path}.${name}`;
    return typeof word === 'string' ? [[key, word] as const] : textsIn(word, key);
  });
}

/** Keys of the texts that have words, and the same ones as in English. */
export function sameAsEnglish(words: Words, english: Words): readonly string[] {
  const texts = new Map(textsIn(words));
  return textsIn(english).flatMap(([key, text]) => (texts.get(key) === text && hasWords(text) ? [key] : []));
}

/** Keys of a set's texts that nobody has translated yet, by locale. */
export function untranslated(set: WordSet, same = readSameAsEnglish(set)): ReadonlyMap<Locale, readonly string[]> {
  const english = wordsOf(set, 'en-US.json');
  const others = LOCALES.filter((locale) => locale !== 'en-US');
  const openIn = (locale: Locale): string[] =>
    sameAsEnglish(wordsOf(set, `${locale}.json`), english).filter((key) => !same[key]?.includes(locale));
  return new Map(others.map((locale) => [locale, openIn(locale)]));
}

function hasWords(text: string): boolean {
  return literalsIn(parse(text, { ignoreTag: true })).some((literal) => WORD.test(literal));
}

function literalsIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
    return Object.values(element.options).flatMap(({ value }) => literalsIn(value));
  });
}
