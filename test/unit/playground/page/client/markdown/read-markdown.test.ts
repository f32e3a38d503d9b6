import { parse } from 'discord-markdown-parser';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../../../playground/page/client/markdown/plain-text.ts';
import { readMarkdown } from '../../../../../../playground/page/client/markdown/read-markdown.ts';
import { isOnlyEmoji, type RichText } from '../../../../../../playground/page/client/markdown/rich-text.ts';

const read = (text: string): readonly RichText[] => readMarkdown(parse(text, 'extended'));
const text = (value: string): RichText => ({ kind: 'text', text: value });

describe('Markdown as it is drawn', () => {
  it('has the formats of Discord', () => {
    expect(read('**b** __u__ ~~s~~ ||x||')).toEqual([
      { kind: 'strong', children: [text('b')] },
      text(' '),
      { kind: 'underline', children: [text('u')] },
      text(' '),
      { kind: 'strike', children: [text('s')] },
      text(' '),
      { kind: 'spoiler', children: [text('x')] },
    ]);
  });

  it('has mentions, timestamps and emoji', () => {
    const id = '123456789012345678';
    expect(read(`<@${id}><#${id}><@&${id}></captions start:${id}><t:1700000000:R><:mynah:${id}>@everyone`)).toEqual([
      { kind: 'person', id },
      { kind: 'channel', id },
      { kind: 'role', id },
      { kind: 'command', id, name: 'captions start' },
      { kind: 'time', seconds: 1_700_000_000, format: 'R' },
      { kind: 'custom-emoji', name: 'mynah' },
      { kind: 'everyone', id: '' },
    ]);
  });

  it('joins what the parser cut into letters', () => {
    expect(read('[not a link] (really)')).toEqual([text('[not a link] (really)')]);
  });

  it('links only to pages of the web', () => {
    expect(read('[here](https://example.com/)')).toEqual([
      { kind: 'link', href: 'https://example.com/', children: [text('here')] },
    ]);
    expect(
      readMarkdown([{ type: 'link', target: 'javascript:alert(1)', content: [{ type: 'text', content: 'x' }] }]),
    ).toEqual([text('x')]);
  });

  it('makes lists of lines, lists in lists and numbered ones', () => {
    expect(read('Before\n- a\n- **b**\n  - c\n3. d\n4. e\nAfter')).toEqual([
      text('Before'),
      {
        kind: 'list',
        start: undefined,
        items: [
          [text('a')],
          [
            { kind: 'strong', children: [text('b')] },
            { kind: 'list', start: undefined, items: [[text('c')]] },
          ],
        ],
      },
      { kind: 'list', start: 3, items: [[text('d')], [text('e')]] },
      text('After'),
    ]);
  });

  it('has no list where a line only begins with a dash or a number', () => {
    expect(read('-5 degrees')).toEqual([text('-5 degrees')]);
    expect(read('1.5 metres')).toEqual([text('1.5 metres')]);
  });

  it('keeps lines apart, except around what stands on lines of its own', () => {
    expect(read('a\nb').map(({ kind }) => kind)).toEqual(['text', 'break', 'text']);
    expect(read('# Head\ntext').map(({ kind }) => kind)).toEqual(['heading', 'text']);
  });

  it('draws emoji large only where nothing else is said', () => {
    expect(isOnlyEmoji(read('🐦 🐦'))).toBe(true);
    expect(isOnlyEmoji(read('a 🐦'))).toBe(false);
    expect(isOnlyEmoji(read(''))).toBe(false);
  });

  it('survives nodes that it does not know', () => {
    expect(readMarkdown([{ type: 'unheard-of', content: 'x' }, { type: 'other' }])).toEqual([text('x')]);
  });
});

describe('Markdown in one line', () => {
  const names = {
    person: () => 'Robin',
    channel: () => 'general',
    role: () => undefined,
    command: (id: string, name: string) => `${name} ${id.slice(0, 3)}`,
  };

  it('has names for mentions, and covers spoilers', () => {
    const id = '123456789012345678';
    expect(plainText(read(`# Hi\n**<@${id}>** in <#${id}> with <@&${id}>: ||secret||`), names)).toBe(
      'Hi @Robin in #general with @…: ▒▒▒',
    );
    expect(plainText(read(`Run </say:${id}>.`), names)).toBe('Run /say 123.');
  });
});
