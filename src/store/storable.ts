/** PostgreSQL does not store NUL in a text, and neither database stores a lone surrogate. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** Reads JSON that is stored in a column; `undefined` where it is damaged. The parser's own error would quote it. */
export function parseStored(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
