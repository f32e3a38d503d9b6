import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../../src/messages/catalogue.ts';
import { PLURAL_CATEGORIES } from '../../../src/messages/format.ts';
import { LOCALES } from '../../../src/messages/locales.ts';
import { createTexts } from '../../../src/messages/texts.ts';
import type { Words } from '../../../src/messages/words.ts';
import { sampleTexts } from '../../support/sample-texts.ts';
import { argumentsOf, textTypes } from '../../support/text-types.ts';
import { readSameAsEnglish, sameAsEnglish, textsIn, untranslated } from '../../support/untranslated.ts';

/** To read the types of the catalogue and write all samples takes seconds. */
const SAMPLES_MS = 60_000;

const ROOT = join(import.meta.dirname, '..', '..', '..');

const wordsOf = (file: string): Words => JSON.parse(readFileSync(join(ROOT, 'locales', file), 'utf8')) as Words;
const english = wordsOf('en-US.json');

/** The plural forms that a text gives, for each of its plurals. */
function pluralsIn(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inner] : inner;
  });
}

describe.each(LOCALES)('the words %s', (locale) => {
  const words = wordsOf(`${locale}.json`);
  const tag = locale.slice(0, 2) as keyof typeof PLURAL_CATEGORIES;

  it('have the keys of the English ones, in their order', () => {
    const keys = textsIn(words).map(([key]) => key);
    const advice = `the keys in locales/${locale}.json; \`npm run add-text -- KEY "English"\` adds one to every language`;
    expect(keys, advice).toEqual(textsIn(english).map(([key]) => key));
  });

  it('give every plural form of the language, and no other', () => {
    const faults = textsIn(words).flatMap(([key, text]) =>
      pluralsIn(parse(text, { ignoreTag: true }))
        .filter((forms) => forms.filter((form) => !form.startsWith('=')).join() !== PLURAL_CATEGORIES[tag].join())
        .map((forms) => `${key}: ${forms.join()}`),
    );
    expect(faults, `locales/${locale}.json`).toEqual([]);
  });

  it('write no command by hand, which has another name in another language', () => {
    const byHand = textsIn(words).filter(([, text]) => /`\/\p{Ll}/u.test(text));
    expect(byHand, `insert the command in locales/${locale}.json`).toEqual([]);
  });
});

it('the types of the texts are those of the words; `npm run words` makes them', () => {
  const written = readFileSync(join(ROOT, 'src/messages/text-types.ts'), 'utf8');
  const made = textTypes(LOCALES.map((locale) => wordsOf(`${locale}.json`)));
  const plain = (source: string): string => source.replaceAll(/\s+|;/g, '');
  expect(plain(written) === plain(made), 'run `npm run words`').toBe(true);
});

it('notes for translators are about texts that there are', () => {
  const keys = textsIn(english).map(([key]) => key);
  const notes = wordsOf('notes/en-US.json');
  const about = (note: string): boolean => keys.some((key) => key === note || key.startsWith(`${note}.`));
  const stale = Object.keys(notes).filter((note) => !about(note));
  expect(stale, 'locales/notes/en-US.json').toEqual([]);
});

it('texts that are rightly the same as in English are', () => {
  const listed = Object.entries(readSameAsEnglish()).flatMap(([key, locales]) => locales.map((one) => `${one} ${key}`));
  const same = LOCALES.flatMap((one) => sameAsEnglish(wordsOf(`${one}.json`), english).map((key) => `${one} ${key}`));
  const stale = listed.filter((each) => !same.includes(each));
  expect(stale, 'remove these from locales/notes/same-as-english.json').toEqual([]);
});

it('a text in English counts as not translated, unless it has no words or is rightly the same', () => {
  const model = { a: 'one two', b: { c: '{n} dB', d: '{n, plural, other {# lines}}' }, e: 'Text' };
  expect(sameAsEnglish({ ...model, e: 'Texte' }, model)).toEqual(['a', 'b.d']);
  const [counted] = untranslated({}).values();
  expect(counted).toContain('playback.say.form.text');
  expect(untranslated({ 'playback.say.form.text': ['de'] }).get('de')).not.toContain('playback.say.form.text');
});

/** The words with a mark before each text, by which it is known in what is shown. */
function marked(words: Words, marks: Map<string, string>, path = ''): Words {
  const entries = Object.entries(words).map(([name, word]) => {
    const key = path === '' ? name : `${path}.${name}`;
    if (typeof word !== 'string') return [name, marked(word, marks, key)];
    const mark = `⟦${marks.size}⟧`;
    marks.set(mark, key);
    return [name, `${mark}${word}`];
  });
  return Object.fromEntries(entries) as Words;
}

it('every text is shown in a language', { timeout: SAMPLES_MS }, () => {
  const shown = new Set<string>();
  const keys = new Set<string>();
  for (const locale of LOCALES) {
    const marks = new Map<string, string>();
    // Those of commands are their names.
    const { names = {}, ...topics } = wordsOf(`${locale}.json`);
    const catalogue = createCatalogue({ ...marked(topics, marks), names }, { english, tag: 'en' });
    const texts = sampleTexts(catalogue).flatMap((sample) => sample.texts);
    for (const [mark] of texts.join('').matchAll(/⟦\d+⟧/g)) shown.add(marks.get(mark) ?? '');
    for (const key of marks.values()) keys.add(key);
  }
  const unseen = [...keys].filter((key) => !shown.has(key));
  expect(unseen, 'no code shows these texts of locales/').toEqual([]);
});

describe('a text', () => {
  const textOf = (text: string, model = text): unknown =>
    Reflect.get(createTexts({ text }, { text: model }, 'en'), 'text');

  it('without insertions is plain, with quotes as they are read', () => {
    expect(textOf("It's fine.")).toBe("It's fine.");
    expect(textOf("A '{'brace'}'")).toBe('A {brace}');
  });

  it('with insertions is a function of them, also where only English has some', () => {
    const write = textOf('{count, plural, one {# line of {name}} other {# lines of {name}}}') as (
      values: object,
    ) => string;
    expect(write({ count: 1_234, name: '# {x} <b>' })).toBe('1,234 lines of # {x} <b>');
    expect((textOf('always', 'of {name}') as (values: object) => string)({ name: 'x' })).toBe('always');
  });

  it('writes numbers with at most one digit after the point', () => {
    expect((textOf('{ms, number} ms') as (values: object) => string)({ ms: 12.345 })).toBe('12.3 ms');
  });

  it('has arguments of which types are made', () => {
    expect([...argumentsOf('{a} {n, plural, other {{b}}} {k, select, x {} other {{c, number}}}')]).toEqual([
      ['a', 'string'],
      ['n', 'number'],
      ['b', 'string'],
      ['k', 'string'],
      ['c', 'number'],
    ]);
  });
});
