import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { createPause } from '../../concurrency/async.ts';
import { CATALOGUES } from '../../messages/catalogues.ts';
import type { WordEntry } from './word-trie.ts';

/** Largest file that is read: the entries of a full dictionary of a server, and room for more. */
export const MAX_CSV_BYTES = 256 * 1_024;
/** Most lines that are read. */
export const MAX_CSV_LINES = 5_000;
/** Most characters of a line, far above what two cells that are accepted have. */
const MAX_LINE = 1_024;

/** What `writeCsv` writes. */
const HEADER = ['word', 'as'] as const;
/** The headers that people are shown, in lower case. */
const HEADERS: readonly (readonly string[])[] = Object.values(CATALOGUES).map(({ pronunciation: { csv } }) =>
  [csv.word, csv.as].map(headerKey),
);
const DELIMITERS = [',', ';', '\t'] as const;
/** What East Asian keyboards write for commas and semicolons. Cells have them too, so another delimiter wins over them. */
const WIDE_DELIMITERS = ['，', '、', '；'] as const;
type Delimiter = (typeof DELIMITERS | typeof WIDE_DELIMITERS)[number];
/** Excel's own first line, which names the delimiter. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?$/i;
/** Lines that the delimiter is guessed from, and characters of each. */
const GUESSED_FROM = 50;
const GUESSED_CHARACTERS = 200;

/**
 * Where a spreadsheet could find a formula, in both widths: at the start of a cell, and behind whatever another program, or a
 * person in its import dialog, takes for the start of one. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULAS = /(?<=^|[,;:|\s"，、；])(?='*[=+\-@＝＋－＠])/gu;
const ESCAPED_FORMULAS = /(?<=^|[,;:|\s"，、；])'(?='*[=+\-@＝＋－＠])/gu;

/** A line with two cells; `line` is its number in the file, from 1. */
interface CsvLine extends WordEntry {
  readonly line: number;
}

/** What a file holds, or why it cannot be read. */
export type CsvContent =
  | {
      readonly kind: 'lines';
      readonly lines: readonly CsvLine[];
      /** Numbers of lines that are not two cells, or whose quotes don't close. */
      readonly malformed: readonly number[];
    }
  /** In an encoding that cannot be told for sure, or no text at all. */
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-many-lines' };

/**
 * Reads a CSV file of `word,as` lines: in UTF-8 or, with a byte order mark, UTF-16; cells between commas, semicolons or
 * tabs; with or without the header, in any language. No cell goes over several lines, so that a quote that is never closed costs one line.
 * The apostrophes that `writeCsv` puts ahead of formulas are removed. Other work of the thread continues meanwhile.
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvContent> {
  const text = decode(bytes);
  if (text === undefined) return { kind: 'not-text' };
  const rows = text.split(/\r\n|\r|\n/).map((row, index) => ({ row, line: index + 1 }));
  const written = rows.filter(({ row }) => row.trim() !== '');
  if (written.length > MAX_CSV_LINES) return { kind: 'too-many-lines' };
  const [, separator] = SEPARATOR_LINE.exec(written[0]?.row.trim() ?? '') ?? [];
  if (separator !== undefined) written.shift();
  const delimiter = DELIMITERS.find((each) => each === separator) ?? delimiterOf(written.map(({ row }) => row));
  const lines: CsvLine[] = [];
  const malformed: number[] = [];
  const pause = createPause();
  for (const [index, { row, line }] of written.entries()) {
    await pause();
    const cells = row.length > MAX_LINE ? undefined : cellsOf(row, delimiter);
    if (index === 0 && isHeader(cells)) continue;
    if (cells === undefined) malformed.push(line);
    else lines.push({ line, word: withoutEscape(cells[0]), as: withoutEscape(cells[1]) });
  }
  return { kind: 'lines', lines, malformed };
}

/** Writes entries as CSV with a header, in UTF-8 with the byte order mark that Excel needs. `readCsv` reads them unchanged. */
export function writeCsv(entries: readonly WordEntry[]): Uint8Array {
  const rows = entries.map(({ word, as }) => [escapeFormulas(word), escapeFormulas(as)]);
  // All cells in quotes: a delimiter of another program in a cell begins none.
  const written = stringify([[...HEADER], ...rows], { bom: true, quoted: true, record_delimiter: '\r\n' });
  return new TextEncoder().encode(written);
}

function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The delimiter that cuts most lines into two cells. */
function delimiterOf(rows: readonly string[]): Delimiter {
  const fitting = (delimiter: Delimiter): number => {
    const cells = rows.slice(0, GUESSED_FROM).map((row) => cellsOf(row.slice(0, GUESSED_CHARACTERS), delimiter));
    return isHeader(cells[0]) ? Number.POSITIVE_INFINITY : cells.filter((found) => found !== undefined).length;
  };
  const best = (among: readonly Delimiter[]): Delimiter =>
    among.reduce((present, each) => (fitting(each) > fitting(present) ? each : present), DELIMITERS[0]);
  const usual = best(DELIMITERS);
  return fitting(usual) > 0 ? usual : best(WIDE_DELIMITERS);
}

/** The two cells of a line; empty cells after them don't matter. `undefined` if it has others, or torn quotes. */
function cellsOf(row: string, delimiter: Delimiter): readonly [word: string, as: string] | undefined {
  try {
    const [cells = []] = parse(row, { delimiter, trim: true, relax_quotes: true, relax_column_count: true });
    const [word, as, ...others] = cells;
    return word === undefined || as === undefined || others.some((cell) => cell !== '') ? undefined : [word, as];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function isHeader(cells: readonly string[] | undefined): boolean {
  return HEADERS.some((names) => names.every((name, index) => headerKey(cells?.[index] ?? '') === name));
}

function headerKey(cell: string): string {
  return cell.normalize('NFKC').toLowerCase();
}

function escapeFormulas(cell: string): string {
  return cell.replaceAll(FORMULAS, "'");
}

function withoutEscape(cell: string): string {
  return cell.replaceAll(ESCAPED_FORMULAS, '');
}
