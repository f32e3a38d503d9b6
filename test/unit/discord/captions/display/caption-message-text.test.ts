import { describe, expect, it } from 'vitest';
import {
  namedLine,
  parseMessage,
  renderTurn,
  webhookName,
} from '../../../../../src/discord/captions/display/caption-message-text.ts';
import { english } from '../../../../../src/messages/english.ts';

const turn = (text: string, interimLength = 0, late = false) => renderTurn({ text, interimLength, late }, english);

describe('a turn', () => {
  it('is shown as it was said', () => {
    expect(turn('Good morning.')).toEqual([{ content: 'Good morning.', settled: 'Good morning.', isInterim: false }]);
  });

  it('shows what may still change in italics', () => {
    expect(turn('Good morning. How are', 'How are'.length)).toEqual([
      { content: 'Good morning. *How are…*', settled: 'Good morning.', isInterim: true },
    ]);
    expect(turn('How are', 7)).toEqual([{ content: '*How are…*', settled: '', isInterim: true }]);
  });

  it.each([
    ['Good morning every.', '*Good morning every…*'],
    ['早上好。', '*早上好…*'],
    ['Well...', '*Well…*'],
    ['1.', '*1…*'],
    ['How are you?', '*How are you?…*'],
    ['Stop!', '*Stop!…*'],
    ['It costs 1.5', '*It costs 1.5…*'],
    ['...', '*…*'],
  ])('shows an ellipsis in place of the full stop of what may still change: %s', (words, content) => {
    expect(turn(words, words.length)).toEqual([{ content, settled: '', isInterim: true }]);
    expect(parseMessage(content)).toEqual([{ lead: '', settled: '', isInterim: true }]);
  });

  it('keeps the full stop of what is final', () => {
    expect(turn('Good morning. Well.', 'Well.'.length)[0]?.content).toBe('Good morning. *Well…*');
  });

  it('is marked if it is late', () => {
    expect(turn('Good morning.', 0, true)[0]?.content).toBe('*(late)* Good morning.');
  });

  it('without text is not shown', () => {
    expect(turn('  ')).toEqual([]);
  });

  it.each([
    '@everyone',
    '<@123456789012345678>',
    '<#123456789012345678>',
    '**bold**',
    '_a_ ~~b~~ `c` ||d||',
    String.raw`\*bold\*`,
    '> quote',
    '# title',
    '-# small',
    'https://x.example',
    'discord.gg/abc',
    '[name](https://x.example)',
  ])('cannot ping, format or embed by accident: %s', (words) => {
    const [page] = turn(words);
    expect(page?.content).not.toMatch(/@everyone|<[@#]|:\/\/|discord\.gg|^(>|#|-#) ?|(?<!\\)(\\\\)*[*_~`|]/);
  });

  it('that is too long for one message continues in others, and loses nothing', () => {
    const words = Array.from({ length: 800 }, (_, index) => `w*${index}`).join(' ');
    const pages = turn(words);
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map(({ content }) => content.length))).toBeLessThanOrEqual(1_800);
    expect(pages.map(({ content }) => content.replaceAll('\\', '')).join(' ')).toBe(words);
  });

  it('has a line for each speaker turn, final or not', () => {
    expect(turn('One.\nTwo. Thr', 'Thr'.length)).toEqual([
      { content: 'One.\nTwo. *Thr…*', settled: 'One.\nTwo.', isInterim: true },
    ]);
    expect(turn('One.\n# Two.\nThree.', '# Two.\nThree.'.length)).toEqual([
      { content: 'One.\n*\\# Two…*\n*Three…*', settled: 'One.', isInterim: true },
    ]);
    expect(turn('One.\n> Two.', 0, true)[0]?.content).toBe('*(late)* One.\n\\> Two.');
  });

  it('of very many speaker turns fits its messages, and loses none of them', () => {
    const words = Array.from({ length: 700 }, (_, index) => `${index}.`).join('\n');
    for (const interimLength of [0, words.length]) {
      const pages = turn(words, interimLength);
      expect(Math.max(...pages.map(({ content }) => content.length))).toBeLessThanOrEqual(1_800);
      const shown = pages.flatMap(({ content }) => content.split('\n').map((line) => line.replaceAll(/\D/g, '')));
      expect(shown).toEqual(Array.from({ length: 700 }, (_, index) => String(index)));
    }
  });

  it('keeps its first pages while it grows', () => {
    const words = 'word '.repeat(500);
    expect(turn(`${words} and more`)[0]).toEqual(turn(words)[0]);
  });

  it('splits no surrogate pair where there are no spaces', () => {
    const pages = turn(`a${'😀'.repeat(1_500)}`);
    expect(pages.map(({ content }) => content).join('')).toBe(`a${'😀'.repeat(1_500)}`);
    expect(pages.every(({ content }) => content.isWellFormed())).toBe(true);
  });
});

describe("a speaker's name", () => {
  it.each(['Discord fan', 'DISCORD', 'clyde', 'Mc Clyder', 'everyone', 'Here', '@here'.slice(1)])(
    'is changed where Discord rejects it: %s',
    (name) => {
      const accepted = webhookName(name, 'Someone');
      expect(accepted).not.toMatch(/discord|clyde|^everyone$|^here$/i);
      expect(accepted.replaceAll('\u200A', '')).toBe(name);
    },
  );

  it.each(['', '   ', '\u200B', '\u0000'])('is replaced where nothing of it is visible: %j', (name) => {
    expect(webhookName(name, 'Someone')).toBe('Someone');
  });

  it('is shortened to 80 characters', () => {
    expect(webhookName('a'.repeat(100), 'Someone')).toHaveLength(80);
  });

  it('is kept otherwise', () => {
    expect(webhookName('Ada Lovelace', 'Someone')).toBe('Ada Lovelace');
  });

  it('is bold within the text, and formats nothing', () => {
    expect(namedLine('*Ada*', 'Hello.')).toBe(String.raw`**\*Ada\*:** Hello.`);
  });
});
