/**
 * Words that begin a clause: conjunctions, relative pronouns, and the English pronouns that are never an object. Where a
 * text lacks punctuation, they show where it could be read with a pause.
 *
 * One table for all languages, since the language of captions is unknown. It is short on purpose: only frequent words that
 * hardly mean anything else in any of these languages. German articles (`der`, `die`, `das`), which are relative pronouns
 * too, French `car`, Italian and Portuguese `se` and Portuguese `o` are left out for that reason. Other languages are
 * divided by length, pauses, punctuation and short words alone.
 */
const CLAUSE_WORDS: readonly RegExp[] = [
  /^(?:and|but|or|because|when|where|while|before|after|until|that|which|who|what|how|why|if|unless|although|though|so|then|i|he|she|we|they)$/,
  /^(?:und|oder|aber|denn|sondern|weil|wenn|dass|ob|wo|als|während|obwohl|damit|bevor|nachdem)$/,
  /^(?:et|ou|où|mais|que|qui|quand|parce|puisque|lorsque|dont|donc|puis)$/,
  /^(?:y|pero|porque|cuando|que|donde|mientras|aunque|pues|sino|quien)$/,
  /^(?:e|mas|quando|onde|enquanto|embora|quem)$/,
];

/** French `qu'il`, `lorsqu'on` and `puisqu'elle` lose the end of the word. */
const ELIDED = new Set(['qu', 'lorsqu', 'puisqu']);

/** A word without the punctuation around it, and apart from what follows an apostrophe, as in `that's`. */
const WORD = /^["'\p{Ps}\p{Pi}¿¡]*(\p{L}+)(['’]\p{L}*)?/u;
const LETTER_AT_END = /\p{L}$/u;

/** True if the word is one that begins a clause in English, German, French, Spanish or Portuguese. */
export function beginsClause(word: string): boolean {
  const [, letters = '', rest] = WORD.exec(word) ?? [];
  const key = letters.toLowerCase();
  return CLAUSE_WORDS.some((words) => words.test(key)) || (rest !== undefined && ELIDED.has(key));
}

/** True if the word begins a clause, or is the beginning of one, so that no line may end with it. */
export function leadsIntoClause(word: string): boolean {
  return LETTER_AT_END.test(word) && beginsClause(word);
}
