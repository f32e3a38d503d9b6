import { describe, expect, it } from 'vitest';
import { languageChoices, resolveLanguage } from '../../../../src/discord/interactions/languages.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { english } from '../../../../src/messages/english.ts';

const german = CATALOGUES.de;
const japanese = CATALOGUES.ja;

describe('languages', () => {
  it('are suggested by their English name, their own name and their code', () => {
    for (const typed of ['ger', 'deut', 'DE', ' german']) {
      expect(languageChoices(typed, english)).toContainEqual({ name: 'German (de)', value: 'de' });
    }
  });

  it('come first when they start with what is typed', () => {
    expect(languageChoices('en', english)[0]?.value).toBe('en');
  });

  it('are at most 25 in one list', () => {
    expect(languageChoices('', english)).toHaveLength(25);
    expect(languageChoices('no such language', english)).toEqual([]);
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

  it('are named in the language of the person, and understood in every language of the catalogues', () => {
    expect(languageChoices('japanisch', german)).toEqual([{ name: 'Japanisch (ja)', value: 'ja' }]);
    expect(languageChoices('ドイツ', japanese)).toEqual([{ name: 'ドイツ語 (de)', value: 'de' }]);
    for (const entered of ['Allemand', 'alemán', 'alemão', 'ドイツ語', '독일어', '德语']) {
      expect(resolveLanguage(entered, english)).toBe('de');
    }
  });
});
