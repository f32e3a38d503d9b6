import { describe, expect, test } from 'vitest';
import { BUILT_IN_LANGUAGES, builtInEntries } from '../../../../src/text/pronunciation/built-in/built-in.ts';
import { checkEntry } from '../../../../src/text/pronunciation/entry.ts';
import { replaceWords } from '../../../../src/text/pronunciation/replace-words.ts';
import { WordTrie } from '../../../../src/text/pronunciation/word-trie.ts';

test('the abbreviations of a locale are those of its language', () => {
  expect(builtInEntries('pt-BR')).toEqual(builtInEntries('pt'));
  expect(builtInEntries('zh-CN').length).toBeGreaterThan(10);
  expect(builtInEntries('tlh')).toEqual([]);
});

describe.each(BUILT_IN_LANGUAGES)('in %s', (language) => {
  test('every entry is one that people could add, and no number', () => {
    const entries = builtInEntries(language);
    for (const { word, as } of entries) {
      expect(checkEntry(word, as)).toMatchObject({ kind: 'entry', entry: { word, as } });
      expect(word).not.toMatch(/^\p{N}+$/u);
    }
    const keys = entries.map(({ word }) => checkEntry(word, 'x')).map((one) => one.kind === 'entry' && one.entry.key);
    expect(new Set(keys).size).toBe(entries.length);
  });
});

test.each([
  ['en', 'brb, idk', "be right back, I don't know"],
  ['de', 'Vllt. ka', 'vielleicht. keine Ahnung'],
  ['fr', 'mdr tkt', "mort de rire t'inquiète"],
  ['es', 'xq tqm', 'porque te quiero mucho'],
  ['pt-BR', 'vc tmj', 'você tamo junto'],
  ['ja', 'gj！', 'グッジョブ！'],
  ['ko', 'ㅇㅋ ㅈㅅ', '오케이 죄송'],
  ['zh-CN', '真的yyds', '真的永远的神'],
])('%s says %s as one says it', (locale, text, spoken) => {
  expect(replaceWords(text, [new WordTrie(builtInEntries(locale))])).toBe(spoken);
});

test.each([
  ['en', 'Ty and JK Rowling are NW of here'],
  ['en', 'a link to op.gg and r/gg'],
  ['ja', 'www.example.com'],
  ['de', 'Art. 5 GG, Bezirk KA'],
  ['fr', '12 mp, un MP'],
  ['es', '2 tb, 2TB, 1 TB, dnd'],
  ['pt-BR', 'moro no RS, a PF, 1 TB, opção N'],
  ['zh-CN', 'XXS'],
])('in %s, nothing is made of %s', (locale, text) => {
  expect(replaceWords(text, [new WordTrie(builtInEntries(locale))])).toBe(text);
});
