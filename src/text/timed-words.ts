import { isSentenceEnd } from './sentence-end.ts';
import { toSingleLine } from './single-line.ts';

/** A word as people read it, with its punctuation, and when it is said: milliseconds, `endMs` not before `startMs`. */
export interface TimedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** No space stands before it: it follows a word of a script without spaces. */
  readonly joined: boolean;
  /** It begins a speaker turn: another speaker's words stand before it, or may. */
  readonly beginsTurn?: true;
}

/** A word without its time. */
export type Word = Pick<TimedWord, 'text' | 'joined'>;

/** Scripts without spaces between words: their words are joined without a space. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uffef]/u;

/** What belongs to the word after it. */
const OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;

/** Small kana, and marks of length and repetition: no word of Japanese begins with one, and no line may. */
const CONTINUING = /^[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々ゝゞヽヾ]/u;

/** Nobody speaks slower than this for long: more time is a pause. */
const SLOWEST_MS_PER_CHAR = 150;

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** Joins texts with spaces, or without them in scripts that use none. In linear time, whatever their number. */
export function joinTexts(texts: readonly string[]): string {
  const parts = texts.filter((text) => text !== '');
  return parts
    .map((text, index) => (index === 0 || isJoined(parts[index - 1] ?? '', text) ? text : ` ${text}`))
    .join('');
}

/** True if both texts meet in a script without spaces, so that no space belongs between them. */
export function isJoined(before: string, after: string): boolean {
  return isUnspaced(before.slice(-1)) && isUnspaced(after.slice(0, 1));
}

/** True if any of the text is in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/**
 * Splits a text into words at its spaces, and within scripts without spaces by the dictionaries of `Intl.Segmenter`;
 * punctuation stays with its word. Nothing but white space and control characters is lost.
 */
export function splitWords(text: string): Word[] {
  const chunks = toSingleLine(text).split(' ');
  return chunks.flatMap((chunk) => {
    if (chunk === '') return [];
    return isUnspaced(chunk) ? splitUnspaced(chunk) : { text: chunk, joined: false };
  });
}

function splitUnspaced(chunk: string): Word[] {
  const texts: string[] = [];
  let isOpen = false;
  let wasUnspaced = false;
  for (const { segment, isWordLike } of SEGMENTER.segment(chunk)) {
    const isOpening = OPENING.test(segment);
    const inUnspaced = isUnspaced(segment);
    // Without a dictionary word on either side, as in `e-mail`, the parts stay together.
    const isWord = isWordLike === true && (inUnspaced || wasUnspaced) && !CONTINUING.test(segment);
    const begins = isOpening || isWord;
    if (texts.length === 0 || (begins && !isOpen)) texts.push(segment);
    else texts[texts.length - 1] += segment;
    isOpen = isOpening;
    wasUnspaced = inUnspaced;
  }
  return texts.map((text, index) => ({ text, joined: index > 0 }));
}

/** The words as one text. */
export function textOfWords(words: readonly Word[]): string {
  return words.map(({ text, joined }, index) => (joined || index === 0 ? text : ` ${text}`)).join('');
}

/** The words of each speaker turn; all of them where one person speaks. */
export function splitTurns(words: readonly TimedWord[]): TimedWord[][] {
  const turns: TimedWord[][] = [];
  for (const word of words) {
    if (turns.length === 0 || word.beginsTurn === true) turns.push([]);
    turns.at(-1)?.push(word);
  }
  return turns;
}

/**
 * Gives times to words of which only the whole time is known. Each sentence gets a part by its length, and its words come
 * at the part's start where there is more time than anybody needs to say them.
 */
export function spreadWords(words: readonly Word[], startMs: number, endMs: number): TimedWord[] {
  const sentences: Word[][] = [[]];
  for (const [index, word] of words.entries()) {
    sentences.at(-1)?.push(word);
    if (isSentenceEnd(word.text, words[index + 1]?.text)) sentences.push([]);
  }
  const msPerChar = Math.max(0, endMs - startMs) / Math.max(1, lengthOf(words));
  let at = startMs;
  return sentences.flatMap((sentence) => {
    const from = at;
    at += lengthOf(sentence) * msPerChar;
    return spreadEvenly(sentence, from, Math.min(at, endMs));
  });
}

function spreadEvenly(words: readonly Word[], startMs: number, endMs: number): TimedWord[] {
  const msPerChar = Math.min(SLOWEST_MS_PER_CHAR, (endMs - startMs) / Math.max(1, lengthOf(words)));
  let chars = 0;
  return words.map((word, index) => {
    const fromMs = startMs + chars * msPerChar;
    chars += word.text.length;
    const isLast = index === words.length - 1;
    return { ...word, startMs: fromMs, endMs: isLast ? endMs : startMs + chars * msPerChar };
  });
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
