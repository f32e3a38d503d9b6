/**
 * Puts parts into the places of a text that is drawn, not spoken: `fill('{person} used {command}', { person, command })`.
 * Every language orders them as it likes. A place without a part stays as it is.
 */
export function fill<Part>(text: string, parts: Readonly<Record<string, Part>>): readonly (Part | string)[] {
  return text
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{') ? (parts[piece.slice(1, -1)] ?? piece) : piece));
}
