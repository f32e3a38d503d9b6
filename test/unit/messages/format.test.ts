import { describe, expect, it } from 'vitest';
import { createFormat, PLURAL_CATEGORIES } from '../../../src/messages/format.ts';

describe('the format of a language', () => {
  const en = createFormat('en');

  it.each(Object.entries(PLURAL_CATEGORIES))('asks a catalogue in %s for every plural form', (language, categories) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    expect(new Set<string>(categories)).toEqual(new Set<string>(pluralCategories));
  });

  it('writes lists, shares, lengths and sizes', () => {
    expect(en.list(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(en.alternatives(['a', 'b', 'c'])).toBe('a, b, or c');
    expect([0, 0.123, 1].map(en.percent)).toEqual(['0%', '12.3%', '100%']);
    expect([0, 5_000, 65_000, 3_600_000].map(en.duration)).toEqual(['0 sec', '5 sec', '1 min, 5 sec', '1 hr']);
    expect([1, 999, 1_500, 26_214_400].map(en.bytes)).toEqual(['1 byte', '999 bytes', '1.5 kB', '25 MB']);
    expect([999, 20_000_000, 10_485_760].map(en.sizeLimit)).toEqual(['999 bytes', '19 MB', '10 MB']);
  });

  it('writes a space between sentences where the language does', () => {
    expect(en.sentences(['One.', 'Two.'])).toBe('One. Two.');
    expect(createFormat('ko').sentences(['하나예요.', '둘이에요.'])).toBe('하나예요. 둘이에요.');
    expect(createFormat('ja').sentences(['一。', '二。'])).toBe('一。二。');
    expect(createFormat('zh').sentences(['一。', '二。'])).toBe('一。二。');
  });

  it('names languages, and leaves codes that name none as they are', () => {
    expect(['en', 'pt-BR', 'xx', 'no language'].map(en.language)).toEqual([
      ...['English', 'Brazilian Portuguese', 'xx', 'no language'],
    ]);
  });
});
