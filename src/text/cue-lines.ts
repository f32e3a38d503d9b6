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

  /** The words in lines of about the same length, broken where people pause. */
  lay(from: number, to: number): string {
    const words = this.words.slice(from, to);
    if (this.width(from, to) <= this.#firstColumns) return textOfWords(words);
    let [best, least] = [from, Number.POSITIVE_INFINITY];
    for (const at of this.#breaks(from, to)) {
      const [top, bottom] = [this.width(from, at), this.width(at, to)];
      if (bottom > this.rule.columns) continue;
      const [last, next] = [this.words[at - 1], this.words[at]];
      const isEnd = last !== undefined && isSentenceEnd(last.text, next?.text);
      const badness = Math.abs(top - bottom) / this.rule.columns + (isEnd ? 0 : breakBadness(last, next));
      if (badness <= least) [best, least] = [at, badness];
    }
    return `${textOfWords(words.slice(0, best - from))}\n${textOfWords(words.slice(best - from))}`;
  }

  /** Where the second line may begin for the first one to have room. */
  #breaks(from: number, to: number): number[] {
    const breaks: number[] = [];
    if (this.#lines < MAX_LINES) return breaks;
    for (let at = from + 1; at < to && this.width(from, at) <= this.#firstColumns; at += 1) breaks.push(at);
    return breaks;
  }

  #columnsBefore(index: number): number {
    return this.#before[index] ?? 0;
  }
}

/** A pause that marks a phrase. */
const PHRASE_PAUSE_MS = 250;
const CLAUSE_END = /[,;:–—、，；：،]["'\p{Pe}\p{Pf}]*$/u;
/** In Japanese, what follows a word and belongs to it, such as a particle. */
const PARTICLE = /^\p{sc=Hira}+$/u;
/** In Japanese, what belongs to the word after it. */
const PREFIX = /^[おご御]$/u;
/** Words this short are mostly articles and prepositions, which belong to what follows. */
const SHORT_COLUMNS = 3;

/** How bad it is to break between two words, where no sentence ends: 0 (after a comma) to 1. */
export function breakBadness(last: TimedWord | undefined, next: TimedWord | undefined): number {
  if (last === undefined || next === undefined || CLAUSE_END.test(last.text)) return 0;
  if (next.joined) return PARTICLE.test(next.text) || PREFIX.test(last.text) ? 1 : 0.5;
  if (last.text.endsWith('.')) return 0.7;
  // A space in a script without spaces is between phrases.
  if (isUnspaced(last.text) || next.startMs - last.endMs >= PHRASE_PAUSE_MS) return 0.1;
  return columnsOf(last.text) <= SHORT_COLUMNS ? 0.6 : 0.3;
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
