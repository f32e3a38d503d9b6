import { describe, expect, it } from 'vitest';
import { languageChoices, languageName, resolveLanguage } from '../../../../src/discord/interactions/languages.ts';
import { english } from '../../../../src/messages/english.ts';

describe('languages', () => {
  it('are suggested by their English name, their own name and their code', () => {
    for (const typed of ['ger', 'deut', 'DE', ' german']) {
      expect(languageChoices(typed)).toContainEqual({ name: 'German (de)', value: 'de' });
    }
  });

  it('come first when they start with what is typed', () => {
    expect(languageChoices('en')[0]?.value).toBe('en');
  });

  it('are at most 25 in one list', () => {
    expect(languageChoices('')).toHaveLength(25);
    expect(languageChoices('no such language')).toEqual([]);
  });

  it.each([
    ['de', 'de'],
    ['German', 'de'],
    ['日本語', 'ja'],
    ['xh', 'xh'],
    ['pt-BR', 'pt'],
    ['en-US', 'en'],
    ['deu', 'de'],
  ])('are understood: %s', (entered, code) => {
    expect(resolveLanguage(entered, english)).toBe(code);
  });

  it.each(['klingonese', '', 'zz', 'tlh', 'yue', '@everyone'])('that are unknown are refused: %j', (entered) => {
    expect(() => resolveLanguage(entered, english)).toThrow("I don't know a language called");
  });

  it('have names', () => {
    expect(languageName('ja')).toBe('Japanese');
    expect(languageName('not a code')).toBe('not a code');
  });
});
