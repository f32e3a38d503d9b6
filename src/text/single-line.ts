/** White space, control characters, and marks that change the direction of the text that follows in the file. */
const BREAKS = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of well-formed Unicode, without white space at its ends. */
export function toSingleLine(text: string): string {
  return text.toWellFormed().replace(BREAKS, ' ').trim();
}
