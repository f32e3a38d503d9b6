import { describe, expect, it } from 'vitest';
import { english } from '../../../../../../playground/page/client/texts/english/english.ts';
import { fill } from '../../../../../../playground/page/client/texts/fill.ts';
import { withGroupedNumbers } from '../../../../../../playground/page/client/texts/grouped-numbers.ts';
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

  it('group the digits of numbers as their language does', async () => {
    const german = withGroupedNumbers(await loadTexts('de'), 'de');
    const { shell, commands } = withGroupedNumbers(english, 'en-US');
    expect(shell.unread(1)).toBe('1 unread message');
    expect(shell.unread(12_345)).toBe('12,345 unread messages');
    expect(german.shell.unread(12_345)).toContain('12.345');
    expect(commands.problems['too-long'](6_000, 12_000)).toBe('Shorten it to 6,000 characters. It has 12,000.');
    expect(shell.titleOf('1000')).toBe('1000 · Mynah playground');
    expect(shell.notices).toEqual(english.shell.notices);
  });

  it('are English where there is no translation', async () => {
    expect(await loadTexts('xx')).toBe(english);
  });
});
