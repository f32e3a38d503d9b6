import { bold } from '@discordjs/formatters';

/** The plural categories of whole numbers in each language that the catalogues are written in, as Intl.PluralRules has them. */
export const PLURAL_CATEGORIES = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  fr: ['one', 'many', 'other'],
  es: ['one', 'many', 'other'],
  pt: ['one', 'many', 'other'],
  ja: ['other'],
  ko: ['other'],
  zh: ['other'],
} as const satisfies Readonly<Record<string, readonly Intl.LDMLPluralRule[]>>;

/** Languages that write no space between sentences. */
const UNSPACED: ReadonlySet<string> = new Set<LanguageTag>(['ja', 'zh']);

/** A language that catalogues are written in, as the subtag of BCP 47. */
export type LanguageTag = keyof typeof PLURAL_CATEGORIES;

/** How numbers, lists and times are written in one language. All of it comes from Intl. */
export interface Format {
  /** `1,234.5`; at most one digit after the point unless `fractionDigits` says otherwise. */
  readonly number: (value: number, fractionDigits?: number) => string;
  /** A share of 1 as percent: 0.123 is `12.3%`. */
  readonly percent: (share: number) => string;
  /** `a, b, and c`. */
  readonly list: (items: readonly string[]) => string;
  /** `a, b, or c`. */
  readonly alternatives: (items: readonly string[]) => string;
  /** Names of permissions, as texts insert them; `list` has them in bold. */
  readonly permissions: (names: readonly string[]) => {
    readonly permissions: string;
    readonly count: number;
    readonly list: string;
  };
  /** Sentences as one paragraph. */
  readonly sentences: (sentences: readonly string[]) => string;
  /** The name of a language by its code, or the code itself where it has none. */
  readonly language: (code: string) => string;
  /** `1 hr, 5 min`; rounded to whole seconds, without the units that are zero. */
  readonly duration: (ms: number) => string;
  /** A day such as `November 22, 2026`, in UTC. */
  readonly date: (atMs: number) => string;
  /** A size such as `1.5 MB`, in the largest unit that is at least 1; a unit is 1,024 of the one below, as in Discord. */
  readonly bytes: (count: number) => string;
  /** The same of a limit: rounded down, so that what is within the shown size is within the limit. */
  readonly sizeLimit: (count: number) => string;
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Makes the format of a language. */
export function createFormat(locale: LanguageTag): Format {
  const and = onFirstUse(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const or = onFirstUse(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  const percents = onFirstUse(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const dates = onFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
  const number = (value: number, fractionDigits = 1): string =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits }).format(value);
  return {
    number,
    percent: (share) => percents().format(share),
    list: (items) => and().format(items),
    alternatives: (items) => or().format(items),
    permissions: (names) => ({
      permissions: and().format(names),
      count: names.length,
      list: and().format(names.map((name) => bold(name))),
    }),
    sentences: (sentences) => sentences.join(UNSPACED.has(locale) ? '' : ' '),
    language: (code) => language(locale, code),
    duration: (ms) => duration(locale, Math.round(ms / 1_000)),
    date: (atMs) => dates().format(atMs),
    bytes: (count) => bytes(locale, count, {}),
    sizeLimit: (count) => bytes(locale, count, { roundingMode: 'floor' }),
  };
}

/** Makes a formatter when it is needed: those of all languages would take 30 ms of every start. */
function onFirstUse<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | undefined;
  return () => (made ??= make());
}

function language(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function bytes(locale: string, count: number, rounding: Intl.NumberFormatOptions): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
    ...rounding,
  }).format(count / 1_024 ** power);
}

function duration(locale: string, totalS: number): string {
  const units = [
    ['hour', Math.floor(totalS / 3_600)],
    ['minute', Math.floor((totalS % 3_600) / 60)],
    ['second', totalS % 60],
  ] as const;
  const shown = units.filter(([, value]) => value > 0);
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
    (shown.length === 0 ? [['second', 0] as const] : shown).map(([unit, value]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    ),
  );
}
