import { beginsClause, leadsIntoClause } from './clause-words.ts';
import { columnsOf, cutByColumns, type LineRule, lineRuleFor } from './line-rule.ts';
import { isSentenceEnd } from './sentence-end.ts';
import { isUnspaced, type TimedWord, textOfWords } from './timed-words.ts';

const MAX_LINES = 2;
/** A name that takes more of the line than this stands on a line of its own. */
const MAX_NAME_SHARE = 1 / 3;

/** What precedes the text of a speaker's subtitles: a part of the first line, or a line of its own with its line break. */
export function speakerLabel(speaker: string): string {
  const { columns } = lineRuleFor(speaker);
  const label = `${speaker}: `;
  if (columnsOf(label) <= columns * MAX_NAME_SHARE) return label;
  const [start = '', ...more] = cutByColumns(speaker, columns - 2);
  return more.length === 0 ? `${start}:\n` : `${start}…:\n`;
}

/** Lays words out in the one or two lines of a subtitle. */
export class CueLines {
  readonly rule: LineRule;
  /** The words, those longer than a line cut into parts. */
  readonly words: readonly TimedWord[];
  readonly #firstColumns: number;
  readonly #lines: number;
  /** The columns of all words before each, with spaces. */
  readonly #before: Float64Array;
  /** For each word that begins a first line, the first word that has no room on it. */
  readonly #firstLineEnds: Int32Array;
  /** How bad a line break is before each word. */
  readonly #badness: Float64Array;

