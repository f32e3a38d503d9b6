/** What stands in a text for something that is not read as written. */
export type SpokenPart =
  /** Read within its sentence: a name, a date, inline code. */
  | { readonly kind: 'inline'; readonly text: string }
  /** An expression mark of the speech service, which is not said. */
  | { readonly kind: 'mark'; readonly text: string }
  /** A single character that is no markup. */
  | { readonly kind: 'literal'; readonly text: string }
  /** Read with a pause before and after it; equal ones in a row once. */
  | { readonly kind: 'apart' | 'spoiler'; readonly text: string }
  /** Read apart; equal ones in a row once, with their number. */
  | { readonly kind: 'emoji'; readonly text: string }
  | { readonly kind: 'gif' }
  /** `site` such as `youtube.com`. */
  | { readonly kind: 'link'; readonly site: string };

/** Private-use characters of planes 15 and 16: one for each part. */
const FIRST_CODE = 0xf_0000;
/** Most parts of a text; later ones are left out. */
const MAX_PARTS = 0xfffd;

/** A private-use character, so also any part. Without the flag `g`: see `PARTS`. */
export const PART = /\p{Co}/u;

/**
 * The parts of one text. Each stands in the text as a single private-use character, so that no later step takes the words
 * of one for markup. The text must have no other private-use characters: see `withoutParts`.
 */
export class SpokenParts {
  readonly #parts: SpokenPart[] = [];

  /** The character that stands for the part. */
  add(part: SpokenPart): string {
    if (this.#parts.length >= MAX_PARTS) return '';
    this.#parts.push(part);
    return String.fromCodePoint(FIRST_CODE + this.#parts.length - 1);
  }

  /** The part for which a character stands. */
  get(char: string): SpokenPart | undefined {
    return this.#parts[(char.codePointAt(0) ?? 0) - FIRST_CODE];
  }
}

/** A text without private-use characters, which nobody can see or say. Spaces take their place, so that what they keep apart never becomes markup. */
export function withoutParts(text: string): string {
  return text.replace(/\p{Co}+/gu, ' ');
}

/** Square brackets as round ones: the speech service reads `[free text]` as an expression, and says nothing. */
export function withRoundBrackets(text: string): string {
  return text.replace(/[[［]/g, '(').replace(/[\]］]/g, ')');
}
