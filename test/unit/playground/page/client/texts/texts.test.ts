import { describe, expect, it } from 'vitest';
import { english } from '../../../../../../playground/page/client/texts/english/english.ts';
import { fill } from '../../../../../../playground/page/client/texts/fill.ts';
import { loadTexts } from '../../../../../../playground/page/client/texts/load-texts.ts';
import { plural } from '../../../../../../playground/page/client/texts/plural.ts';

describe('texts of the page', () => {
  it('have the form of their number, by the rules of their language', () => {
    const forms = { one: 'one', few: 'few', other: 'other' };
    expect([1, 2, 5].map((count) => plural('en', count, forms))).toEqual(['one', 'other', 'other']);
    expect([1, 2, 5].map((count) => plural('pl', count, { ...forms }))).toEqual(['one', 'few', 'other']);
    expect(plural('ja', 1, forms)).toBe('other');
  });

  it('put what is drawn into its places, in any order', () => {
    expect(fill('{command}: by {person}.', { person: 1, command: 2 })).toEqual([2, ': by ', 1, '.']);
    expect(fill('{unknown}', {})).toEqual(['{unknown}']);
  });

  it('are English where there is no translation', async () => {
    expect(await loadTexts('xx')).toBe(english);
  });
});
