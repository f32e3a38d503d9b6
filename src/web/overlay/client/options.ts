/** The options in the page's query string. Pure: the server reads them too, so that the first paint is right. */

export const FACES = ['page', 'obs'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export const FONTS = ['system', 'hyperlegible', 'opendyslexic'] as const;
export const ALIGNS = ['left', 'center', 'right'] as const;

/** Numbers that the query string may have, both ends included. Sizes in CSS pixels, times in seconds. */
export const RANGES = {
  lines: { min: 1, max: 5_000 },
  size: { min: 12, max: 200 },
  delay: { min: 0, max: 120 },
  fade: { min: 1, max: 600 },
} as const;

/** What the page shows and how. `undefined` where the query string says nothing, or nothing valid. */
export interface Options {
  readonly face: (typeof FACES)[number];
  readonly theme: (typeof THEMES)[number] | undefined;
  readonly font: (typeof FONTS)[number] | undefined;
  readonly align: (typeof ALIGNS)[number] | undefined;
  /** How many lines are shown. */
  readonly lines: number | undefined;
  /** Text size in CSS pixels. */
  readonly size: number | undefined;
  /** `#rrggbb` or `#rrggbbaa`, in lower case. */
  readonly color: string | undefined;
  /** The same, or `transparent`. */
  readonly background: string | undefined;
  /** Ids of the speakers whose lines are shown; empty: everyone's. */
  readonly who: readonly string[];
  /** Seconds by which everything is shown later. */
  readonly delay: number | undefined;
  /** Seconds after which a line fades from the face for OBS. */
  readonly fade: number | undefined;
  /** The language asked for, as it was written. */
  readonly lang: string | undefined;
}

/** The options, and the names of those that were not valid. */
export interface ParsedOptions {
  readonly options: Options;
  readonly invalid: readonly string[];
}

/** Longer than a name in Discord (32 characters) with room for what looks like one. */
const MAX_ID_LENGTH = 100;
const MAX_SPEAKERS = 50;
const HEX_COLOR = /^#?(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;

/** Reads a query string. What is missing or empty is no fault; what can't be read is ignored and named. */
export function parseOptions(query: URLSearchParams): ParsedOptions {
  const invalid: string[] = [];
  const read = <T>(name: string, parse: (value: string) => T | undefined): T | undefined => {
    const value = query.get(name)?.trim() ?? '';
    if (value === '') return undefined;
    const parsed = parse(value);
    if (parsed === undefined) invalid.push(name);
    return parsed;
  };
  const number = (name: keyof typeof RANGES, isWhole: boolean): number | undefined =>
    read(name, (value) => parseNumber(value, RANGES[name], isWhole));
  const options: Options = {
    face: read('face', oneOf(FACES)) ?? 'page',
    theme: read('theme', oneOf(THEMES)),
    font: read('font', oneOf(FONTS)),
    align: read('align', oneOf(ALIGNS)),
    lines: number('lines', true),
    size: number('size', false),
    color: read('color', parseColor),
    background: read('background', (value) =>
      value.toLowerCase() === 'transparent' ? 'transparent' : parseColor(value),
    ),
    who: parseSpeakers(query.getAll('who')),
    delay: number('delay', false),
    fade: number('fade', false),
    lang: read('lang', (value) => (LANGUAGE.test(value) ? value : undefined)),
  };
  return { options, invalid };
}

/** The query string of options, without those that say nothing; colours without `#`, which would need to be escaped. */
export function formatOptions(options: Options): URLSearchParams {
  const query = new URLSearchParams();
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) query.append(name, String(value));
  };
  if (options.face !== 'page') add('face', options.face);
  for (const name of ['lines', 'size', 'align', 'font', 'theme', 'delay', 'fade', 'lang'] as const)
    add(name, options[name]);
  for (const name of ['color', 'background'] as const) add(name, options[name]?.replace('#', ''));
  for (const id of options.who) add('who', id);
  return query;
}

/** Ids of speakers, each once. */
export function parseSpeakers(ids: readonly string[]): string[] {
  const read = ids.map((id) => id.trim().slice(0, MAX_ID_LENGTH)).filter((id) => id !== '');
  return [...new Set(read)].slice(0, MAX_SPEAKERS);
}

/** Whether a speaker's lines are shown. Anybody may be called as somebody else is, so names don't count. */
export function isShown(speakerId: string, who: readonly string[]): boolean {
  return who.length === 0 || who.includes(speakerId);
}

function oneOf<T extends string>(values: readonly T[]): (value: string) => T | undefined {
  return (value) => values.find((known) => known === value.toLowerCase());
}

function parseNumber(
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
  isWhole: boolean,
): number | undefined {
  const isWritten = isWhole ? /^\d{1,5}$/.test(value) : /^\d{1,5}(?:\.\d{1,3})?$/.test(value);
  const number = Number(value);
  return isWritten && number >= min && number <= max ? number : undefined;
}

/** `#rrggbb` or `#rrggbbaa` of a colour with three, four, six or eight hexadecimal digits. */
function parseColor(value: string): string | undefined {
  if (!HEX_COLOR.test(value)) return undefined;
  const digits = value.replace('#', '').toLowerCase();
  return `#${digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}
