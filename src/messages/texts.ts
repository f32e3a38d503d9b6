import { type Formatters, IntlMessageFormat } from 'intl-messageformat';

/** The words of a language as in its file: texts in ICU MessageFormat, by topic. */
export interface Words {
  readonly [key: string]: string | Words;
}

/** The type of words whose texts have the type `Texts`: all are as they are written, with `{name}` where a value goes. */
export type Patterns<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string | ((values: never) => string)
    ? string
    : Patterns<Texts[Key]>;
};

type Values = Readonly<Record<string, string | number>>;

/** A `{` that begins something inserted; quoted ones are plain text. */
const INSERTED = /(?<!')\{/;
const QUOTED = /[{}]|''/;

/** How the texts of one language are written. */
interface Writing {
  /** A BCP 47 tag. */
  readonly locale: string;
  readonly formatters: Formatters;
}

/**
 * Makes the texts of a language: those in which something is inserted, in this language or in English, are functions of it.
 * Each is parsed when it is first needed. `locale` is a BCP 47 tag. `Texts` is the type that `npm run words` makes of the
 * words, which tests hold to be alike in all languages.
 */
export function createTexts<Texts>(words: Words, english: Words, locale: string): Texts {
  return textsOf(words, english, { locale, formatters: createFormatters(locale) }) as Texts;
}

/** A text into which not words are inserted, but what a page draws: its pieces, in the order of the language. */
export function textInPieces<Name extends string, Piece extends object>(
  text: (values: Readonly<Record<Name, string>>) => string,
  values: Readonly<Record<Name, Piece>>,
): readonly (string | Piece)[] {
  // Objects are left as they are, and the words around them with them.
  const write = text as unknown as (values: object) => string | readonly (string | Piece)[];
  return [write(values)].flat();
}

function textsOf(words: Words, english: Words, writing: Writing): object {
  const entries = Object.entries(words).map(([key, word]) => {
    const model = english[key];
    if (typeof word !== 'string') return [key, textsOf(word, typeof model === 'object' ? model : {}, writing)];
    const isPlain = !INSERTED.test(word) && !(typeof model === 'string' && INSERTED.test(model));
    return [key, isPlain ? plainText(word, writing) : textWithValues(word, writing)];
  });
  return Object.fromEntries(entries) as object;
}

function plainText(pattern: string, writing: Writing): string {
  return QUOTED.test(pattern) ? formatOf(pattern, writing)({}) : pattern;
}

function textWithValues(pattern: string, writing: Writing): (values: Values) => string {
  let format: ((values: Values) => string) | undefined;
  return (values) => {
    format ??= formatOf(pattern, writing);
    return format(values);
  };
}

function formatOf(pattern: string, { locale, formatters }: Writing): (values: Values) => string {
  const format = new IntlMessageFormat(pattern, locale, undefined, { ignoreTag: true, formatters });
  return (values) => format.format(values) as string;
}

/** Numbers in texts have at most one digit after the point, as `Format.number` writes them. */
function createFormatters(locale: string): Formatters {
  let numbers: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  return {
    getNumberFormat: () => (numbers ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })),
    getPluralRules: () => (plurals ??= new Intl.PluralRules(locale)),
    // No text has a date: the code writes them in Discord's markup.
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
  };
}
