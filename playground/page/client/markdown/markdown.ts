import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { Mention } from './mention.ts';
import { CodeBlock, CommandMention, Spoiler, Timestamp } from './pieces.ts';
import { readMarkdown } from './read-markdown.ts';
import { isOnlyEmoji, type RichText } from './rich-text.ts';

interface MarkdownProps {
  /** The text as it is in the message. */
  readonly text: string;
  /** The message's parsed texts; a text that is not among them is drawn as it is. */
  readonly markdown: MessageView['markdown'];
  /** Whether a text of nothing but emoji is large, as in a message's content. */
  readonly hasLargeEmoji?: boolean;
}

/** A text of a message, formatted. */
export function Markdown({ text, markdown, hasLargeEmoji = false }: MarkdownProps): VNode {
  const nodes = markdown[text];
  const tree = useMemo(() => readMarkdown(nodes ?? [{ type: 'text', content: text }]), [nodes, text]);
  const isLarge = hasLargeEmoji && isOnlyEmoji(tree);
  return html`<div class="markdown ${isLarge ? 'is-large' : ''}" dir="auto">${draw(tree)}</div>`;
}

function draw(nodes: readonly RichText[]): readonly (VNode | string)[] {
  return nodes.map((node) => drawPiece(node));
}

function drawPiece(node: RichText): VNode | string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'break':
      return html`<br />`;
    case 'code':
      return html`<code>${node.text}</code>`;
    case 'code-block':
      return html`<${CodeBlock} text=${node.text} language=${node.language} />`;
    case 'link':
      return html`<a href=${node.href} target="_blank" rel="noopener noreferrer nofollow">${draw(node.children)}</a>`;
    case 'list':
      return drawList(node);
    case 'person':
    case 'channel':
    case 'role':
      return html`<${Mention} kind=${node.kind} id=${node.id} />`;
    case 'everyone':
    case 'here':
      return html`<span class="mention">@${node.kind}</span>`;
    case 'command':
      return html`<${CommandMention} id=${node.id} name=${node.name} />`;
    case 'custom-emoji':
      return html`<span class="custom-emoji">:${node.name}:</span>`;
    case 'emoji':
      return html`<span class="emoji">${node.text}</span>`;
    case 'time':
      return html`<${Timestamp} seconds=${node.seconds} format=${node.format} />`;
    default:
      return drawFormat(node);
  }
}

type Format = Extract<
  RichText,
  { kind: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler' | 'quote' | 'subtext' | 'heading' }
>;

function drawFormat(node: Format): VNode {
  const inside = draw(node.children);
  switch (node.kind) {
    case 'strong':
      return html`<strong>${inside}</strong>`;
    case 'em':
      return html`<em>${inside}</em>`;
    case 'underline':
      return html`<u>${inside}</u>`;
    case 'strike':
      return html`<s>${inside}</s>`;
    case 'spoiler':
      return html`<${Spoiler}>${inside}<//>`;
    case 'quote':
      return html`<blockquote>${inside}</blockquote>`;
    case 'subtext':
      return html`<small class="subtext">${inside}</small>`;
    case 'heading':
      return drawHeading(node.level, inside);
  }
}

/** Messages have headings of level 3. Levels in a text may come in any order, so that only their size differs. */
function drawHeading(level: 1 | 2 | 3, inside: readonly (VNode | string)[]): VNode {
  return html`<h4 class="heading-${level}">${inside}</h4>`;
}

function drawList({ start, items }: Extract<RichText, { kind: 'list' }>): VNode {
  const lines = items.map((item) => html`<li>${draw(item)}</li>`);
  return start === undefined ? html`<ul>${lines}</ul>` : html`<ol start=${start}>${lines}</ol>`;
}
