import { stripVTControlCharacters } from 'node:util';
import { rowsOf } from './line-width.ts';

/** The size of a terminal, in character cells. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

interface Block {
  readonly key: string | undefined;
  readonly text: string;
}

/** What to draw again: everything from the changed block on. */
export interface Redraw {
  /** Rows from the first of the block to the one below the last, where the prompt is. */
  readonly rowsUp: number;
  readonly texts: readonly string[];
}

/** What was written to a terminal, as far as it may still be on its screen. */
export class DrawnBlocks {
  readonly #size: () => TerminalSize;
  #blocks: readonly Block[] = [];

  constructor(size: () => TerminalSize) {
    this.#size = size;
  }

  /** A text was written, with a line's end after it. With a key it can be replaced. */
  add(text: string, key?: string): void {
    this.#blocks = [...this.#blocks, { key, text }];
    const { rows } = this.#size();
    let first = this.#blocks.length;
    for (let taken = 0; first > 0 && taken <= rows; first -= 1) taken += this.#rowsOf(this.#blocks[first - 1]);
    this.#blocks = this.#blocks.slice(first);
  }

  /**
   * Replaces the block of this key, the latest of several. `undefined` if its beginning has scrolled away, with `promptRows` rows below all
   * blocks.
   */
  replace(key: string, text: string, promptRows: number): Redraw | undefined {
    const at = this.#blocks.findLastIndex((block) => block.key === key);
    if (at < 0) return undefined;
    const rowsUp = this.#blocks.slice(at).reduce((rows, block) => rows + this.#rowsOf(block), 0);
    if (rowsUp + promptRows > this.#size().rows) return undefined;
    this.#blocks = this.#blocks.with(at, { key, text });
    return { rowsUp, texts: this.#blocks.slice(at).map((block) => block.text) };
  }

  /** Nothing that was written can be found again: the terminal has another size. */
  forget(): void {
    this.#blocks = [];
  }

  #rowsOf(block: Block | undefined): number {
    const { columns } = this.#size();
    const lines = stripVTControlCharacters(block?.text ?? '').split('\n');
    return lines.reduce((rows, line) => rows + rowsOf(line, columns), 0);
  }
}
