const DAY_MS = 86_400_000;

/** The day of a time in milliseconds since 1970, as `YYYY-MM-DD` in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** When the day of a time ends and budgets reset: the next midnight in UTC, in milliseconds since 1970. */
export function endOfDayMs(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}

/** The day before the one of a time. */
export function dayBefore(ms: number): string {
  return dayOf(ms - DAY_MS);
}
