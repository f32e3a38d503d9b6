import { endSentence, joinSentences } from './sentences.ts';
import { PART } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** What begins a line: quotes, headings and subtext, bullets. Discord allows spaces before them. */
const QUOTE = /^ *> (?!>)|^ *>$/u;
const QUOTE_REST = /^ *>>> /u;
const HEADING = /^\s*(?:#{1,3}|-#)\s+(?=\S)/u;
const BULLET = /^\s*[-*+•‣◦·▪●○–]\s+(?=\S)/u;
const CHECKBOX = /^[[(][ xX✓]?[\])]\s+/u;
const TABLE_RULE = /^[\s|:-]+$/u;
const OTHER_THAN_PARTS = /[^\s\p{Co}]/u;
const SAYABLE = /[\p{L}\p{N}\p{Co}]/u;

/** A line of symbols with at most this share of letters is a drawing, if it has so many characters. */
const DRAWING_SHARE = 0.3;
const DRAWING_CHARS = 10;
/** In a text of at least three lines, half of which have less letters than this, those are a drawing. */
const DRAWING_LINES = 3;
const DRAWING_LINE_SHARE = 0.5;

/** A text as sentences: each line ends with a pause, quotes are said to be quotes, and tables are read row by row. */
export function sayLines(text: string, say: (line: string) => string, words: SpokenMessages): string {
  const lines = withJoinedParts(withoutDrawings(text.split(/[\n\v\f\u0085\u2028\u2029]/u)));
  const sentences: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const quoted = quotedLines(lines, at);
    if (quoted.length === 0) {
      sentences.push(say(sayLine(lines[at] ?? '')));
      at += 1;
      continue;
    }
    at += quoted.length;
    const quote = joinSentences(quoted.map((line) => say(sayLine(line))));
    const isFollowed = lines.slice(at).some((line) => SAYABLE.test(line));
    if (quote !== '') sentences.push(words.quote({ text: isFollowed ? endSentence(quote) : quote, isFollowed }));
  }
  return joinSentences(sentences);
}

/** Lines of nothing but links, emoji and the like are one: equal ones among them are counted. */
function withJoinedParts(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1) ?? '';
    if (hasOnlyParts(line) && hasOnlyParts(last)) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined;
}

function hasOnlyParts(line: string): boolean {
  return PART.test(line) && !OTHER_THAN_PARTS.test(line);
}

/** The lines of the quote that begins here, without their marks; none if there is none. */
function quotedLines(lines: readonly string[], from: number): string[] {
  const first = lines[from] ?? '';
  if (QUOTE_REST.test(first)) return [first.replace(QUOTE_REST, ''), ...lines.slice(from + 1)];
  const quoted: string[] = [];
  for (let at = from; QUOTE.test(lines[at] ?? ''); at += 1) quoted.push((lines[at] ?? '').replace(QUOTE, ''));
  return quoted;
}

/** A line without what makes it a heading, an item or a row. */
function sayLine(line: string): string {
  if (TABLE_RULE.test(line) && line.includes('|-')) return '';
  const row = line.trim();
  if (row.length > 2 && row.startsWith('|') && row.endsWith('|')) {
    const cells = row.split('|').map((cell) => cell.trim());
    return cells.filter((cell) => cell !== '').join(', ');
  }
  return line.replace(HEADING, '').replace(BULLET, '').replace(CHECKBOX, '');
}

function withoutDrawings(lines: readonly string[]): readonly string[] {
  const written = lines.filter((line) => line.trim() !== '');
  const symbolic = new Set(written.filter((line) => shareOfLetters(line) < DRAWING_LINE_SHARE));
  const isDrawing = written.length >= DRAWING_LINES && symbolic.size * 2 >= written.length;
  return lines.filter((line) => {
    const length = line.replace(/\s/gu, '').length;
    const isLongDrawing = length >= DRAWING_CHARS && shareOfLetters(line) < DRAWING_SHARE;
    return !isLongDrawing && !(isDrawing && symbolic.has(line) && !PART.test(line));
  });
}

/** The share of letters, digits and parts among what is no space and no mark of a line. */
function shareOfLetters(line: string): number {
  const visible = Array.from(line.replace(HEADING, '').replace(BULLET, '').replace(QUOTE, '').replace(/[\s|]/gu, ''));
  const letters = visible.filter((char) => SAYABLE.test(char) || /\p{M}/u.test(char));
  return visible.length === 0 ? 1 : letters.length / visible.length;
}
