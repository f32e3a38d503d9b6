import { foldText } from './fold.ts';

/** How a word is spoken: text, or phonemes in braces (see `phonemes.ts`). */
export interface WordEntry {
  readonly word: string;
  readonly as: string;
  /** Of a chat, and nobody's wish: left as it is where it can be something else. */
  readonly abbreviation?: 'any-case' | 'lower-case';
}

const ROOT = 0;
const UNITS = 0x1_0000;

/**
 * The words of one dictionary, folded, as a trie. A search costs one step for each unit of the longest word that could
 * begin at a place, however many words there are. One map for all edges: a map a node would take five times the memory.
 */
export class WordTrie {
  readonly #edges = new Map<number, number>();
  readonly #entries = new Map<number, WordEntry>();
  #nodes = 1;

  /** Of words that are equal when folded, the last counts. */
  constructor(entries: Iterable<WordEntry>) {
    for (const entry of entries) this.#add(entry);
  }

  /** What the trie weighs in memory, in nodes: one takes about 70 bytes. */
  get nodes(): number {
    return this.#nodes;
  }

  /** The node that all words begin from. */
  get root(): number {
    return ROOT;
  }

  /** The node after one more UTF-16 unit; `undefined` if no word continues so. */
  next(node: number, unit: number): number | undefined {
    return this.#edges.get(node * UNITS + unit);
  }

  /** The entry whose word ends at a node. */
  entryAt(node: number): WordEntry | undefined {
    return this.#entries.get(node);
  }

  #add(entry: WordEntry): void {
    const { folded } = foldText(entry.word);
    let node = ROOT;
    for (let index = 0; index < folded.length; index += 1) {
      const edge = node * UNITS + folded.charCodeAt(index);
      let next = this.#edges.get(edge);
      if (next === undefined) {
        next = this.#nodes;
        this.#nodes += 1;
        this.#edges.set(edge, next);
      }
      node = next;
    }
    if (node !== ROOT) this.#entries.set(node, entry);
  }
}
