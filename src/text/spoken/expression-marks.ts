import { type SpokenParts, withRoundBrackets } from './spoken-parts.ts';

/** `[free text]` with a word in it, as the speech service documents its expressions; `[x]` and `[1]` are none. */
const MARK = / ?\[((?=[^[\]\n]*\p{L}[^[\]\n]*\p{L})[^[\]［］\n\p{Co}]{1,60})\]|[.!?。！？\n]/gu;
/** Most expressions of a sentence that the service takes. */
const MAX_MARKS = 3;

/**
 * A text in which parts stand for expression marks, so that only they keep square brackets: at most three a sentence, the
 * rest are left out. Where `keep` is false there are none, and all brackets become round.
 */
export function protectMarks(text: string, parts: SpokenParts, keep: boolean): string {
  if (!keep) return withRoundBrackets(text);
  let marks = 0;
  const marked = text.replace(MARK, (whole, inner: string | undefined) => {
    marks = inner === undefined ? 0 : marks + 1;
    if (inner === undefined) return whole;
    return marks > MAX_MARKS
      ? ''
      : (whole.startsWith(' ') ? ' ' : '') + parts.add({ kind: 'mark', text: whole.trim() });
  });
  return withRoundBrackets(marked);
}
