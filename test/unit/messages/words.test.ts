import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../../src/messages/catalogue.ts';
import { PLURAL_CATEGORIES } from '../../../src/messages/format.ts';
import { LOCALES } from '../../../src/messages/locales.ts';
import { createTexts, type Words } from '../../../src/messages/texts.ts';
import { sampleTexts } from '../../support/sample-texts.ts';
import { argumentsOf } from '../../support/text-types.ts';
import { BOT_WORDS, fileUrl, typesOf, WORD_SETS, wordsOf } from '../../support/word-sets.ts';

/** To read the types of the catalogue and write all samples takes seconds. */
const SAMPLES_MS = 60_000;

/** So many words are a sentence; fewer may be a name that all languages have. */
const WORDS_OF_SENTENCE = 3;
/** Names of programs and formats, which no language translates. */
const NAMES = /^(?:doctor\.findings\.versions|errors\.parts\.recordingKinds\..+)$/;

/** Every text with its key, such as `captions.buttons.stop`. */
function textsIn(words: Words, path = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([name, word]): [string, string][] => {
    const key = path === '' ? name : `${path}.${name}`;
    return typeof word === 'string' ? [[key, word]] : textsIn(word, key);
  });
}

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

/** A sentence that two languages don't share by chance: a few words that aren't inserted. */
function isSentence(text: string): boolean {
  const literals = parsed(text).flatMap((element) => (element.type === TYPE.literal ? [element.value] : []));
  return (literals.join(' ').match(/\p{L}{2,}/gu) ?? []).length >= WORDS_OF_SENTENCE;
}

describe.each(WORD_SETS)('the words in $folder', (set) => {
  const english = textsIn(wordsOf(set, 'en-US.json'));

  describe.each(LOCALES)('%s', (locale) => {
    const texts = textsIn(wordsOf(set, `${locale}.json`));
    const tag = locale.slice(0, 2) as keyof typeof PLURAL_CATEGORIES;

    it('have the keys of the English ones, in their order', () => {
      expect(texts.map(([key]) => key)).toEqual(english.map(([key]) => key));
    });

    it('give every plural form of the language, and no other', () => {
      const faults = texts.flatMap(([key, text]) =>
        pluralsIn(parsed(text))
          .filter((forms) => forms.filter((form) => !form.startsWith('=')).join() !== PLURAL_CATEGORIES[tag].join())
          .map((forms) => `${key}: ${forms.join()}`),
      );
      expect(faults).toEqual([]);
    });

    it('write no command by hand, which has another name in another language', () => {
      expect(texts.filter(([, text]) => /`\/\p{Ll}/u.test(text))).toEqual([]);
    });
  });

  describe.each(LOCALES.filter((locale) => locale !== 'en-US'))('%s', (locale) => {
    const texts = new Map(textsIn(wordsOf(set, `${locale}.json`)));

    it('leave no sentence in English', () => {
      const sentences = english.filter(([key, text]) => isSentence(text) && !NAMES.test(key));
      expect(sentences.filter(([key, text]) => texts.get(key) === text)).toEqual([]);
    });
  });

  it('have the types that `npm run words` makes of them', () => {
    const plain = (source: string): string => source.replaceAll(/\s+|;/g, '');
    expect(plain(readFileSync(fileUrl(set.typesFile), 'utf8'))).toBe(plain(typesOf(set)));
  });

  it('have notes for translators only about texts that there are', () => {
    const notes = Object.keys(wordsOf(set, 'notes/en-US.json'));
    const isOfText = (note: string): boolean => english.some(([key]) => key === note || key.startsWith(`${note}.`));
    expect(notes.filter((note) => !isOfText(note))).toEqual([]);
  });
});

describe.each(LOCALES)('the words %s of the overlay, which its script fills in', (locale) => {
  const overlayTexts = (of: string): [key: string, text: string][] =>
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
    const inserted = (of: readonly [string, string][]): string[] =>
      of.map(([key, text]) => [key, ...[...argumentsOf(text).keys()].toSorted()].join(' '));
    expect(inserted(texts)).toEqual(inserted(overlayTexts('en-US')));
  });
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
  expect([...keys].filter((key) => !shown.has(key))).toEqual([]);
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
