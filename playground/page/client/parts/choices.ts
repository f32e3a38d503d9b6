/** An entry of a select. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string | undefined;
  /** What stands before the label: an emoji, or a sign of its kind. */
  readonly sign: string;
}

/** How many entries may be chosen. */
export interface ChoiceLimits {
  readonly least: number;
  readonly most: number;
}

/**
 * The chosen values after one was pressed. Where only one may be chosen, it replaces the other, and goes by a second press if
 * none is enough; else it is added or taken away within the most.
 */
export function toggleChoice(
  chosen: readonly string[],
  value: string,
  { least, most }: ChoiceLimits,
): readonly string[] {
  const others = chosen.filter((other) => other !== value);
  if (most === 1) return chosen.includes(value) && least === 0 ? [] : [value];
  if (chosen.includes(value)) return others;
  return chosen.length < most ? [...chosen, value] : chosen;
}
