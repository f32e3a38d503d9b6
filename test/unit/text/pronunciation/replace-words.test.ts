import { describe, expect, test } from 'vitest';
import { withoutPhonemes } from '../../../../src/text/pronunciation/phonemes.ts';
import { replaceWords } from '../../../../src/text/pronunciation/replace-words.ts';
import { WordTrie } from '../../../../src/text/pronunciation/word-trie.ts';

type Pairs = Readonly<Record<string, string>>;

const trieOf = (pairs: Pairs): WordTrie => new WordTrie(Object.entries(pairs).map(([word, as]) => ({ word, as })));
const replace = (text: string, ...dictionaries: readonly Pairs[]): string =>
  replaceWords(text, dictionaries.map(trieOf));

describe('whole words', () => {
  test.each<[text: string, pairs: Pairs, spoken: string]>([
    ['brb, gg!', { brb: 'be right back', gg: 'good game' }, 'be right back, good game!'],
    ['eggs and gg', { gg: 'good game' }, 'eggs and good game'],
    ['gg_wp gg2 2gg', { gg: 'good game' }, 'gg_wp gg2 2gg'],
    ['I love C++ and C.', { 'C++': 'see plus plus', C: 'see' }, 'I love see plus plus and see.'],
    ['C+++', { 'C++': 'no' }, 'C+++'],
    ['ok:D nice', { ':D': 'big smile' }, 'ok big smile nice'],
    ['x:Data', { ':D': 'no' }, 'x:Data'],
    ['hi ^^', { '^^': 'happy' }, 'hi happy'],
    ['at 12:30', { ':3': 'cat' }, 'at 12:30'],
    ['3 is not 3.5 or 1,3', { 3: 'three' }, 'three is not 3.5 or 1,3'],
    ["don't let t be", { don: 'no', t: 'tee' }, "don't let tee be"],
    ["Mynah's cage", { mynah: 'my nah' }, "my nah's cage"],
    ["l'IA et c'est l’OTAN", { ia: 'intelligence', otan: 'alliance' }, "l'intelligence et c'est l’alliance"],
    ['new york city', { new: 'old', 'new york c': 'no', 'york city': 'no' }, 'old no'],
    ['cafe\u0301', { cafe: 'no' }, 'cafe\u0301'],
    ['👍🏽 👍', { '👍': 'thumbs up' }, '👍🏽 thumbs up'],
  ])('%s', (text, pairs, spoken) => {
    expect(replace(text, pairs)).toBe(spoken);
  });
});

describe('scripts without spaces', () => {
  test.each<[text: string, pairs: Pairs, spoken: string]>([
    ['東京都の大学生', { 京都: 'きょうと', 大学: 'だいがく' }, '東京都のだいがく生'],
    ['昨日東京都へ行った', { 東京: 'とうきょう' }, '昨日とうきょう都へ行った'],
    ['それは草', { 草: 'くさ' }, 'それはくさ'],
    ['草原を走る', { 草: 'くさ' }, '草原を走る'],
    ['ランチのラン', { ラン: 'らん' }, 'ランチのらん'],
    ['草www', { www: 'わらわら' }, '草わらわら'],
    ['我在重庆银行', { 重庆: 'Chongqing' }, '我在Chongqing银行'],
    ['今天yyds啊', { yyds: '永远的神' }, '今天永远的神啊'],
    ['วันนี้กินข้าว', { ข้าว: 'rice' }, 'วันนี้กินrice'],
  ])('%s', (text, pairs, spoken) => {
    expect(replace(text, pairs)).toBe(spoken);
  });

  test('a Korean noun may have its particle, but no other syllables', () => {
    const pairs = { 디코: '디스코드', ㅇㅈ: '인정' };
    expect(replace('디코에서 봐, 디코는 좋아. ㅇㅈ', pairs)).toBe('디스코드에서 봐, 디스코드는 좋아. 인정');
    expect(replace('디코더 에디코', pairs)).toBe('디코더 에디코');
  });
});

test('entries make no expression mark together, nor alone', () => {
  expect(replace('a b', { a: '[sad', b: 'voice]' })).toBe('(sad voice)');
  expect(replace('a', { a: '［angry］' })).toBe('(angry)');
});

test('names stay as they are, as whole words', () => {
  const trie = trieOf({ ada: 'Eve', adam: 'Seth', lovelace: 'Smith' });
  const names = ['Ada', 'Ada (Lovelace)', '', 'T-Rex', String.raw`^$\.*+?()[]{}|/-`];
  expect(replaceWords('Ada (Lovelace) and Ada met Adam Lovelace.', [trie], { names })).toBe(
    'Ada (Lovelace) and Ada met Seth Smith.',
  );
});

test('words that would make the text too long stay', () => {
  const trie = trieOf({ a: 'x'.repeat(200), b: 'bee' });
  expect(replaceWords('a b', [trie], { maxResult: 20 })).toBe('a bee');
});

