import { isAbbreviation } from './sentence-end.ts';
import { findSentenceEnds, wordBefore } from './sentence-ends.ts';
import { markSentences } from './sentence-marks.ts';

/** Maximum characters of a piece: about half a minute of speech. */
const DEFAULT_MAX_CHARS = 400;
/**
 * Maximum characters of the first piece, some ten seconds of speech. The service begins with what it has when a text ends,
 * else when it has as many characters as its smallest setting, 100 to 300: it works on a piece like this at once, and as
 * one. Sooner cuts were not heard sooner (docs/performance.md), and each breaks the melody of speech once more.
 */
const DEFAULT_FIRST_MAX_CHARS = 150;
/** A piece cut at a comma has at least this share of its limit: `Oh,` alone sounds broken. */
const MIN_CLAUSE_SHARE = 1 / 3;

/** What is never cut: an `[expression]`, unless its brackets are longer, and a word with its phonemes. */
const EXPRESSION = /\[[^[\]]{1,100}\]|\ufff9[^\ufff9\ufffb]{1,350}\ufffb/g;
/** Longest part that is never cut. */
const MAX_WHOLE = 352;
/** Full-width marks need no space after them, but may be part of a number or a time of day. */
const CLAUSE_END = /[,;:—–،؛](?= )|[、；]|[，：](?!\p{Nd})/gu;
const NUMBER_AT_END = /\p{Nd}[\s,.:，．：]?$/u;
/** What belongs to a number before it: the next group of its digits, a unit's sign, a counter, a mark. */
const AFTER_NUMBER = /^\s?[\p{Nd}\p{Sc}%‰°]|^[\p{P}\p{sc=Han}\p{sc=Hang}]/u;

/** Lengths are in UTF-16 units, as `String.length` counts them. */
export interface SplitOptions {
  /** Maximum characters of the first piece; default 150. */
  readonly firstMaxChars?: number;
  /** Maximum characters of the other pieces; default 400. */
  readonly maxChars?: number;
  /** Expression mark that goes with every sentence. It does not count towards the maximum. */
  readonly mark?: string | undefined;
}

/**
 * Cuts a text into pieces that are synthesized one after another. Each is as long as whole sentences allow. A sentence
 * that is too long is cut at a comma, else at a space, else between words, else between characters. An abbreviation stays
 * with the word that follows it, a number with its other digits and its unit, unless they leave no place to cut. An
 * `[expression]` and a character of several units stay whole unless they alone exceed a piece. Pieces are never empty and
 * have no white space at their ends.
 */
export function splitIntoPieces(text: string, options: SplitOptions = {}): string[] {
  const maxChars = Math.max(1, options.maxChars ?? DEFAULT_MAX_CHARS);
  const firstMaxChars = Math.max(1, Math.min(maxChars, options.firstMaxChars ?? DEFAULT_FIRST_MAX_CHARS));
  const rest = text.trim();
  const sentenceEnds = findSentenceEnds(rest);
  const pieces: string[] = [];
  let passed = 0;
  for (let start = 0; start < rest.length; ) {
    const limit = pieces.length === 0 ? firstMaxChars : maxChars;
    while ((sentenceEnds[passed] ?? Number.POSITIVE_INFINITY) <= start) passed += 1;
    // A window of limit + 1 characters has no more sentence ends than that.
    const end = findCut(rest, start, limit, sentenceEnds.slice(passed, passed + limit + 1));
    pieces.push(rest.slice(start, end).trimEnd());
    start = end;
    while (rest[start] === ' ') start += 1;
  }
  const { mark } = options;
  return mark === undefined ? pieces : pieces.map((piece) => markSentences(piece, mark));
}

/** The end of the piece that starts at `start`; `sentenceEnds` are the next ones after it, in order. */
function findCut(text: string, start: number, limit: number, sentenceEnds: readonly number[]): number {
  if (text.length - start <= limit) return text.length;
  // One more character than the limit: a space there is not part of the piece.
  const window = text.slice(start, start + limit + 1);
  const expressions = [...text.slice(start, start + limit + MAX_WHOLE).matchAll(EXPRESSION)];
  const isAllowed = (cut: number): boolean =>
    cut > 0 &&
    window.slice(0, cut).trimEnd().length <= limit &&
    !expressions.some(({ index, 0: expression }) => cut > index && cut < index + expression.length);
  const candidates: (() => Iterable<number>)[] = [
    () => sentenceEnds.filter((end) => end <= start + limit + 1).map((end) => end - start),
    () => clauseEnds(window).filter((cut) => cut >= limit * MIN_CLAUSE_SHARE),
    () => spaces(window).filter((cut) => isApart(window, cut)),
    () => spaces(window),
    () => segmentStarts(window, 'word').filter((cut) => isApart(window, cut)),
    () => segmentStarts(window, 'word'),
    () => segmentStarts(window, 'grapheme'),
  ];
  for (const find of candidates) {
    const cut = [...find()].findLast(isAllowed);
    if (cut !== undefined) return start + cut;
  }
  return start + avoidSurrogateSplit(window, limit);
}

function clauseEnds(window: string): number[] {
  return [...window.matchAll(CLAUSE_END)].map(({ index }) => index + 1);
}

function spaces(window: string): number[] {
  return [...window.matchAll(/ /g)].map(({ index }) => index);
}

/** True if what is before and after the cut can be said apart. */
function isApart(window: string, cut: number): boolean {
  if (isAbbreviation(wordBefore(window, cut))) return false;
  return !NUMBER_AT_END.test(window.slice(0, cut)) || !AFTER_NUMBER.test(window.slice(cut));
}

function segmentStarts(text: string, granularity: 'word' | 'grapheme'): number[] {
  const segmenter = new Intl.Segmenter('und', { granularity });
  return Array.from(segmenter.segment(text), ({ index }) => index).filter((index) => index > 0);
}

/** `limit`, moved by one where it would split a surrogate pair. */
function avoidSurrogateSplit(window: string, limit: number): number {
  const isHalf = /[\ud800-\udbff]/.test(window.charAt(limit - 1)) && /[\udc00-\udfff]/.test(window.charAt(limit));
  if (!isHalf) return limit;
  return limit > 1 ? limit - 1 : limit + 1;
}
