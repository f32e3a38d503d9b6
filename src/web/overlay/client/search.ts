/** Finds words in captions. Pure. */

/** A match: a stretch of a line's words or of its speaker's name, in UTF-16 units. */
export interface Match {
  readonly lineId: string;
  readonly part: 'speaker' | 'text';
  readonly start: number;
  readonly end: number;
}

/** What is searched of a line. */
interface Searched {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
}

/** Counted and marked at most; what is more common than that helps nobody. */
export const MAX_MATCHES = 1_000;

/** All places of `words` in the lines and in the names beside them, in order. Upper and lower case are alike. */
export function findMatches(lines: readonly Searched[], words: string): Match[] {
  const wanted = words.trim().replaceAll(/\s+/g, ' ');
  if (wanted === '') return [];
  // Not by lowered texts: `İ` gets longer by that, and the places would be off.
  const pattern = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+'), 'giu');
  const matches: Match[] = [];
  for (const line of lines) {
    for (const part of ['speaker', 'text'] as const) {
      for (const { index, 0: found } of line[part].matchAll(pattern)) {
        matches.push({ lineId: line.id, part, start: index, end: index + found.length });
        if (matches.length === MAX_MATCHES) return matches;
      }
    }
  }
  return matches;
}

/** The match that stays current when the matches change: the same one, or the last where it is gone. */
export function keepPlace(matches: readonly Match[], current: Match | undefined): number {
  const same = matches.findIndex(
    ({ lineId, part, start }) => lineId === current?.lineId && part === current.part && start === current.start,
  );
  return same < 0 ? matches.length - 1 : same;
}
