/** The parts of a transcript that captions show. */
export interface CaptionedText {
  readonly text: string;
  /** Where several people speak. */
  readonly turns?: readonly { readonly text: string }[];
}

/** Characters that sanitizing may escape with one more: all but letters, marks, digits and white space. */
const MAYBE_ESCAPED = /[^\p{L}\p{M}\p{N}\s]/gu;

/** The most characters that a text can have after sanitizing, which escapes what Discord could take for markup. */
export function sanitizedLength(text: string): number {
  return text.length + (text.match(MAYBE_ESCAPED)?.length ?? 0);
}

/** A transcript's text on one line, or with a line (`\n`) for each speaker turn; empty if it has no text. */
export function toCaptionText({ text, turns = [{ text }] }: CaptionedText): string {
  return turns
    .map((turn) => turn.text.replace(/\s+/gu, ' ').trim())
    .filter((turn) => turn !== '')
    .join('\n');
}

/**
 * Joins the texts of one person's clips. What the speakers of one clip say is not continued by the next clip, so that a text
 * of several speaker turns has its lines to itself.
 */
export function joinTextsOfClips(texts: readonly string[]): string {
  const parts = texts.filter((text) => text !== '');
  const separator = (before: string, after: string): string => (`${before}${after}`.includes('\n') ? '\n' : ' ');
  return parts
    .map((text, index) => (index === 0 ? text : `${separator(parts[index - 1] ?? '', text)}${text}`))
    .join('');
}

/** Cuts a text into pieces of at most `maxLength` by `sanitizedLength`, between words where possible. */
export function splitText(text: string, maxLength: number): string[] {
  const words = text.split(/(?<=[ \n])/).flatMap((word) => splitWord(word, maxLength));
  return joinUpTo(words, maxLength).map((piece) => piece.trimEnd());
}

/** A word that is too long, as in languages without spaces, is cut between characters. */
function splitWord(word: string, maxLength: number): string[] {
  return sanitizedLength(word.trimEnd()) <= maxLength ? [word] : joinUpTo(word, maxLength);
}

/**
 * Joins parts in order, each with the space or the line break that it ends with, as long as the result without the last of
 * these has at most `maxLength`; a part alone may have more. Takes linear time.
 */
function joinUpTo(parts: Iterable<string>, maxLength: number): string[] {
  const joined: string[] = [];
  let current = '';
  let currentLength = 0;
  for (const part of parts) {
    const partLength = sanitizedLength(part);
    const longerLength = currentLength + partLength - (part.endsWith(' ') || part.endsWith('\n') ? 1 : 0);
    if (current === '' || longerLength > maxLength) {
      if (current !== '') joined.push(current);
      current = part;
      currentLength = partLength;
    } else {
      current += part;
      currentLength += partLength;
    }
  }
  return current === '' ? joined : [...joined, current];
}
