import type { RichText } from './rich-text.ts';

/** A line that starts an item of a list: how far it is indented, its mark, and the rest. */
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(?=\S|$)/;

/** What stands on lines of its own anyway. */
const BLOCKS: ReadonlySet<RichText['kind']> = new Set(['list', 'quote', 'code-block', 'heading', 'subtext']);

interface Line {
  readonly nodes: readonly RichText[];
  readonly indent: number;
  /** Number of the item, `undefined` where it has a dot. */
  readonly number: number | undefined;
  readonly isItem: boolean;
}

/** Makes lists of the lines that start with `- `, `* ` or `1. `: the parser leaves them as text. */
export function withLists(nodes: readonly RichText[]): readonly RichText[] {
  const lines = splitLines(nodes).map(readLine);
  const result: RichText[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (line?.isItem === true) {
      const end = findEnd(lines, index);
      result.push(...makeLists(lines.slice(index, end)));
      index = end;
    } else {
      const last = result.at(-1);
      if (index > 0 && last !== undefined && !BLOCKS.has(last.kind)) result.push({ kind: 'break' });
      result.push(...(line?.nodes ?? []));
      index += 1;
    }
  }
  return result;
}

function splitLines(nodes: readonly RichText[]): readonly (readonly RichText[])[] {
  const lines: RichText[][] = [[]];
  for (const node of nodes) {
    if (node.kind === 'break') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines;
}

function readLine(nodes: readonly RichText[]): Line {
  const [first, ...rest] = nodes;
  const match = first?.kind === 'text' ? ITEM.exec(first.text) : null;
  if (first?.kind !== 'text' || match === null) return { nodes, indent: 0, number: undefined, isItem: false };
  const [mark, indent = '', number] = match;
  const text = first.text.slice(mark.length);
  return {
    nodes: text === '' ? rest : [{ kind: 'text', text }, ...rest],
    indent: indent.length,
    number: number === undefined ? undefined : Number(number),
    isItem: true,
  };
}

function findEnd(lines: readonly Line[], start: number): number {
  const end = lines.findIndex(({ isItem }, index) => index > start && !isItem);
  return end < 0 ? lines.length : end;
}

/** Lists of lines that are all items; those that are indented further belong to the item before them. */
function makeLists(lines: readonly Line[]): readonly RichText[] {
  const [first] = lines;
  if (first === undefined) return [];
  const isNumbered = first.number !== undefined;
  const items: RichText[][] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index];
    if (line === undefined || (line.number !== undefined) !== isNumbered) break;
    const next = lines.findIndex(({ indent }, at) => at > index && indent <= Math.max(first.indent, line.indent));
    const end = next < 0 ? lines.length : next;
    items.push([...line.nodes, ...makeLists(lines.slice(index + 1, end))]);
    index = end;
  }
  return [{ kind: 'list', start: first.number, items }, ...makeLists(lines.slice(index))];
}
