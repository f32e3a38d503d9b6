import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from 'node:readline';
import type { Complete, Completion, Console } from './console.ts';
import { DrawnBlocks } from './drawn-blocks.ts';
import { rowsOf } from './line-width.ts';
import type { Ink, Paint } from './paint.ts';

/** A terminal's screen, as Node's TTY streams are. */
export type ScreenStream = NodeJS.WritableStream & Partial<Record<'columns' | 'rows', number>>;

/** Size of a terminal that doesn't tell its own. */
const DEFAULT_SIZE = { columns: 80, rows: 24 };

/**
 * The terminal for people. It keeps the line that is typed below everything else, also one that takes several rows, and
 * writes anew what has changed as long as it is on the screen.
 */
export class TtyConsole implements Console {
  readonly isInteractive = true;
  readonly #output: ScreenStream;
  readonly #paint: Paint;
  readonly #readline: Interface;
  readonly #drawn: DrawnBlocks;
  readonly #forget = (): void => this.#drawn.forget();
  readonly #follow = (): void => this.#followCursor();
  readonly #input: NodeJS.ReadableStream;
  #isOpen = true;
  #prompt = '';

  /** `onInterrupt` is called for each Ctrl-C. */
  constructor(
    input: NodeJS.ReadableStream,
    output: ScreenStream,
    options: { readonly paint: Paint; readonly complete: Complete; readonly onInterrupt: () => void },
  ) {
    this.#input = input;
    this.#output = output;
    this.#paint = options.paint;
    this.#drawn = new DrawnBlocks(() => this.#size());
    this.#readline = createInterface({
      input,
      output,
      terminal: true,
      completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
        options.complete(line).then(
          (completion) => done(null, this.#offer(completion)),
          () => done(null, [[], line]),
        );
      },
    });
    this.#readline.on('SIGINT', options.onInterrupt);
    input.on('keypress', this.#follow);
    // At once, and not when its turn comes: other output may follow meanwhile.
    this.#readline.on('line', (line) => this.#colourTyped(line));
    this.#readline.once('close', () => {
      this.#isOpen = false;
    });
    output.on('resize', this.#forget);
  }

  print(text: string, ink: Ink = 'plain', key?: string): void {
    const painted = this.#paint(ink, text);
    this.#above(() => this.#output.write(`${painted}\n`));
    this.#drawn.add(painted, key);
  }

  replace(key: string, text: string, ink: Ink = 'plain'): boolean {
    const promptRows = this.#isOpen ? this.#promptRows() : 0;
    const redraw = this.#drawn.replace(key, this.#paint(ink, text), promptRows);
    if (redraw === undefined) return false;
    this.#above(() => {
      moveCursor(this.#output, 0, -redraw.rowsUp);
      clearScreenDown(this.#output);
      for (const each of redraw.texts) this.#output.write(`${each}\n`);
    });
    return true;
  }

  setPrompt(text: string): void {
    this.#prompt = text;
    this.#readline.setPrompt(this.#paint('typed', text));
  }

  async *lines(): AsyncIterable<string> {
    this.#readline.prompt();
    for await (const line of this.#readline) {
      yield line;
      if (this.#isOpen) this.#readline.prompt(true);
    }
  }

  end(): void {
    this.#readline.close();
  }

  [Symbol.dispose](): void {
    this.#input.off('keypress', this.#follow);
    this.#output.off('resize', this.#forget);
    this.#readline.close();
  }

  /** Writes in place of the line that is typed, and then that line again. */
  #above(write: () => void): void {
    if (!this.#isOpen) {
      write();
      return;
    }
    const { rows } = this.#readline.getCursorPos();
    moveCursor(this.#output, 0, -rows);
    cursorTo(this.#output, 0);
    clearScreenDown(this.#output);
    write();
    this.#tellRows(0);
    this.#readline.prompt(true);
  }

  /** Node knows in which row of the line the cursor is, but not after text was pasted: then it would draw the line a second time. */
  #followCursor(): void {
    if (!this.#isOpen) return;
    const { rows, cols } = this.#readline.getCursorPos();
    const isAtEnd = this.#readline.cursor === this.#readline.line.length;
    if (cols === 0 && rows > 0 && isAtEnd) {
      // A terminal stays at the end of a full row until something follows.
      this.#output.write(' ');
      cursorTo(this.#output, 0);
    }
    this.#tellRows(rows);
  }

  #tellRows(rows: number): void {
    Reflect.set(this.#readline, 'prevRows', rows);
  }

  /** Node has just written the end of a line. */
  #colourTyped(line: string): void {
    const typed = `${this.#prompt}${line}`;
    // One more row if the last is full, as the cursor was already below it.
    moveCursor(this.#output, 0, -rowsOf(`${typed} `, this.#size().columns));
    clearScreenDown(this.#output);
    const painted = this.#paint('typed', typed);
    this.#output.write(`${painted}\n`);
    this.#drawn.add(painted);
  }

  /** A single candidate, or what all begin with, is filled in; otherwise they are listed. Node's own list would not be known to be drawn. */
  #offer({ typed, candidates }: Completion): [string[], string] {
    const [first = ''] = candidates;
    const common = candidates.reduce(commonStart, first);
    const isMore = common.length > typed.length && common.toLowerCase().startsWith(typed.toLowerCase());
    if (candidates.length === 1 || isMore) return [common === typed ? [] : [common], typed];
    if (candidates.length === 0) return [[], typed];
    this.print(candidates.map((candidate) => `  ${candidate.trimEnd()}`).join('\n'), 'aside');
    return [[], typed];
  }

  #promptRows(): number {
    const { columns } = this.#size();
    const { rows } = this.#readline.getCursorPos();
    // The cursor may be anywhere in the line.
    return Math.max(rows + 1, Math.ceil((this.#prompt.length + this.#readline.line.length * 2 + 1) / columns));
  }

  #size(): { columns: number; rows: number } {
    return {
      columns: this.#output.columns || DEFAULT_SIZE.columns,
      rows: this.#output.rows || DEFAULT_SIZE.rows,
    };
  }
}

/** What both begin with, in any case of letters. */
function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length]?.toLowerCase() === other[length]?.toLowerCase()) length += 1;
  return one.slice(0, length);
}
