const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Units of relative times with their length in seconds, from the longest; a year and a month are means. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * DAY_S],
  ['month', 30.44 * DAY_S],
  ['day', DAY_S],
  ['hour', HOUR_S],
  ['minute', MINUTE_S],
  ['second', 1],
];

/** Styles of Discord's timestamps: https://docs.discord.com/developers/reference#message-formatting-timestamp-styles. */
const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/** A time in words from now, as “5 minutes ago”; times in milliseconds since 1970. */
export function relativeTime(locale: string, timeMs: number, nowMs: number): string {
  const seconds = Math.round((timeMs - nowMs) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  const numeric = seconds === 0 ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(locale, { numeric }).format(Math.trunc(seconds / length), unit);
}

/** Milliseconds until the words of {@link relativeTime} change, at the latest. */
export function untilNextChange(timeMs: number, nowMs: number): number {
  const seconds = Math.abs(timeMs - nowMs) / 1000;
  if (seconds < MINUTE_S + 1) return 1000;
  return (seconds < HOUR_S + MINUTE_S ? 10 : MINUTE_S) * 1000;
}

/** A timestamp of Discord in one of its styles; an unknown style is as `f`. */
export function formatTimestamp(locale: string, timeMs: number, style: string, nowMs: number): string {
  if (!isTime(timeMs)) return '';
  if (style === 'R') return relativeTime(locale, timeMs, nowMs);
  return new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES['f']).format(timeMs);
}

/** When a message was written: the time today, “yesterday” with the time, else date and time. */
export function messageTime(locale: string, timeMs: number, nowMs: number): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(timeMs);
  const days = daysBetween(timeMs, nowMs);
  if (days === 0) return time;
  if (days > 1 || days < 0)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(timeMs);
  return `${new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day')} ${time}`;
}

/** The line between two days. */
export function dayName(locale: string, timeMs: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(timeMs);
}

/** Days from one time to another by the calendar of this machine. */
export function daysBetween(fromMs: number, toMs: number): number {
  return Math.round((startOfDay(toMs) - startOfDay(fromMs)) / (DAY_S * 1000));
}

function startOfDay(timeMs: number): number {
  return new Date(timeMs).setHours(0, 0, 0, 0);
}

/** The machine-readable form for `<time datetime>`; `undefined` for what no calendar has. */
export function isoTime(timeMs: number): string | undefined {
  return isTime(timeMs) ? new Date(timeMs).toISOString() : undefined;
}

/** Dates reach 8.64e15 ms to either side of 1970 (ECMAScript). */
function isTime(timeMs: number): boolean {
  return Math.abs(timeMs) <= 8.64e15;
}

/** Length of a recording as minutes and seconds: `0:05`, `12:34`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(Math.floor(seconds), 0);
  return `${Math.floor(whole / MINUTE_S)}:${String(whole % MINUTE_S).padStart(2, '0')}`;
}
