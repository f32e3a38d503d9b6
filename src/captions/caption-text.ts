/** What may be escaped with one more character to make it harmless: all but letters, marks, digits and white space. */
const MAYBE_ESCAPED = /[^\p{L}\p{M}\p{N}\s]/gu;

/** The most characters that a text can have once every character that could mean something to Discord is escaped. */
export function sanitizedLength(text: string): number {
  return text.length + (text.match(MAYBE_ESCAPED)?.length ?? 0);
}

/** A transcript's text on one line; empty when there is nothing to read. */
export function toCaptionText(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Cuts a text into pieces of at most `maxLength` as `sanitizedLength` counts, between words where there are any. */
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

/** As it is when it fits; languages without spaces are cut between characters. */
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
