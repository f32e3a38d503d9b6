import type { SpokenMessages } from './spoken-words.ts';

/** Seconds of the units of relative times, the largest first, each said from one of it on. */
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
/** Largest time of a JavaScript date, in seconds (ECMAScript, "Time Values and Time Range"). */
const MAX_SECONDS = 8.64e12;

/** Intl's options for Discord's styles (Discord API reference, "Timestamp Styles"); `f` is the default. */
const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'long' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'long', timeStyle: 'short' },
  S: { dateStyle: 'long', timeStyle: 'medium' },
};

/**
 * A Discord timestamp in words. Discord shows each person their own time zone, which listeners of one voice do not share:
 * so times of day are said in UTC, and say so. Relative times need none. '' for a time that no calendar has.
 */
export function sayTimestamp(
  unixS: number,
  style: string | undefined,
  { locale, inUtc }: SpokenMessages,
  nowMs: number,
): string {
  if (Math.abs(unixS) > MAX_SECONDS) return '';
  if (style === 'R') return sayRelative(unixS - nowMs / 1_000, locale);
  const options = STYLES[style ?? 'f'] ?? {};
  const time = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(unixS * 1_000);
  return 'timeStyle' in options ? inUtc({ time }) : time;
}

function sayRelative(seconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least * 0.95) ?? (['second', 1] as const);
  return format.format(Math.round(seconds / length), unit);
}