  /** `label`: a speaker's label, or nothing. */
  constructor(words: readonly TimedWord[], label: string) {
    this.rule = lineRuleFor(textOfWords(words));
    this.#lines = label.endsWith('\n') ? MAX_LINES - 1 : MAX_LINES;
    this.#firstColumns = label.endsWith('\n') ? this.rule.columns : this.rule.columns - columnsOf(label);
    this.words = words.flatMap((word) => cutWord(word, this.#firstColumns));
    this.#before = new Float64Array(this.words.length + 1);
    for (const [index, { text, joined }] of this.words.entries()) {
      this.#before[index + 1] = this.#columnsBefore(index) + columnsOf(text) + (joined ? 0 : 1);
    }
    this.#badness = Float64Array.from(this.words, (word, index) => badnessBefore(this.words[index - 1], word));
    this.#firstLineEnds = new Int32Array(this.words.length);
    let end = 0;
    for (const index of this.words.keys()) {
      while (end < this.words.length && this.width(index, end + 1) <= this.#firstColumns) end += 1;
      this.#firstLineEnds[index] = end;
    }
  }

  /** The most columns in all lines. */
  get columns(): number {
    return this.#firstColumns + (this.#lines - 1) * this.rule.columns;
  }

  /** Columns of the words `from` to `to` (exclusive) on one line. */
  width(from: number, to: number): number {
    const space = this.words[from]?.joined === false ? 1 : 0;
    return Math.max(0, this.#columnsBefore(to) - this.#columnsBefore(from) - space);
  }

  /** True if these words have room in the lines. */
  fits(from: number, to: number): boolean {
    if (this.width(from, to) <= this.#firstColumns) return true;
    if (this.#lines < MAX_LINES) return false;
    return this.width(this.#firstLineEnds[from] ?? to, to) <= this.rule.columns;
  }

  /** How bad the place is where these words, which fit, break into lines: see `breakBadness`, or 0 where a sentence ends. */
  lineBadness(from: number, to: number): number {
    const at = this.#breakOf(from, to);
    return at === undefined ? 0 : (this.#badness[at] ?? 0);
  }

  /** The words in lines of about the same length, broken where it reads best. */
  lay(from: number, to: number): string {
    const at = this.#breakOf(from, to);
    if (at === undefined) return textOfWords(this.words.slice(from, to));
    return `${textOfWords(this.words.slice(from, at))}\n${textOfWords(this.words.slice(at, to))}`;
  }

  /** The word that begins the second line, if there are two. */
  #breakOf(from: number, to: number): number | undefined {
    if (this.#lines < MAX_LINES || this.width(from, to) <= this.#firstColumns) return undefined;
    let [best, least] = [from + 1, Number.POSITIVE_INFINITY];
    // From the last one that leaves room on the first line, to the first one that leaves room on the second.
    for (let at = this.#firstLineEnds[from] ?? from; at > from; at -= 1) {
      const [top, bottom] = [this.width(from, at), this.width(at, to)];
      if (bottom > this.rule.columns) break;
      const badness = Math.abs(top - bottom) / this.rule.columns + (this.#badness[at] ?? 0);
      if (badness < least) [best, least] = [at, badness];
    }
    return best;
  }

  #columnsBefore(index: number): number {
    return this.#before[index] ?? 0;
  }
}

function badnessBefore(last: TimedWord | undefined, next: TimedWord): number {
  return last !== undefined && isSentenceEnd(last.text, next.text) ? 0 : breakBadness(last, next);
}

/** A pause that marks a phrase. */
const PHRASE_PAUSE_MS = 250;
const CLAUSE_END = /[,;:–—、，；：،]["'\p{Pe}\p{Pf}]*$/u;
/** In Japanese, what follows a word and belongs to it, such as a particle. */
const PARTICLE = /^\p{sc=Hira}+$/u;
/** In Japanese, what belongs to the word after it. */
const PREFIX = /^[おご御]$/u;
/**
 * Words of at most three letters and without punctuation are mostly articles, prepositions, pronouns and auxiliaries, which
 * belong to what follows. Capitals, as in `BBC`, are a name. Other scripts have short words of every kind.
 */
const SHORT_WORD =
  /^["'\p{Ps}\p{Pi}¿¡]*[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]\p{M}*(?:['’]?[[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]&&\p{Ll}]\p{M}*){0,2}['’]?$/v;

/** Articles of three letters in English, German, French, Spanish and Portuguese: many nouns have as many. */
const ARTICLES = new Set([
  'the',
  'der',
  'die',
  'das',
  'den',
  'dem',
  'des',
  'ein',
  'les',
  'une',
  'los',
  'las',
  'una',
  'uma',
]);

/** How bad it is to break at a place of each kind, next to 1 for lines that differ by a whole line in length. */
const BADNESS = {
  phrase: 0.1,
  shortWordBeforeClause: 0.3,
  word: 0.4,
  joinedWord: 0.5,
  abbreviation: 0.7,
  /** Such as `has`, but also a noun such as `end`. */
  threeLetters: 0.7,
  articleOrShorter: 0.9,
  withinJapaneseWord: 1,
  /** More than a difference in length can make up for, or another subtitle. */
  clauseWord: 3,
} as const;

/**
 * How bad it is to break between two words, where no sentence ends: 0 (after a comma) to 3.
 *
 * Netflix' general requirements (Timed Text Style Guide, line treatment) break a line after punctuation and before
 * conjunctions, and never between an article and its noun, or a pronoun and its verb. The BBC's Subtitle Guidelines
 * (“Break at natural points”) likewise keep articles, prepositions, conjunctions and pronouns with what follows them.
 */
export function breakBadness(last: TimedWord | undefined, next: TimedWord | undefined): number {
  if (last === undefined || next === undefined || CLAUSE_END.test(last.text)) return 0;
  if (next.joined) {
    return PARTICLE.test(next.text) || PREFIX.test(last.text) ? BADNESS.withinJapaneseWord : BADNESS.joinedWord;
  }
  if (last.text.endsWith('.')) return BADNESS.abbreviation;
  if (leadsIntoClause(last.text)) return BADNESS.clauseWord;
  // A space in a script without spaces is between phrases.
  if (isUnspaced(last.text) || next.startMs - last.endMs >= PHRASE_PAUSE_MS) return BADNESS.phrase;
  const isShort = SHORT_WORD.test(last.text);
  if (beginsClause(next.text)) return isShort ? BADNESS.shortWordBeforeClause : BADNESS.phrase;
  if (!isShort) return BADNESS.word;
  const isShorter = (last.text.match(/\p{L}/gu)?.length ?? 0) < 3;
  return isShorter || ARTICLES.has(last.text.toLowerCase()) ? BADNESS.articleOrShorter : BADNESS.threeLetters;
}

/** The parts of a word that is longer than a line, with its time by length. */
function cutWord(word: TimedWord, columns: number): TimedWord[] {
  if (word.text.length * 2 <= columns || columnsOf(word.text) <= columns) return [word];
  const msPerChar = (word.endMs - word.startMs) / word.text.length;
  let at = 0;
  return cutByColumns(word.text, columns).map((text, index) => {
    const startMs = word.startMs + at * msPerChar;
    at += text.length;
    return { text, startMs, endMs: word.startMs + at * msPerChar, joined: index > 0 || word.joined };
  });
}
