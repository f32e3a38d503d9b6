import { describe, expect, it } from 'vitest';
import { columnsOf, wrapped } from '../../../../../playground/terminal/output/line-width.ts';

describe('columnsOf', () => {
  it.each([
    ['Hello', 5],
    ['', 0],
    ['日本語', 6],
    ['ﾊﾝｶｸ', 4],
    ['設定：', 6],
    ['한국어', 6],
    ['👍🏽 ok', 5],
    ['👨‍👩‍👧', 2],
    ['⚙️', 2],
    ['e\u0301', 1],
    ['█▅ ● ▾', 6],
  ])('of %j are %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('wrapped', () => {
  it('breaks at spaces, keeps indentation and words that are too long', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapped('   one two', 6)).toEqual(['   one', 'two']);
    expect(wrapped('see https://example.com/a now', 8)).toEqual(['see', 'https://example.com/a', 'now']);
    expect(wrapped('one two ', 80)).toEqual(['one two']);
    expect(wrapped('', 80)).toEqual(['']);
  });

  it('breaks Chinese and Japanese between signs, by their columns', () => {
    expect(wrapped('今日は良い天気です', 8)).toEqual(['今日は良', 'い天気で', 'す']);
    expect(wrapped('使用/say朗读文字', 9)).toEqual(['使用/say', '朗读文字']);
  });

  it('begins no line with a closing sign or a small kana, and ends none with an opening one', () => {
    expect(wrapped('今日は。良い', 6)).toEqual(['今日', 'は。良', 'い']);
    expect(wrapped('天気「良い」', 6)).toEqual(['天気', '「良', 'い」']);
    expect(wrapped('お待って', 4)).toEqual(['お', '待っ', 'て']);
  });

  it('breaks Korean at its spaces, by columns', () => {
    expect(wrapped('서버에서 말하기', 10)).toEqual(['서버에서', '말하기']);
  });
});
