/** Marks that call a proxy bot are hardly longer: a word or brackets on each side. */
const MAX_MARKS = 12;
/** In longer texts a proxied message is looked for as a whole: to compare all their lines takes long. */
const MAX_LINES = 50;
/** Most marks are a letter or two with a sign. */
const MAX_TAG = 3;

const STARTS = /^[\p{L}\p{N}]/u;
const ENDS = /[\p{L}\p{N}]$/u;
/** Where it may not show previews, PluralKit puts links in brackets. */
const BRACKETED_LINK = /<(https?:\/\/[^\s<>]+)>/giu;
/** PluralKit leaves mentions before its marks where they are. */
const MENTIONS = /^(?:<[^\s<>]*\d> ?)+/u;

/** The lines of a text as they are compared; `undefined` for those of which something was made already. */
export type Lines = readonly (string | undefined)[];

/** Lines that follow each other, which are the words and marks that call a proxy bot. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** How many characters of marks they have. */
  readonly marks: number;
}

/** The lines of a text that have something. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(plain)
    .filter((line) => line !== '');
}

/** The lines that have the words and the least besides: some bots post lines apart. */
export function runIn(lines: Lines, words: readonly string[]): Run | undefined {
  const all = marksInAll(lines, words);
  const runs: Run[] = all === undefined ? [] : [{ start: 0, end: lines.length, marks: all }];
  const starts = lines.length > MAX_LINES ? [] : lines.keys();
  for (const start of starts) {
    const run = runAt(lines, start, words);
    if (run !== undefined) runs.push(run);
  }
  return runs.reduce<Run | undefined>((least, run) => (least && least.marks <= run.marks ? least : run), undefined);
}

/** How many characters of marks all lines have besides the words; `undefined` if they have something else. */
export function marksInAll(lines: Lines, words: readonly string[]): number | undefined {
  return isWhole(lines) ? marksIn(lines.join(' '), words.join(' ')) : undefined;
}

/** Whether what the lines have besides the words is letters alone, which may be a word of theirs. */
export function hasBareWord(lines: Lines, words: readonly string[]): boolean {
  const [before = '', after = ''] = beside(lines.join(' '), words.join(' '))[0] ?? [];
  return /\p{L}/u.test(before + after) && !/[^\p{L}\p{M}\p{N}\s'’]/u.test(before + after);
}

/** Whether all that the lines say is in the words, as far as their length tells. */
export function isAllIn(lines: Lines, words: readonly string[]): boolean {
  const marks = marksInAll(lines, words);
  return marks !== undefined && marks <= Math.max(words.join(' ').length, MAX_TAG);
}

/** How many characters a line has besides the words, if that is one mark on each side at most; else `undefined`. */
export function marksIn(text: string, words: string): number | undefined {
  if (text.length < words.length || text.length > words.length + MAX_MARKS + ' '.length * 2) return undefined;
  const mentions = MENTIONS.exec(words)?.[0].trimEnd() ?? '';
  const isBehind = text.startsWith(mentions) && words !== mentions;
  const [inner, rest] = isBehind
    ? [text.slice(mentions.length).trim(), words.slice(mentions.length).trim()]
    : [text, words];
  const marked = beside(inner, rest).filter((sides) => sides.every((side) => !side.trim().includes(' ')));
  const lengths = marked.map((sides) => sides.reduce((sum, side) => sum + side.trim().length, 0));
  return lengths.find((length) => length <= MAX_MARKS);
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(BRACKETED_LINK, '$1').replaceAll(/\s+/gu, ' ').trim();
}

/** Marks stand in the first and the last line; what is between is the same. */
function runAt(lines: Lines, start: number, words: readonly string[]): Run | undefined {
  const end = start + Math.max(words.length, 1);
  if (end > lines.length) return undefined;
  const isInside = (at: number): boolean => at > 0 && at < words.length - 1;
  if (words.some((line, at) => isInside(at) && line !== lines[start + at])) return undefined;
  const marks = marksInAll(lines.slice(start, end), words);
  return marks === undefined ? undefined : { start, end, marks };
}

function isWhole(lines: Lines): lines is readonly string[] {
  return !lines.includes(undefined);
}

/** What is before and after the words, each time that they are not parts of longer ones. */
function beside(text: string, words: string): [before: string, after: string][] {
  if (words === '') return [['', text]];
  const found: [string, string][] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + words.length)];
    const isPart = (ENDS.test(before) && STARTS.test(words)) || (STARTS.test(after) && ENDS.test(words));
    if (!isPart) found.push([before, after]);
  }
  return found;
}
