/** PostgreSQL takes no NUL in a text, and neither database a lone surrogate. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
