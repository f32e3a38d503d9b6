/** Counts the members of `wanted` that are missing in `there`, with repetitions. */
export function countMissing(there: readonly string[], wanted: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const packet of there) counts.set(packet, (counts.get(packet) ?? 0) + 1);
  let missing = 0;
  for (const packet of wanted) {
    const count = counts.get(packet) ?? 0;
    if (count === 0) missing += 1;
    else counts.set(packet, count - 1);
  }
  return missing;
}
