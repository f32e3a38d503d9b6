import type { MarkdownNode } from '../../protocol.ts';
import { withLists } from './lists.ts';
import type { RichText } from './rich-text.ts';

/** Addresses that a link may have; anything else stays text. */
const SAFE_ADDRESS = /^https?:\/\//i;

const FORMATS = {
  strong: 'strong',
  em: 'em',
  underline: 'underline',
  u: 'underline',
  strikethrough: 'strike',
  spoiler: 'spoiler',
  blockQuote: 'quote',
  subtext: 'subtext',
} as const;

/** What the parser has made of Markdown, as the page draws it: texts joined, lists found, unsafe links as their text. */
export function readMarkdown(nodes: readonly MarkdownNode[]): readonly RichText[] {
  return withLists(joinTexts(nodes.flatMap(readNode)));
}

function readNode(node: MarkdownNode): readonly RichText[] {
  const format = FORMATS[node.type as keyof typeof FORMATS];
  if (format !== undefined) return [{ kind: format, children: children(node) }];
  switch (node.type) {
    case 'text':
    case 'escape':
    case 'emoticon':
      return readText(text(node));
    case 'br':
    case 'newline':
      return [{ kind: 'break' }];
    case 'paragraph':
      return children(node);
    case 'heading':
      return [{ kind: 'heading', level: headingLevel(node), children: children(node) }];
    case 'inlineCode':
      return [{ kind: 'code', text: text(node) }];
    case 'codeBlock':
      return [{ kind: 'code-block', text: text(node), language: string(node['lang']) || undefined }];
    case 'link':
    case 'url':
    case 'autolink':
      return readLink(node);
    case 'list':
      return readList(node);
    default:
      return readMention(node);
  }
}

function readMention(node: MarkdownNode): readonly RichText[] {
  const id = string(node['id']);
  switch (node.type) {
    case 'user':
      return [{ kind: 'person', id }];
    case 'channel':
    case 'role':
    case 'everyone':
    case 'here':
      return [{ kind: node.type, id }];
    case 'slashCommand':
      return [{ kind: 'command', id, name: string(node['fullName']) }];
    case 'emoji':
      return [{ kind: 'custom-emoji', name: string(node['name']) }];
    case 'twemoji':
      return [{ kind: 'emoji', text: string(node['name']) }];
    case 'timestamp':
      return [{ kind: 'time', seconds: Number(node['timestamp']), format: string(node['format']) || 'f' }];
    default:
      return typeof node.content === 'string' ? readText(node.content) : children(node);
  }
}

/** Line ends in a text are breaks too: the parser leaves some of them. */
function readText(content: string): readonly RichText[] {
  return content.split('\n').flatMap((line, index): RichText[] => {
    const rest: RichText[] = line === '' ? [] : [{ kind: 'text', text: line }];
    return index === 0 ? rest : [{ kind: 'break' }, ...rest];
  });
}

function readLink(node: MarkdownNode): readonly RichText[] {
  const href = string(node['target']);
  const inside = children(node);
  return SAFE_ADDRESS.test(href) ? [{ kind: 'link', href, children: inside }] : inside;
}

function readList(node: MarkdownNode): readonly RichText[] {
  const items = Array.isArray(node['items']) ? (node['items'] as (readonly MarkdownNode[])[]) : [];
  const start = node['ordered'] === true ? Number(node['start'] ?? 1) : undefined;
  return [{ kind: 'list', start, items: items.map(readMarkdown) }];
}

function children({ content }: MarkdownNode): readonly RichText[] {
  if (content === undefined) return [];
  return typeof content === 'string' ? readText(content) : readMarkdown(content);
}

function headingLevel(node: MarkdownNode): 1 | 2 | 3 {
  const level = Number(node['level']);
  return level === 1 || level === 2 ? level : 3;
}

function text({ content }: MarkdownNode): string {
  return typeof content === 'string' ? content : '';
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The parser cuts a text into pieces, some of them of one letter. */
function joinTexts(nodes: readonly RichText[]): readonly RichText[] {
  const joined: RichText[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
}
