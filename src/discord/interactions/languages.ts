import { UserError } from '../../errors.ts';
import { CATALOGUES } from '../../messages/catalogues.ts';
import type { Messages } from '../../messages/messages.ts';
import { sanitize, truncate } from '../client/replies.ts';
import type { Choice } from './command.ts';

/** Discord's bound on the choices of one autocomplete. */
const MAX_CHOICES = 25;

/** ISO 639-1 codes of languages that speech recognition commonly supports; the most spoken ones first. */
const CODES = [
  ...['en', 'zh', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'uk', 'ar', 'hi', 'tr', 'vi', 'id'],
  ...['th', 'sv', 'cs', 'el', 'ro', 'hu', 'da', 'fi', 'no', 'he', 'fa', 'bn', 'ta', 'te', 'mr', 'ur', 'pa', 'gu'],
  ...['kn', 'ml', 'ms', 'tl', 'sk', 'sl', 'hr', 'sr', 'bg', 'lt', 'lv', 'et', 'ca', 'gl', 'eu', 'cy', 'ga', 'is'],
  ...['af', 'sw', 'az', 'hy', 'ka', 'kk', 'mk', 'mn', 'ne', 'be', 'bs', 'sq', 'mt', 'si', 'km', 'lo', 'my', 'am'],
] as const;

/** What a member entered is quoted up to this length, in UTF-16 units. */
const MAX_QUOTED_LENGTH = 40;

/** What a code looks like that is not in the list: two or three letters, optionally a script or a region. */
const CODE = /^([a-z]{2,3})(-[a-z0-9]{2,8})*$/;

/** The codes that the speech service takes, which are in lower case. */
const ISO_639_1 = /^[a-z]{2}$/;

/**
 * At most 25 languages, named in the catalogue's, whose code or name starts with `typed`; then those that contain it. Names
 * in their own language count, and in each language that has a catalogue.
 */
export function languageChoices(typed: string, { format }: Pick<Messages, 'format'>): Choice[] {
  const wanted = typed.trim().toLowerCase();
  const known = CODES.map((code) => ({ code, labels: labelsOf(code) }));
  const starting = known.filter(({ labels }) => labels.some((label) => label.startsWith(wanted)));
  const containing = known.filter(({ labels }) => labels.some((label) => label.includes(wanted)));
  const found = [...new Set([...starting, ...containing])].slice(0, MAX_CHOICES);
  return found.map(({ code }) => ({ name: `${format.language(code)} (${code})`, value: code }));
}

/**
 * The ISO 639-1 code of what a member entered in a language option: a choice of the autocomplete, a code, or a name. A
 * region is left out.
 * @throws {UserError} when it is none of them.
 */
export function resolveLanguage(entered: string, { interactions }: Messages): string {
  const wanted = entered.trim().toLowerCase();
  const code = CODES.find((candidate) => labelsOf(candidate).includes(wanted));
  if (code !== undefined) return code;
  const other = iso6391Of(wanted);
  if (other !== undefined && CATALOGUES['en-US'].format.language(other).toLowerCase() !== other) return other;
  throw new UserError(interactions.unknownLanguage({ entered: sanitize(truncate(entered, MAX_QUOTED_LENGTH)) }));
}

/** The two letters of a code; of one with three letters if it has two as well (`deu`). */
function iso6391Of(entered: string): string | undefined {
  const base = CODE.exec(entered)?.[1];
  const short = base?.length === 3 ? Intl.getCanonicalLocales(base)[0] : base;
  return short !== undefined && ISO_639_1.test(short) ? short : undefined;
}

/** What people may call a language, in lower case. */
const LABELS: ReadonlyMap<string, readonly string[]> = new Map(CODES.map((code) => [code, labelsFor(code)]));

function labelsOf(code: string): readonly string[] {
  return LABELS.get(code) ?? [];
}

function labelsFor(code: string): string[] {
  const own = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  const names = Object.values(CATALOGUES).map(({ format }) => format.language(code));
  return [...new Set([code, own, ...names])].map((label) => label.toLowerCase());
}
