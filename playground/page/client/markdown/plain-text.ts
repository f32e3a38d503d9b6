import type { RichText } from './rich-text.ts';

/** Names of those who are mentioned, by id; `undefined`: unknown. */
export interface MentionNames {
  readonly person: (id: string) => string | undefined;
  readonly channel: (id: string) => string | undefined;
  readonly role: (id: string) => string | undefined;
  /** The path of a command in the reader's language; `name` is the one in the text. */
  readonly command: (id: string, name: string) => string;
}

const COVERED = '▒▒▒';

/** A formatted text in one line, as for a preview. Spoilers stay covered. */
export function plainText(nodes: readonly RichText[], names: MentionNames): string {
  const texts = nodes.map((node) => textOf(node, names));
  return texts.join('').replaceAll(/\s+/g, ' ').trim();
}

function textOf(node: RichText, names: MentionNames): string {
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'emoji':
      return node.text;
    case 'code-block':
      return ` ${node.text} `;
    case 'break':
      return ' ';
    case 'spoiler':
      return COVERED;
    case 'person':
    case 'role':
      return `@${names[node.kind](node.id) ?? '…'}`;
    case 'channel':
      return `#${names.channel(node.id) ?? '…'}`;
    case 'everyone':
    case 'here':
      return `@${node.kind}`;
    case 'command':
      return `/${names.command(node.id, node.name)}`;
    case 'custom-emoji':
      return `:${node.name}:`;
    case 'time':
      return '…';
    case 'list':
      return ` ${node.items.map((item) => plainText(item, names)).join(' ')} `;
    case 'heading':
    case 'quote':
    case 'subtext':
      return ` ${plainText(node.children, names)} `;
    default:
      return node.children.map((child) => textOf(child, names)).join('');
  }
}
