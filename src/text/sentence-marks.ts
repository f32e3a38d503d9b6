import { findSentenceEnds } from './sentence-ends.ts';

/** The service's advice: more marks in one sentence confuse its model. */
const MAX_MARKS = 3;
/** A mark in a text: free text in brackets. */
const MARK = /\[[^[\]]{1,100}\]/g;

/** Longest style that people may write, in characters. */
export const MAX_STYLE_LENGTH = 40;
/** Words only: nothing that could end the mark or begin a control token. */
const STYLE = /^\p{L}[\p{L}\p{M} ,'’-]*$/u;

/**
 * A style as somebody wrote it, ready for a mark: without brackets around it and in single spaces. `undefined` for one
 * that is empty, longer than 40 characters, or has other characters than letters, spaces, commas, hyphens and apostrophes.
 */
export function readStyle(written: string): string | undefined {
  const bare = written.trim().replace(/^\[(.*)\]$|^\((.*)\)$/su, '$1$2');
  const style = bare.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return style.length <= MAX_STYLE_LENGTH && STYLE.test(style) ? style : undefined;
}

/**
 * Puts an expression mark before each sentence of a text: sources disagree on whether a mark lasts to the end of its
 * sentence or of the text. A sentence that begins with a mark of its own, or has as many as the service takes, stays as it
 * is.
 */
export function markSentences(text: string, mark: string): string {
  const starts = [0, ...findSentenceEnds(text)];
  const sentences = starts.map((start, index) => text.slice(start, starts[index + 1]));
  return sentences.map((sentence) => (takesMark(sentence) ? `${mark} ${sentence}` : sentence)).join('');
}

function takesMark(sentence: string): boolean {
  if (sentence.startsWith('[') || (sentence.match(MARK) ?? []).length >= MAX_MARKS) return false;
  return /[\p{L}\p{N}]/u.test(sentence);
}
