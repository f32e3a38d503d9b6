import type { OfferedCommand } from './offered-commands.ts';

/** Letters from which on descriptions are searched, too: fewer are in nearly all of them. */
const FEWEST_LETTERS = 3;

/**
 * The commands that somebody may mean who has typed `/` and some letters, best first: by the shown name, by the canonical
 * one, by each word's beginning, inside a name, in the description. All of them for `/` alone.
 */
export function searchCommands(commands: readonly OfferedCommand[], typed: string): OfferedCommand[] {
  const wanted = normalized(typed);
  const ranked = commands.flatMap((command) => {
    const rank = rankOf(command, wanted);
    return rank === undefined ? [] : [{ command, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command);
}

function rankOf({ path, shownPath, description }: OfferedCommand, wanted: string): number | undefined {
  const shown = shownPath.toLowerCase();
  const names = [shown, path];
  if (shown.startsWith(wanted)) return 0;
  if (path.startsWith(wanted)) return 1;
  const beginnings = wanted.split(' ');
  const isBegun = (name: string): boolean => {
    const words = name.split(/[ _-]/u);
    return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
  };
  if (names.some(isBegun)) return 2;
  if (names.some((name) => name.includes(wanted))) return 3;
  if (wanted.length < FEWEST_LETTERS) return undefined;
  return ` ${description.toLowerCase()}`.includes(` ${wanted}`) ? 4 : undefined;
}

function normalized(typed: string): string {
  return typed.replace(/^\//u, '').trim().replace(/\s+/gu, ' ').toLowerCase();
}
