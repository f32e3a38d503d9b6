/** Most letters that a mistyped word may differ in, as a share of its length. */
const MOST_DIFFERENT = 0.5;
const MOST_NAMES = 3;

/** The names that somebody may have meant by a word, the nearest first: those that begin with it, or differ in few letters. */
export function nearest(word: string, names: readonly string[]): string[] {
  const typed = word.toLowerCase();
  const most = Math.max(1, Math.floor(typed.length * MOST_DIFFERENT));
  return [...new Set(names)]
    .map((name) => {
      const candidate = name.toLowerCase();
      return { name, distance: candidate.startsWith(typed) ? 0 : distanceBetween(typed, candidate) };
    })
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** A sentence that names what may have been meant, with a space before it; or what there is; or nothing. */
export function hintAt(word: string, names: readonly string[]): string {
  const meant = nearest(word, names);
  if (meant.length > 0) return ` Did you mean ${meant.join(' or ')}?`;
  return names.length === 0 ? '' : ` There is: ${[...new Set(names)].join(', ')}.`;
}

/** Letters to insert, delete, replace or swap with the next one (Damerau and Levenshtein, each pair swapped once). */
function distanceBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          (rows[row - 1]?.[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
