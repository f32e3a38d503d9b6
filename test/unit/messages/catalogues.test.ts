import { beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUES, messagesFor } from '../../../src/messages/catalogues.ts';
import { LOCALES, localeOf } from '../../../src/messages/locales.ts';
import type { Messages } from '../../../src/messages/messages.ts';
import { goldenTable } from '../../support/golden-table.ts';
import { sampleTexts } from '../../support/sample-texts.ts';

const TRANSLATED = LOCALES.filter((locale) => locale !== 'en-US');

/** What of a text must be in every language: parameters, mentions, times and the service's variables. */
function marksIn(text: string): string[] {
  return [...new Set(text.match(/⟦\w+#⟧|`[A-Z][A-Z_]+`/g))].toSorted();
}

/** Every key with the kind of its value: `captions.buttons.stop: string`. */
function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, path === '' ? key : `${path}.${key}`));
}

/** The texts of a catalogue that need no arguments, with their keys. */
function textsOf(value: unknown, path = ''): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path === '' ? key : `${path}.${key}`));
}

/** To read the types of the catalogue and write all samples takes seconds. */
const SAMPLES_MS = 60_000;

beforeAll(() => {
  for (const locale of LOCALES) sampleTexts(CATALOGUES[locale]);
}, SAMPLES_MS);

/** `golden.txt` has a digest of each text in each language; `npx vitest run --project unit catalogues -u` writes it anew. */
it('every text is as it was, in every language and for all its arguments', async () => {
  await expect(goldenTable((locale) => sampleTexts(CATALOGUES[locale]))).toMatchFileSnapshot('./golden.txt');
});

describe.each(LOCALES)('the catalogue %s', (locale) => {
  const catalogue: Messages = CATALOGUES[locale];

  it('has the keys of the English one, at every depth, and no others', () => {
    expect(shapeOf(catalogue).toSorted()).toEqual(shapeOf(CATALOGUES['en-US']).toSorted());
  });

  it('has no text that is empty, or that has a placeholder left in it', () => {
    const odd = textsOf(catalogue).filter(([, text]) => text.trim() === '' || /undefined|\bTODO\b|\$\{/.test(text));
    expect(odd).toEqual([]);
  });

  it('takes no # in what it inserts for the place of a number', () => {
    const written = sampleTexts(catalogue).flatMap(({ texts }) => texts);
    expect(written.filter((text) => /⟦\w+[^\w#]/.test(text) || /⟦\w+⟧/.test(text))).toEqual([]);
  });
});

it.each(TRANSLATED)('the texts in %s have the parameters of the English ones', (locale) => {
  const translated = new Map(sampleTexts(CATALOGUES[locale]).map(({ key, texts }) => [key, texts]));
  const faults = sampleTexts(CATALOGUES['en-US']).flatMap(({ key, texts }) =>
    texts.flatMap((text, index) => {
      const own = translated.get(key)?.[index] ?? '';
      const missing = marksIn(text).filter((mark) => !marksIn(own).includes(mark));
      return missing.map((mark) => `${key} lacks ${mark}: ${own}`);
    }),
  );
  expect(faults).toEqual([]);
});

it.each(TRANSLATED)('the catalogue %s borrows no topic from the English one', (locale) => {
  const topics = Object.entries(CATALOGUES[locale]);
  const borrowed = topics.filter(([topic, texts]) => texts === Reflect.get(CATALOGUES['en-US'], topic));
  expect(borrowed.map(([topic]) => topic)).toEqual([]);
});

describe('the locale of a catalogue', () => {
  it.each(LOCALES)('%s is its own', (locale) => {
    expect(localeOf(locale)).toBe(locale);
    expect(messagesFor(locale)).toBe(CATALOGUES[locale]);
  });

  it.each([
    ['en-GB', 'en-US'],
    ['es-419', 'es-ES'],
    ['sv-SE', 'en-US'],
    ['zh-TW', 'en-US'],
    ['', 'en-US'],
  ])('%j reads %s', (discordLocale, locale) => {
    expect(localeOf(discordLocale)).toBe(locale);
  });
});
