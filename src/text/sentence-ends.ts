import { isAbbreviation } from './sentence-end.ts';

/** Marks after which a sentence may be cut without a following space. */
const WIDE_MARK = /[。！？｡．，、；：」』”’）】]$/u;
/** No abbreviation is longer. */
const MAX_ABBREVIATION = 16;

/**
 * Positions in a text after the white space that follows a sentence, in order; the text's end is not among them. An
 * abbreviation ends no sentence: Unicode's rules, which know none, divide `Dr. Who`.
 */
export function findSentenceEnds(text: string): number[] {
  const sentences = new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text);
  const starts = Array.from(sentences, ({ index }) => index).filter((index) => index > 0);
  return starts.filter((end) =>
    text[end - 1] === ' ' ? !isAbbreviation(wordBefore(text, end - 1)) : WIDE_MARK.test(text.slice(0, end).slice(-1)),
  );
}

/** The word that ends at a space, or the last letters of a long one. */
export function wordBefore(text: string, spaceAt: number): string {
  const near = text.slice(Math.max(0, spaceAt - MAX_ABBREVIATION), spaceAt).trimEnd();
  return near.slice(near.lastIndexOf(' ') + 1);
}
