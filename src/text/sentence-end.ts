/** Ends a sentence in every language, whatever follows. */
const FULL_WIDTH_END = /[。．｡！？]\p{Pe}*\p{Pf}*$/u;
const END = /[.!?…‽؟۔।॥]["'\p{Pe}\p{Pf}]*$/u;
/**
 * A title or another shortened word of the languages with such words, an initial, an ordinal as in German dates, or letters
 * as in `e.g.`: its full stop ends no sentence. Without those that are words of their own or often come last, such as
 * `no.`, `art.` and `etc.`.
 */
const ABBREVIATION =
  /^["'\p{Ps}\p{Pi}]*(?:mrs?|ms|mx|mm|mme|mlle|drs?|dra|profa?|sra?|srs|sres|srta|jr|ste?|vs|nr|núm|pág|vol|fig|approx|tel|str|bzw|ca|evtl|ggf|inkl|vgl|mio|mrd|av|(?!i\.)\p{L}|\d{1,2}|(?:\p{L}\.)+\p{L})\.$/iu;
const LOWER_CASE = /^["'\p{Ps}\p{Pi}]*\p{Ll}/u;

/** True if a sentence ends with `word`, which has its punctuation, when `next` follows. */
export function isSentenceEnd(word: string, next: string | undefined): boolean {
  if (FULL_WIDTH_END.test(word)) return true;
  if (!END.test(word) || isAbbreviation(word)) return false;
  return next === undefined || !LOWER_CASE.test(next);
}

/** True if `word`, which has its punctuation, is shortened, so that what follows belongs to it. */
export function isAbbreviation(word: string): boolean {
  return ABBREVIATION.test(word);
}
