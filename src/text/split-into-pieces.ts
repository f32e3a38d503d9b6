/** Characters a piece has at most: about half a minute of speech. */
const DEFAULT_MAX_CHARS = 400;
/** Characters the first piece has at most: the sooner it is complete, the sooner there is sound. */
const DEFAULT_FIRST_MAX_CHARS = 150;
/** A cut at a comma must leave at least this part of a piece before it: `Oh,` alone sounds broken. */
const MIN_CLAUSE_SHARE = 1 / 3;

/** Longer brackets are no `[expression]` and may be cut. */
const EXPRESSION = /\[[^[\]]{1,100}\]/g;
const CLAUSE_END = /[,;:—–](?= )|[，、；：]/g;
/** Marks after which a sentence or a clause may be cut although no space follows. */
const WIDE_MARK = /[。！？｡．，、；：」』”’）】]$/u;

/** Lengths are in UTF-16 units, as `String.length` counts them. */
export interface SplitOptions {
  /** Most characters of the first piece; 150 unless told. */
  readonly firstMaxChars?: number;
  /** Most characters of the other pieces; 400 unless told. */
  readonly maxChars?: number;
}

/**
 * Cuts a text into pieces to be synthesized one after another. Each is as long as whole sentences allow; a sentence that
 * is too long is cut at a comma, else at a space, else between words, else between characters; an `[expression]` and a
 * character made of several units stay whole, unless they alone exceed a piece. Pieces have no white space at their ends
 * and are never empty: joined by spaces they are the text again wherever it had a space.
 */
export function splitIntoPieces(text: string, options: SplitOptions = {}): string[] {
  const maxChars = Math.max(1, options.maxChars ?? DEFAULT_MAX_CHARS);
  const firstMaxChars = Math.max(1, Math.min(maxChars, options.firstMaxChars ?? DEFAULT_FIRST_MAX_CHARS));
  const rest = text.trim();
  const sentenceEnds = findSentenceEnds(rest);
  const pieces: string[] = [];
  for (let start = 0; start < rest.length; ) {
    const limit = pieces.length === 0 ? firstMaxChars : maxChars;
    const end = findCut(rest, start, limit, sentenceEnds);
    pieces.push(rest.slice(start, end).trimEnd());
    start = end;
    while (rest[start] === ' ') start += 1;
  }
  return pieces;
}

/** Where the piece that begins at `start` ends. */
function findCut(text: string, start: number, limit: number, sentenceEnds: readonly number[]): number {
  if (text.length - start <= limit) return text.length;
  // One more than the limit is looked at: the space there is not part of the piece.
  const window = text.slice(start, start + limit + 1);
  const expressions = [...text.slice(start, start + limit + 100).matchAll(EXPRESSION)];
  const isAllowed = (cut: number): boolean =>
    cut > 0 &&
    window.slice(0, cut).trimEnd().length <= limit &&
    !expressions.some(({ index, 0: expression }) => cut > index && cut < index + expression.length);
  const candidates: (() => Iterable<number>)[] = [
    () => sentenceEnds.filter((end) => end > start && end <= start + limit + 1).map((end) => end - start),
    () => clauseEnds(window).filter((cut) => cut >= limit * MIN_CLAUSE_SHARE),
    () => [...window.matchAll(/ /g)].map(({ index }) => index),
    () => segmentStarts(window, 'word'),
    () => segmentStarts(window, 'grapheme'),
  ];
  for (const find of candidates) {
    const cut = [...find()].findLast(isAllowed);
    if (cut !== undefined) return start + cut;
  }
  return start + withoutHalfCharacter(window, limit);
}

function findSentenceEnds(text: string): number[] {
  const ends = segmentStarts(text, 'sentence');
  return ends.filter((end) => text[end - 1] === ' ' || WIDE_MARK.test(text.slice(0, end).slice(-1)));
}

function clauseEnds(window: string): number[] {
  return [...window.matchAll(CLAUSE_END)].map(({ index }) => index + 1);
}

function segmentStarts(text: string, granularity: 'sentence' | 'word' | 'grapheme'): number[] {
  const segmenter = new Intl.Segmenter('und', { granularity });
  return Array.from(segmenter.segment(text), ({ index }) => index).filter((index) => index > 0);
}

/** `limit`, or one less or more where it would part the two units of one code point. */
function withoutHalfCharacter(window: string, limit: number): number {
  const isHalf = /[\ud800-\udbff]/.test(window.charAt(limit - 1)) && /[\udc00-\udfff]/.test(window.charAt(limit));
  if (!isHalf) return limit;
  return limit > 1 ? limit - 1 : limit + 1;
}
