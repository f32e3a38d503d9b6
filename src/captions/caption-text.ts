/** Characters that sanitizing may escape with one more: all but letters, marks, digits and white space. */
const MAYBE_ESCAPED = /[^\p{L}\p{M}\p{N}\s]/gu;

/** The most characters that a text can have after sanitizing, which escapes what Discord could take for markup. */
export function sanitizedLength(text: string): number {
  return text.length + (text.match(MAYBE_ESCAPED)?.length ?? 0);
}

/** A transcript's text on one line; empty if it has no text. */
export function toCaptionText(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Cuts a text into pieces of at most `maxLength` by `sanitizedLength`, between words where possible. */
export function splitText(text: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const word of text.split(' ').flatMap((each) => splitWord(each, maxLength))) {
    const longer = piece === '' ? word : `${piece} ${word}`;
    if (piece !== '' && sanitizedLength(longer) > maxLength) {
      pieces.push(piece);
      piece = word;
    } else piece = longer;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** A word that is too long, as in languages without spaces, is cut between characters. */
function splitWord(word: string, maxLength: number): string[] {
  if (sanitizedLength(word) <= maxLength) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (sanitizedLength(part + character) > maxLength) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
