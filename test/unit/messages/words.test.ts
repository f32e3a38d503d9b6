import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../../src/messages/catalogue.ts';
import { PLURAL_CATEGORIES } from '../../../src/messages/format.ts';
import { LOCALES } from '../../../src/messages/locales.ts';
import { createTexts, type Words } from '../../../src/messages/texts.ts';
import { sampleTexts } from '../../support/sample-texts.ts';
import { argumentsOf } from '../../support/text-types.ts';
import { readSameAsEnglish, sameAsEnglish, textsIn, untranslated } from '../../support/untranslated.ts';
import { BOT_WORDS, fileUrl, typesOf, WORD_SETS, wordsOf } from '../../support/word-sets.ts';

/** To read the types of the catalogue and write all samples takes seconds. */
const SAMPLES_MS = 60_000;

function parsed(text: string): readonly MessageFormatElement[] {
  return parse(text, { ignoreTag: true });
}

/** The plural forms that a text gives, for each of its plurals. */
function pluralsIn(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inner] : inner;
  });
}

describe.each(WORD_SETS)('the words in $folder', (set) => {
  const english = textsIn(wordsOf(set, 'en-US.json'));

  describe.each(LOCALES)('%s', (locale) => {
    const texts = textsIn(wordsOf(set, `${locale}.json`));
    const tag = locale.slice(0, 2) as keyof typeof PLURAL_CATEGORIES;

    it('have the keys of the English ones, in their order', () => {
      const advice = `the keys in ${set.folder}/${locale}.json; \`npm run add-text\` adds one to every language`;
      expect(
        texts.map(([key]) => key),
        advice,
      ).toEqual(english.map(([key]) => key));
    });

    it('give every plural form of the language, and no other', () => {
      const faults = texts.flatMap(([key, text]) =>
        pluralsIn(parsed(text))
          .filter((forms) => forms.filter((form) => !form.startsWith('=')).join() !== PLURAL_CATEGORIES[tag].join())
          .map((forms) => `${key}: ${forms.join()}`),
      );
      expect(faults, `${set.folder}/${locale}.json`).toEqual([]);
    });

    it('write no command by hand, which has another name in another language', () => {
      const byHand = texts.filter(([, text]) => /`\/\p{Ll}/u.test(text));
      expect(byHand, `insert the command in ${set.folder}/${locale}.json`).toEqual([]);
    });
  });

  it('have the types that `npm run words` makes of them', () => {
    const plain = (source: string): string => source.replaceAll(/\s+|;/g, '');
    const written = readFileSync(fileUrl(set.typesFile), 'utf8');
    expect(plain(written) === plain(typesOf(set)), 'run `npm run words`').toBe(true);
  });

  it('have notes for translators only about texts that there are', () => {
    const notes = Object.keys(wordsOf(set, 'notes/en-US.json'));
    const isOfText = (note: string): boolean => english.some(([key]) => key === note || key.startsWith(`${note}.`));
    const stale = notes.filter((note) => !isOfText(note));
    expect(stale, `${set.folder}/notes/en-US.json`).toEqual([]);
  });

  it('have a list of texts that are rightly the English ones, and are', () => {
    const listed = Object.entries(readSameAsEnglish(set)).flatMap(([key, locales]) =>
      locales.map((one) => `${one} ${key}`),
    );
    const same = LOCALES.flatMap((one) =>
      sameAsEnglish(wordsOf(set, `${one}.json`), wordsOf(set, 'en-US.json')).map((key) => `${one} ${key}`),
    );
    const stale = listed.filter((each) => !same.includes(each));
    expect(stale, `remove these from ${set.folder}/notes/same-as-english.json`).toEqual([]);
  });
});

describe.each(LOCALES)('the words %s of the overlay, which its script fills in', (locale) => {
  const overlayTexts = (of: string): readonly (readonly [key: string, text: string])[] =>
    textsIn(wordsOf(BOT_WORDS, `${of}.json`)['overlayPage'] as Words);
  const texts = overlayTexts(locale);

  it('insert values by their names, and have no other syntax', () => {
    const faults = texts.filter(([, text]) => {
      const simple = parsed(text).map((element) => {
        if (element.type === TYPE.literal) return element.value;
        return element.type === TYPE.argument ? `{${element.value}}` : '';
      });
      return simple.join('') !== text;
    });
    expect(faults).toEqual([]);
  });

  it('insert what the English ones insert', () => {
    const inserted = (of: readonly (readonly [string, string])[]): string[] =>
      of.map(([key, text]) => [key, ...[...argumentsOf(text).keys()].toSorted()].join(' '));
    expect(inserted(texts)).toEqual(inserted(overlayTexts('en-US')));
  });
});

it('a text in English counts as not translated, unless it has no words or is rightly the same', () => {
  const model = { a: 'one two', b: { c: '{n} dB', d: '{n, plural, other {# lines}}' }, e: 'Text' };
  expect(sameAsEnglish({ ...model, e: 'Texte' }, model)).toEqual(['a', 'b.d']);
  const [counted] = untranslated(BOT_WORDS, {}).values();
  expect(counted).toContain('playback.say.form.text');
  expect(untranslated(BOT_WORDS, { 'playback.say.form.text': ['de'] }).get('de')).not.toContain(
    'playback.say.form.text',
  );
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
    const { names = {}, ...topics } = wordsOf(BOT_WORDS, `${locale}.json`);
    const catalogue = createCatalogue(
      { ...marked(topics, marks), names },
      { english: wordsOf(BOT_WORDS, 'en-US.json'), tag: 'en' },
    );
    const texts = sampleTexts(catalogue).flatMap((sample) => sample.texts);
    for (const [mark] of texts.join('').matchAll(/⟦\d+⟧/g)) shown.add(marks.get(mark) ?? '');
    for (const key of marks.values()) keys.add(key);
  }
  const unseen = [...keys].filter((key) => !shown.has(key));
  expect(unseen, 'no code shows these texts of locales/').toEqual([]);
});

describe('a text', () => {
  const textOf = (text: string, model = text): unknown =>
    createTexts<{ readonly text: unknown }>({ text }, { text: model }, 'en').text;

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
