/** Ends a sentence in every language, whatever follows. */
const FULL_WIDTH_END = /[。．｡！？]\p{Pe}*\p{Pf}*$/u;
const END = /[.!?…‽؟۔।॥]["'\p{Pe}\p{Pf}]*$/u;
/** A title, an initial, an ordinal as in German dates, or letters as in `e.g.`: its full stop ends no sentence. */
const ABBREVIATION =
  /^["'\p{Ps}\p{Pi}]*(?:mrs?|ms|dr|prof|st|vs|nr|bzw|ca|(?!i\.)\p{L}|\d{1,2}|(?:\p{L}\.)+\p{L})\.$/iu;
const LOWER_CASE = /^["'\p{Ps}\p{Pi}]*\p{Ll}/u;

/** True if a sentence ends with `word`, which has its punctuation, when `next` follows. */
export function isSentenceEnd(word: string, next: string | undefined): boolean {
  if (FULL_WIDTH_END.test(word)) return true;
  if (!END.test(word) || ABBREVIATION.test(word)) return false;
  return next === undefined || !LOWER_CASE.test(next);
}