describe('case', () => {
  test.each<[text: string, pairs: Pairs, spoken: string]>([
    ['BRB Brb brb', { bRb: 'back' }, 'back back back'],
    ['STRASSE straße', { Straße: 'road' }, 'road road'],
    ['ΣΟΦΟΣ σοφός σοφος', { σοφος: 'wise' }, 'wise σοφός wise'],
    ['İSTANBUL istanbul Istanbul', { istanbul: 'city' }, 'city city city'],
    ['sıkıldım sikildim', { sıkıldım: 'bored' }, 'bored sikildim'],
    ['ＧＧ ｇｇ', { gg: 'good game' }, 'good game good game'],
    ['ПРИВЕТ привет', { привет: 'hello' }, 'hello hello'],
  ])('does not matter: %s', (text, pairs, spoken) => {
    expect(replace(text, pairs)).toBe(spoken);
  });

  test('a word does not end inside a character that folds to several', () => {
    expect(replace('ß', { s: 'no' })).toBe('ß');
  });
});

describe('which entry counts', () => {
  test('the longest at the leftmost place', () => {
    expect(replace('new york new', { new: 'A', 'new york': 'B', york: 'C' })).toBe('B A');
  });

  test('of equal words the nearest dictionary, of others the longest of any', () => {
    const [personal, server, builtIn] = [
      { gg: 'mine' },
      { gg: 'ours', 'gg wp': 'ours too' },
      { gg: 'plain', afk: 'away' },
    ];
    expect(replace('gg, gg wp, afk', personal, server, builtIn)).toBe('mine, ours too, away');
  });

  test('what was put in is not replaced again', () => {
    expect(replace('a b', { a: 'b', b: 'a' })).toBe('b a');
  });
});

test('words in expression marks stay as they are, and none reaches into them', () => {
  const pairs = { laughing: 'no', 'hi [laughing]': 'no', hi: 'hello' };
  expect(replace('hi [laughing] laughing [soft hi] hi', pairs)).toBe('hello [laughing] no [soft hi] hello');
});

test('parts that are harmless alone cannot make a control token together', () => {
  for (const text of ['a <gg', 'gg|> b', '<gg gg|> and <|gg', 'x <gg y']) {
    const spoken = replace(text.replaceAll('<|', '<'), { gg: '|speaker:1|', y: '>' });
    expect(spoken).not.toMatch(/<\||\|>/);
    const phonemes = replace(text.replaceAll('<|', '<'), { gg: '{G UW1}', y: '>' });
    expect(withoutPhonemes(phonemes)).not.toMatch(/<\||\|>/);
  }
});

test('a dictionary cannot blow a text up beyond 12,000 characters', () => {
  const spoken = replace(Array(3_000).fill('a').join(' '), { a: 'long '.repeat(40).trim() });
  expect(spoken.length).toBeLessThanOrEqual(12_000);
  expect(spoken.endsWith(' a a')).toBe(true);
});

test('phonemes keep the spelling beside them', () => {
  const spoken = replace('I am an Engineer.', { engineer: '{EH1 N JH AH0 N IH1 R}' });
  expect(withoutPhonemes(spoken)).toBe('I am an Engineer.');
  expect(spoken).toBe('I am an \ufff9Engineer\ufffaEH1 N JH AH0 N IH1 R\ufffb.');
});

describe('the work', () => {
  class CountingTrie extends WordTrie {
    steps = 0;
    override next(node: number, unit: number): number | undefined {
      this.steps += 1;
      return super.next(node, unit);
    }
  }
  const stepsFor = (text: string, words: readonly string[]): number => {
    const trie = new CountingTrie(words.map((word) => ({ word, as: 'x' })));
    replaceWords(text, [trie]);
    return trie.steps;
  };
  const random = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `word${(index * 7919) % 10_007}`);

  test('grows with the text and not with the dictionary', () => {
    const text = 'some words of a longer text that are not in it. '.repeat(50);
    expect(stepsFor(text.repeat(4), random(2_000))).toBeLessThanOrEqual(4 * stepsFor(text, random(2_000)));
    expect(stepsFor(text, random(2_000))).toBeLessThanOrEqual(1.5 * stepsFor(text, random(100)));
  });

  test('is bounded by the longest word at every place, whatever people write', () => {
    const words = Array.from({ length: 60 }, (_, index) => 'a'.repeat(index + 1));
    expect(stepsFor('a'.repeat(3_000), words)).toBeLessThanOrEqual(3_000 * 61);
  });
});

test.each([
  ['Adaさんへの返信、hello', 'Ada'],
  ['アダさんへの返信', 'アダ'],
  ['回复李明：hello', '李明'],
  ['你好李明你好', '李明'],
  ['회의에 민준가', '민준'],
  ['李明님에게 답장', '李明'],
])(
  '%s: a name stays where its script joins it to other words',
  { meta: { promises: ['names-are-nobody-elses'] } },
  (text, name) => {
    const dictionary = new WordTrie([{ word: name.toLowerCase(), as: 'Bob' }]);
    expect(replaceWords(text, [dictionary], { names: [name] })).toBe(text);
  },
);
