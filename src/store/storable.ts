/** PostgreSQL does not store NUL in a text, and neither database stores a lone surrogate. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
