import { createHash } from 'node:crypto';
import { LOCALES, type Locale } from '../../src/messages/locales.ts';
import type { SampleText } from './sample-texts.ts';

/** Enough to tell two versions of a text apart. */
const DIGEST_DIGITS = 6;

/** A digest of each text in each language: a row a key, a column a language. */
export function goldenTable(samplesOf: (locale: Locale) => readonly SampleText[]): string {
  const digests = new Map<string, string[]>();
  for (const locale of LOCALES) {
    for (const { key, texts } of samplesOf(locale)) digests.set(key, [...(digests.get(key) ?? []), digestOf(texts)]);
  }
  const rows = [...digests].map(([key, ofKey]) => [key, ...ofKey].join(' ')).toSorted();
  return [['key', ...LOCALES].join(' '), ...rows, ''].join('\n');
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, DIGEST_DIGITS);
}
