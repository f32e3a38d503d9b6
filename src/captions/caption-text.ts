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
  const words = text.split(' ').flatMap((word) => splitWord(word, maxLength));
  return joinUpTo(words, ' ', maxLength);
}

/** A word that is too long, as in languages without spaces, is cut between characters. */
function splitWord(word: string, maxLength: number): string[] {
  if (sanitizedLength(word) <= maxLength) return [word];
  return joinUpTo(word, '', maxLength);
}

/** Joins parts in order as long as the result has at most `maxLength`; a part alone may have more. Takes linear time. */
function joinUpTo(parts: Iterable<string>, separator: '' | ' ', maxLength: number): string[] {
  const joined: string[] = [];
  let current = '';
  let currentLength = 0;
  for (const part of parts) {
    const partLength = sanitizedLength(part);
    const longerLength = currentLength + separator.length + partLength;
    if (current === '' || longerLength > maxLength) {
      if (current !== '') joined.push(current);
      current = part;
      currentLength = partLength;
    } else {
      current += separator + part;
      currentLength = longerLength;
    }
  }
  return current === '' ? joined : [...joined, current];
}
