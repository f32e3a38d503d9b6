import { describe, expect, it } from 'vitest';
import { namedLine, renderTurn, webhookName } from '../../../../src/discord/captions/caption-message-text.ts';

const turn = (text: string, interimLength = 0, late = false) => renderTurn({ text, interimLength, late });

describe('a turn', () => {
  it('is shown as it was said', () => {
    expect(turn('Good morning.')).toEqual([{ content: 'Good morning.', isInterim: false }]);
  });

  it('shows what may still change in italics', () => {
    expect(turn('Good morning. How are', 'How are'.length)).toEqual([
      { content: 'Good morning. *How are…*', isInterim: true },
    ]);
    expect(turn('How are', 7)).toEqual([{ content: '*How are…*', isInterim: true }]);
  });

  it('is marked when it comes late', () => {
    expect(turn('Good morning.', 0, true)[0]?.content).toBe('*(late)* Good morning.');
  });

  it('with nothing in it is not shown', () => {
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

  it('that is too long for one message goes on in others, and nothing of it is lost', () => {
    const words = Array.from({ length: 800 }, (_, index) => `w*${index}`).join(' ');
    const pages = turn(words);
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map(({ content }) => content.length))).toBeLessThanOrEqual(1_800);
    expect(pages.map(({ content }) => content.replaceAll('\\', '')).join(' ')).toBe(words);
  });

  it('keeps its first pages as they are while it grows', () => {
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
    'is mended where Discord refuses it: %s',
    (name) => {
      const mended = webhookName(name);
      expect(mended).not.toMatch(/discord|clyde|^everyone$|^here$/i);
      expect(mended.replaceAll('\u200A', '')).toBe(name);
    },
  );

  it.each(['', '   ', '\u200B', '\u0000'])('has a stand-in where nothing would be seen: %j', (name) => {
    expect(webhookName(name)).toBe('Somebody');
  });

  it('is shortened to 80 characters', () => {
    expect(webhookName('a'.repeat(100))).toHaveLength(80);
  });

  it('stays as it is where nothing speaks against it', () => {
    expect(webhookName('Ada Lovelace')).toBe('Ada Lovelace');
  });

  it('is bold where it stands in the text, and formats nothing', () => {
    expect(namedLine('*Ada*', 'Hello.')).toBe(String.raw`**\*Ada\*:** Hello.`);
  });
});
