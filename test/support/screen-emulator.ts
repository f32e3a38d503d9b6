import { columnsOf } from '../../playground/terminal/output/line-width.ts';

/** A terminal's escape sequence after its first sign: its parameters and its final letter. */
const SEQUENCE = /^\[([\d;?]*)([A-Za-z])/;
const ESCAPE = '\u001B';
const SIGNS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A terminal of some size, as far as the playground uses one: it wraps, scrolls, moves its cursor and clears. */
export class ScreenEmulator {
  readonly #columns: number;
  readonly #rows: number;
  /** One entry for each column; the second one of a wide sign is empty. */
  #lines: string[][] = [[]];
  /** Lines above the screen. */
  #scrolled = 0;
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
  }

  write(text: string): void {
    let rest = text;
    while (rest !== '') {
      const isEscape = rest.startsWith(ESCAPE);
      const [sequence = '', parameters = '', letter = ''] = (isEscape ? SEQUENCE.exec(rest.slice(1)) : undefined) ?? [];
      const sign = isEscape ? `${ESCAPE}${sequence}` : (SIGNS.segment(rest).containing(0)?.segment ?? '');
      if (isEscape) this.#obey(letter, Number(parameters.split(';')[0] || 0));
      else this.#put(sign);
      rest = rest.slice(sign.length);
    }
  }

  /** Everything written, also what has scrolled away, without the empty lines at the end. */
  get text(): string {
    return this.#lines
      .map((line) => line.join('').trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** Where the cursor is, counted from the first line ever written. */
  get cursor(): { readonly row: number; readonly column: number } {
    return { row: this.#row, column: this.#column };
  }

  #put(sign: string): void {
    if (sign === '\r\n' || sign === '\n') {
      this.#column = 0;
      this.#down();
    } else if (sign === '\r') this.#column = 0;
    else this.#draw(sign);
  }

  #draw(sign: string): void {
    const width = columnsOf(sign);
    if (this.#column + width > this.#columns) {
      this.#column = 0;
      this.#down();
    }
    const line = this.#line(this.#row);
    while (line.length < this.#column) line.push(' ');
    line.splice(this.#column, width, sign, ...Array.from({ length: width - 1 }, () => ''));
    this.#column += width;
  }

  #down(): void {
    this.#row += 1;
    this.#line(this.#row);
    this.#scrolled = Math.max(this.#scrolled, this.#row - this.#rows + 1);
  }

  #obey(letter: string, count: number): void {
    const steps = Math.max(1, count);
    if (letter === 'A') this.#row = Math.max(this.#scrolled, this.#row - steps);
    else if (letter === 'B') this.#row = Math.min(this.#scrolled + this.#rows - 1, this.#row + steps);
    else if (letter === 'C') this.#column = Math.min(this.#columns - 1, this.#column + steps);
    else if (letter === 'D') this.#column = Math.max(0, this.#column - steps);
    else if (letter === 'G') this.#column = steps - 1;
    else if (letter === 'K') this.#line(this.#row).length = Math.min(this.#line(this.#row).length, this.#column);
    else if (letter === 'J') {
      this.#line(this.#row).length = Math.min(this.#line(this.#row).length, this.#column);
      this.#lines.length = this.#row + 1;
    }
  }

  #line(row: number): string[] {
    while (this.#lines.length <= row) this.#lines.push([]);
    return this.#lines[row] ?? [];
  }
}
