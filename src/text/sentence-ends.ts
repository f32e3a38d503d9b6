/** Marks after which a sentence may be cut without a following space. */
const WIDE_MARK = /[。！？｡．，、；：」』”’）】]$/u;

/** Positions in a text after the white space that follows a sentence, in order; the text's end is not among them. */
export function findSentenceEnds(text: string): number[] {
  const sentences = new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text);
  const starts = Array.from(sentences, ({ index }) => index).filter((index) => index > 0);
  return starts.filter((end) => text[end - 1] === ' ' || WIDE_MARK.test(text.slice(0, end).slice(-1)));
}
