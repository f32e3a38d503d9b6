import { describe, expect, it } from 'vitest';
import type { MarkdownNode } from '../../../../../playground/page/protocol.ts';
import { createMarkdownParser } from '../../../../../playground/page/views/markdown.ts';

const parser = createMarkdownParser();
const parse = (text: string): readonly MarkdownNode[] => parser.parse(text);

function depthOf(nodes: readonly MarkdownNode[]): number {
  return 1 + Math.max(0, ...nodes.map(({ content }) => (Array.isArray(content) ? depthOf(content) : 0)));
}

describe('parsing Markdown', () => {
  it('gives marks as nodes, and joins neighbouring texts', () => {
    expect(parse('a < b and **c**')).toEqual([
      { type: 'text', content: 'a < b and ' },
      { type: 'strong', content: [{ type: 'text', content: 'c' }] },
    ]);
  });

  it('knows masked links, mentions and times', () => {
    const types = parse('[Mynah](https://example.org) <@12345678901234567> <t:1700000000:R>').map(({ type }) => type);
    expect(types).toEqual(['link', 'text', 'user', 'text', 'timestamp']);
  });

  it('remembers the tree of a text', () => {
    expect(parse('*the same*')).toBe(parse('*the same*'));
  });

  /** Longer than the 5 s of a test without the bounds: 4,096 of these take the parser about a second each, twice nested far more. */
  it.each([['['], ['[]('], ['[a]('], ['[[]']])('keeps links plain among very many brackets: %s', (mark) => {
    const text = mark.repeat(4_096);
    const nodes = parse(text);
    expect(nodes.map(({ content }) => (typeof content === 'string' ? content : '')).join('')).toBe(text);
  });

  it.each([['*'], ['_'], ['**'], ['||']])('survives thousands of marks: %s', (mark) => {
    expect(parse(mark.repeat(4_000)).length).toBeGreaterThan(0);
  });

  it('keeps the words of what is nested too deeply', () => {
    const text = `${'# '.repeat(30)}deep`;
    const nodes = parse(text);
    expect(depthOf(nodes)).toBeLessThanOrEqual(12);
    expect(JSON.stringify(nodes)).toContain('deep');
  });
});
