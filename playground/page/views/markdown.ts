import { parse } from 'discord-markdown-parser';
import type { MarkdownNode } from '../protocol.ts';

/** Discord's longest texts: 4,000 characters of a message or component, 4,096 of an embed. The rest stays plain. */
const MAX_CHARACTERS = 4_096;
/** The parser's rule for links takes cubic time on brackets; with this many, links stay plain. 64 nested ones take 2 ms. */
const MAX_BRACKETS = 64;
/** Marks inside marks; what is deeper stays plain. */
const MAX_DEPTH = 12;
/** Texts whose trees are kept: captions are sent again with each edit, and to every tab. */
const KEPT = 500;

/** Parses Discord's Markdown in bounded time. */
export interface MarkdownParser {
  /** The tree of a text; never throws. */
  parse(text: string): readonly MarkdownNode[];
}

/** Creates a parser that remembers the latest texts. */
export function createMarkdownParser(): MarkdownParser {
  const kept = new Map<string, readonly MarkdownNode[]>();
  return {
    parse(text) {
      const known = kept.get(text);
      const tree = known ?? parseText(text);
      kept.delete(text);
      kept.set(text, tree);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return tree;
    },
  };
}

function parseText(text: string): readonly MarkdownNode[] {
  const head = text.slice(0, MAX_CHARACTERS);
  const rest = text.slice(MAX_CHARACTERS);
  const hasManyBrackets = head.split('[').length > MAX_BRACKETS;
  try {
    const nodes: unknown = parse(head, hasManyBrackets ? 'normal' : 'extended');
    return tidy([...(Array.isArray(nodes) ? nodes : []), ...(rest === '' ? [] : [textNode(rest)])], 1);
  } catch {
    // Thousands of stars overflow the parser's stack.
    return [textNode(text)];
  }
}

/** Joins neighbouring texts, and flattens what is too deep. */
function tidy(nodes: readonly unknown[], depth: number): MarkdownNode[] {
  const tidied: MarkdownNode[] = [];
  for (const node of nodes) {
    if (!isNode(node)) continue;
    const next = tidyNode(node, depth);
    const last = tidied.at(-1);
    if (next.type === 'text' && last?.type === 'text')
      tidied[tidied.length - 1] = textNode(textOf(last) + textOf(next));
    else tidied.push(next);
  }
  return tidied;
}

function tidyNode(node: MarkdownNode, depth: number): MarkdownNode {
  if (!Array.isArray(node.content)) return node;
  return depth >= MAX_DEPTH ? textNode(textOf(node)) : { ...node, content: tidy(node.content, depth + 1) };
}

/** The words of a node without its marks. */
function textOf({ content }: MarkdownNode): string {
  const words: string[] = [];
  const waiting: unknown[] = [content];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') words.push(next);
    else if (Array.isArray(next)) waiting.push(...next.toReversed());
    else if (isNode(next)) waiting.push(next.content);
  }
  return words.join('');
}

function textNode(content: string): MarkdownNode {
  return { type: 'text', content };
}

function isNode(value: unknown): value is MarkdownNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
