import { type Letters, matchLetters } from './match-letters.ts';
import { splitWords, spreadWords, type TimedWord, type Word } from './timed-words.ts';

/** A part of what was said, as a recognizer gives it: a word or a sentence; milliseconds. */
export interface TimedText {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What is compared: letters and digits without case and accents. `3.5` and `35` are the same. */
const NOT_COMPARED = /[^\p{L}\p{N}]+/gu;
/** The fastest talkers need more than twice this. */
const FASTEST_MS_PER_CHAR = 10;
/** Letters without a time of their own, beside letters that have one, take at most this time each. */
const USUAL_MS_PER_CHAR = 80;
/** A part of the text this many times as long as the segments for it was not heard by what gives the times. */
const MUCH_LONGER = 4;

/**
 * The words of `text` with the times of `segments`, which may be words or sentences, spelled in other ways, in any order,
 * of no length, or outside `startMs` to `endMs`. Every word of `text` is there once, in order, with times within `startMs`
 * to `endMs` that never decrease. Words without a segment get times between their neighbours; without any segment, or
 * where nobody could say the segments in their time, all are spread over the whole time. In time near linear in the
 * length of both.
 */
export function alignWords(
  text: string,
  segments: readonly TimedText[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): TimedWord[] {
  const words = splitWords(text);
  const letters = new TimedLetters(segments, startMs, endMs);
  const compared = words.map((word) => comparable(word.text));
  if (letters.lengthMs <= letters.text.length * FASTEST_MS_PER_CHAR) return spreadWords(words, startMs, endMs);
  const places = mapPlaces(joinLetters(compared), letters);
  let at = 0;
  const timed = words.map((word, index) => {
    const start = at;
    at += compared[index]?.length ?? 0;
    const fromMs = places.startMs(start);
    return { ...word, startMs: fromMs, endMs: at === start ? fromMs : places.endMs(at) };
  });
  return inOrder(timed, startMs, endMs);
}

function comparable(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(NOT_COMPARED, '');
}

function joinLetters(words: readonly string[]): Letters {
  const starts = new Set<number>();
  let at = 0;
  for (const { length } of words) {
    starts.add(at);
    at += length;
  }
  return { text: words.join(''), starts };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The letters of segments, each with its time: a segment's time is divided equally among its letters. */
class TimedLetters implements Letters {
  readonly text: string;
  readonly starts: ReadonlySet<number>;
  readonly startMs: number;
  readonly endMs: number;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;

  /** The times are brought to within `startMs` to `endMs`, and into order. */
  constructor(segments: readonly TimedText[], startMs: number, endMs: number) {
    const ordered = segments
      .map((segment) => ({ ...segment, text: comparable(segment.text) }))
      .filter(({ text }) => text !== '')
      .toSorted((a, b) => a.startMs - b.startMs);
    const { text: whole, starts } = joinLetters(ordered.map(({ text }) => text));
    this.text = whole;
    this.starts = starts;
    this.startMs = startMs;
    this.endMs = endMs;
    this.#starts = new Float64Array(this.text.length);
    this.#ends = new Float64Array(this.text.length);
    let at = 0;
    for (const [index, { text, ...times }] of ordered.entries()) {
      const nextMs = ordered[index + 1]?.startMs ?? endMs;
      const from = clamp(times.startMs, startMs, endMs);
      const to = clamp(Math.min(times.endMs, nextMs), from, endMs);
      for (let letter = 0; letter < text.length; letter += 1, at += 1) {
        this.#starts[at] = from + ((to - from) * letter) / text.length;
        this.#ends[at] = from + ((to - from) * (letter + 1)) / text.length;
      }
    }
  }

  /** From the first letter to the last. */
  get lengthMs(): number {
    return (this.#ends.at(-1) ?? 0) - (this.#starts[0] ?? 0);
  }

  /** When the letter at a place begins, which may lie between letters; at the end of all, when the last one ends. */
  beginsMs(place: number): number {
    const index = Math.floor(place);
    const start = this.#starts[index];
    if (start === undefined) return this.#ends.at(-1) ?? this.startMs;
    return start + ((this.#ends[index] ?? start) - start) * (place - index);
  }

  /** When the letter before a place ends; at the start of all, when the first one begins. */
  finishesMs(place: number): number {
    const index = Math.ceil(place) - 1;
    const end = this.#ends[index];
    if (end === undefined) return this.#starts[0] ?? this.startMs;
    return end - (end - (this.#starts[index] ?? end)) * (index + 1 - place);
  }
}

/** A part of the text's letters with the segments' letters or the time that belong to it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly startMs: (place: number) => number;
  readonly endMs: (place: number) => number;
}

/** Gives the time of every place in the letters of the text. */
function mapPlaces(compared: Letters, letters: TimedLetters): Omit<Stretch, 'from' | 'to'> {
  const { text } = compared;
  const stretches: Stretch[] = [];
  let [a, b] = [0, 0];
  for (const run of [...matchLetters(compared, letters), { a: text.length, b: letters.text.length, length: 0 }]) {
    if (run.a > a) stretches.push(unmatched(letters, { from: a, to: run.a }, { from: b, to: run.b }, text.length));
    if (run.length > 0) {
      const shift = run.b - run.a;
      stretches.push({
        from: run.a,
        to: run.a + run.length,
        startMs: (place) => letters.beginsMs(place + shift),
        endMs: (place) => letters.finishesMs(place + shift),
      });
    }
    [a, b] = [run.a + run.length, run.b + run.length];
  }
  const find = (isIn: (stretch: Stretch) => boolean): Stretch | undefined => {
    let [low, high] = [0, stretches.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const stretch = stretches[middle];
      if (stretch !== undefined && isIn(stretch)) high = middle;
      else low = middle + 1;
    }
    return stretches[low];
  };
  return {
    startMs: (place) => find(({ to }) => place < to)?.startMs(place) ?? letters.startMs,
    endMs: (place) => find(({ to }) => place <= to)?.endMs(place) ?? letters.endMs,
  };
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Letters of the text that differ from the segments': by their share of the segments there, or of the time between. */
function unmatched(letters: TimedLetters, part: Part, other: Part, textLength: number): Stretch {
  const [length, otherLength] = [part.to - part.from, other.to - other.from];
  if (otherLength > 0 && length <= MUCH_LONGER * otherLength) {
    const place = (at: number): number => other.from + ((at - part.from) / length) * otherLength;
    return { ...part, startMs: (at) => letters.beginsMs(place(at)), endMs: (at) => letters.finishesMs(place(at)) };
  }
  const needMs = length * USUAL_MS_PER_CHAR;
  const nextMs = part.to === textLength ? letters.endMs : letters.beginsMs(other.to);
  const lastMs = letters.finishesMs(other.from);
  const startMs = part.from === 0 ? Math.max(letters.startMs, nextMs - needMs) : Math.min(lastMs, nextMs);
  const msPerLetter = Math.min(needMs, Math.max(0, nextMs - startMs)) / length;
  const timeAt = (at: number): number => startMs + (at - part.from) * msPerLetter;
  return { ...part, startMs: timeAt, endMs: timeAt };
}

/** Keeps words from standing at one moment, or before their predecessors, as far as there is time. */
function inOrder(words: readonly (Word & TimedWord)[], startMs: number, endMs: number): TimedWord[] {
  const starts = words.map((word) => word.startMs);
  const leastMs = words.map(({ text }) => text.length * FASTEST_MS_PER_CHAR);
  let limit = startMs;
  for (const [index, start] of starts.entries()) {
    starts[index] = Math.max(start, limit);
    limit = (starts[index] ?? limit) + (leastMs[index] ?? 0);
  }
  limit = endMs;
  for (let index = starts.length - 1; index >= 0; index -= 1) {
    limit = Math.max(startMs, Math.min(starts[index] ?? limit, limit - (leastMs[index] ?? 0)));
    starts[index] = limit;
  }
  return words.map((word, index) => {
    const fromMs = starts[index] ?? startMs;
    return { ...word, startMs: fromMs, endMs: clamp(word.endMs, fromMs, starts[index + 1] ?? endMs) };
  });
}
