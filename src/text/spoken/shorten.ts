import { withoutEnd } from './sentences.ts';

/** A sentence end is taken if it leaves at least this share of the text. */
const MIN_SENTENCE_SHARE = 0.5;
const SENTENCE_END = /[.!?…](?=\s)|[。！？]/gu;
const EXPRESSION_START = /\[[^[\]]*$/u;
const LOOSE_END = /[\s,;:.。、，；：…\p{Ps}–—-]/u;

/**
 * A text of at most `maxChars` UTF-16 units: cut at the end of a sentence or of a word, and ended with `andMore`. Characters
 * of several units and `[expressions]` stay whole. '' if there is room for neither.
 */
export function shorten(text: string, maxChars: number, andMore: string): string {
  if (text.length <= maxChars) return text;
  const room = maxChars - andMore.length;
  if (room <= 0) return '';
  // One more unit than there is room for shows whether a word ends there.
  const window = text.slice(0, room + 1);
  const cut = [sentenceEnd(window, room), segmentEnd(window, room, 'word'), segmentEnd(window, room, 'grapheme')];
  const kept = text.slice(0, cut.find((end) => end > 0) ?? 0).replace(EXPRESSION_START, '');
  const end = withoutEnd(kept, LOOSE_END);
  return end === '' ? '' : `${end}${andMore}`;
}

function sentenceEnd(window: string, room: number): number {
  const ends = [...window.matchAll(SENTENCE_END)].map(({ index }) => index + 1);
  return ends.findLast((end) => end >= room * MIN_SENTENCE_SHARE && end <= room) ?? 0;
}

/** The last end of a word, or of a character, that has room. */
function segmentEnd(window: string, room: number, granularity: 'word' | 'grapheme'): number {
  const segments = new Intl.Segmenter('und', { granularity }).segment(window);
  return Array.from(segments, ({ index }) => index).findLast((index) => index <= room) ?? 0;
}
