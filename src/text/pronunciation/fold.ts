/** A text without differences of case and width, and where each of its UTF-16 units comes from. */
export interface FoldedText {
  readonly folded: string;
  /** For each unit of `folded`, the index in the text of the character that it comes from; then the text's length. */
  readonly origins: readonly number[];
}

/** Letters and marks of full width, as Japanese and Chinese keyboards write them. */
const FULL_WIDTH = /[\uff01-\uff5e]/;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Folds a text for comparisons; a character can become several. */
export function foldText(text: string): FoldedText {
  const parts: string[] = [];
  const origins: number[] = [];
  let index = 0;
  for (const character of text) {
    const part = foldCharacter(character);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) origins.push(index);
    index += character.length;
  }
  origins.push(text.length);
  return { folded: parts.join(''), origins };
}

/**
 * Unicode's full case folding, except that the Turkish İ becomes a plain i: so the I and İ of capital letters match the i
 * of every language. The dotless ı stays itself, as in Unicode: it makes other Turkish words.
 */
function foldCharacter(character: string): string {
  if (character === 'ı') return character;
  if (character === 'İ') return 'i';
  if (character === '’') return "'";
  const narrow = FULL_WIDTH.test(character)
    ? String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET)
    : character;
  return narrow.toUpperCase().toLowerCase();
}
