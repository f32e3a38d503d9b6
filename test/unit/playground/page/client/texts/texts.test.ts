import { describe, expect, it } from 'vitest';
import { english, loadTexts } from '../../../../../../playground/page/client/texts/load-texts.ts';
import { LOCALES, type Locale } from '../../../../../../src/messages/locales.ts';
import { textInPieces, type Words } from '../../../../../../src/messages/texts.ts';
import { goldenTable } from '../../../../../support/golden-table.ts';
import type { SampleText } from '../../../../../support/sample-texts.ts';
import { argumentsOf } from '../../../../../support/text-types.ts';
import { PAGE_WORDS, wordsOf } from '../../../../../support/word-sets.ts';

/** Every plural category of every language has one of them. */
const NUMBERS = [0, 1, 2, 5, 21, 999, 1_234, 1_000_000];

interface Text {
  readonly key: string;
  readonly pattern: string;
}

function textsIn(words: Words, path: readonly string[] = []): Text[] {
  return Object.entries(words).flatMap(([name, word]): Text[] =>
    typeof word === 'string' ? [{ key: [...path, name].join('.'), pattern: word }] : textsIn(word, [...path, name]),
  );
}

/** Every combination of what may be inserted. */
function samplesFor(pattern: string): readonly object[] {
  return [...argumentsOf(pattern)].reduce<readonly object[]>(
    (samples, [name, type]) =>
      samples.flatMap((sample) =>
        (type === 'number' ? NUMBERS : [`⟦${name}#⟧`]).map((value) => ({ ...sample, [name]: value })),
      ),
    [{}],
  );
}

const patterns = textsIn(wordsOf(PAGE_WORDS, 'en-US.json'));
const loaded = new Map(await Promise.all(LOCALES.map(async (locale) => [locale, await loadTexts(locale)] as const)));

/** What a language writes for each sample. */
function samplesOf(locale: Locale): SampleText[] {
  return patterns.map(({ key, pattern }) => {
    const text = key
      .split('.')
      .reduce<unknown>((topic, name) => Reflect.get(topic as object, name), loaded.get(locale));
    if (typeof text !== 'function') return { key, texts: [text as string] };
    return { key, texts: samplesFor(pattern).map((values) => (text as (values: object) => string)(values)) };
  });
}

describe('texts of the page', () => {
  it('are as they were, in every language and for all that is inserted; `-u` writes golden.txt anew', async () => {
    await expect(goldenTable(samplesOf)).toMatchFileSnapshot('./golden.txt');
  });

  it.each(LOCALES)('insert in %s what the English ones insert', (locale) => {
    const inserted = (texts: readonly Text[]): (readonly [string, object])[] =>
      texts.map(({ key, pattern }) => [key, Object.fromEntries(argumentsOf(pattern))]);
    expect(inserted(textsIn(wordsOf(PAGE_WORDS, `${locale}.json`)))).toEqual(inserted(patterns));
  });

  it('put what is drawn into its places, in the order of the language', () => {
    const [person, command] = [{ drawn: 'person' }, { drawn: 'command' }];
    const inPieces = (locale: 'en-US' | 'ja'): readonly unknown[] =>
      textInPieces((loaded.get(locale) ?? english).messages.usedCommand, { person, command });
    expect(inPieces('en-US')).toEqual([person, ' used ', command]);
    expect(inPieces('ja')).toEqual([person, expect.any(String), command, expect.any(String)]);
  });

  it('group the digits of numbers as their language does', async () => {
    expect(english.shell.unread({ count: 1 })).toBe('1 unread message');
    expect(english.shell.unread({ count: 12_345 })).toBe('12,345 unread messages');
    expect((await loadTexts('de')).shell.unread({ count: 12_345 })).toContain('12.345');
    expect(english.commands.problems['too-long']({ max: 6_000, length: 60_000 })).toBe(
      'Shorten it to 6,000 characters. It has 60,000.',
    );
    expect(english.shell.titleOf({ channel: '1000' })).toBe('1000 · Mynah playground');
  });

  it('are English where there is no translation', async () => {
    expect(await loadTexts('xx')).toBe(english);
  });
});
