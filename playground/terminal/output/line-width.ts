/** Signs of a terminal's two columns: East Asian scripts, their full-width forms and punctuation, and emoji. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u{3000}-\u{303E}\u{30FB}\u{30FC}\u{FF01}-\u{FF60}\u{FFE0}-\u{FFE6}\p{Emoji_Presentation}]|\u{FE0F}$/u;
/** Half-width forms of these scripts take one column. */
const HALF_WIDTH = /^[\u{FF61}-\u{FFDC}]/u;

/** Scripts written without spaces: a line may end after any of their signs. */
const BREAKS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u{3001}\u{3002}\u{30FB}\u{FF01}-\u{FF60}]/u;
/** What must not begin a line: closing brackets and punctuation, small kana and marks of length. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}々〻ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ～]/u;
/** What must not end a line. */
const NOT_LAST = /^[\p{Ps}\p{Pi}]/u;

const SIGNS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The columns that a text takes in a terminal: two for each wide sign, none for accents that join the sign before. */
export function columnsOf(text: string): number {
  return signsOf(text).reduce((columns, sign) => columns + (WIDE.test(sign) && !HALF_WIDTH.test(sign) ? 2 : 1), 0);
}

/** The rows that a line takes in a window of this many columns. A wide sign that does not fit goes to the next row. */
export function rowsOf(line: string, columns: number): number {
  let rows = 1;
  let taken = 0;
  for (const sign of signsOf(line)) {
    const width = columnsOf(sign);
    if (taken + width > columns) {
      rows += 1;
      taken = 0;
    }
    taken += width;
  }
  return rows;
}

/**
 * Wraps a line to at most `columns` columns: at spaces and, in scripts without them, between signs. What fits on no line
 * stays whole. Indentation stays; a line never ends with a space.
 */
export function wrapped(line: string, columns: number): string[] {
  const lines: string[] = [];
  for (const piece of piecesOf(line.trimEnd())) {
    const last = lines.at(-1);
    const joined = `${last ?? ''}${piece}`;
    if (last === undefined || columnsOf(joined.trimEnd()) > columns) lines.push(piece);
    else lines[lines.length - 1] = joined;
  }
  return lines.length === 0 ? [''] : lines.map((each) => each.trimEnd());
}

/** What may not be torn apart, each with the space after it. */
function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const sign of signsOf(line)) {
    const last = pieces.length - 1;
    if (last >= 0 && !mayBreak(pieces[last] ?? '', before, sign)) pieces[last] += sign;
    else pieces.push(sign);
    before = sign;
  }
  return pieces;
}

/** Whether a new piece begins with `sign`, after a piece that ends with `before`. */
function mayBreak(piece: string, before: string, sign: string): boolean {
  if (before === ' ') return piece.trim() !== '' && piece.at(-2) !== ' ';
  if (sign === ' ' || NOT_FIRST.test(sign) || NOT_LAST.test(before)) return false;
  return BREAKS.test(sign) || BREAKS.test(before);
}

function signsOf(text: string): string[] {
  return Array.from(SIGNS.segment(text), ({ segment }) => segment);
}
