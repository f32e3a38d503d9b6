/** Marks that call a proxy bot are hardly longer: a word or brackets on each side. */
const MAX_MARKS = 12;

const STARTS = /^[\p{L}\p{N}]/u;
const ENDS = /[\p{L}\p{N}]$/u;

/** A text as it is compared. */
export function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/** Whether a plain text has the words. Some marks stand directly at a word. */
export function isPartOf(words: string, text: string): boolean {
  return text.startsWith(words) || text.endsWith(words) || beside(text, words).length > 0;
}

/** How many characters a plain text has besides the words, if that is one mark on each side at most; else `undefined`. */
export function marksIn(text: string, words: string): number | undefined {
  const marked = beside(text, words).filter((sides) => sides.every((side) => !side.trim().includes(' ')));
  const lengths = marked.map((sides) => sides.reduce((sum, side) => sum + side.trim().length, 0));
  return lengths.find((length) => length <= MAX_MARKS);
}

/** What is before and after the words, each time that they are not parts of longer ones. */
function beside(text: string, words: string): [before: string, after: string][] {
  if (words === '') return [['', text]];
  const found: [string, string][] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + words.length)];
    const isPart = (ENDS.test(before) && STARTS.test(words)) || (STARTS.test(after) && ENDS.test(words));
    if (!isPart) found.push([before, after]);
  }
  return found;
}
