import { english } from '../../messages/english.ts';
import { sayName } from './spoken-name.ts';

/** How a name sounds, as far as spelling tells. */
export interface NameSound {
  /** One for each way to read its letters; none when nothing of the name can be said. */
  readonly whole: ReadonlySet<string>;
  /** Of each of its words, and of words that follow each other; the whole name is one of them. */
  readonly parts: ReadonlySet<string>;
  /** Whether other words leave it recognizable: a single letter, or a single Chinese character, is part of many names. */
  readonly isHeardInOthers: boolean;
  /** The name and each of its words in small Latin letters, to look for names that are spelled so. */
  readonly spellings: ReadonlySet<string>;
}

/** Words, or single characters in scripts that write no spaces. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}\p{N}])+/gu;
const SPACED_WORD = /^[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}].+$/su;

/** Spellings that are read alike, each with one for all. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/th/g, 't'],
  [/c(?=[eiy])|z/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/(?<![cs])h(?![aeiouy])/g, ''],
  [/[ey]/g, 'i'],
  [/u/g, 'o'],
  [/(.)\1+/g, '$1'],
];

/**
 * How a name is read, to tell whether listeners could take one for another: `ADA`, `Ａｄа` (with a Cyrillic а), `xX_Ada_Xx`,
 * `Ádá (she/her)` and `Addah` sound alike. Letters of other scripts are written in Latin ones: as they are read, by
 * any-ascii, and as they look, by Unicode's confusables.
 */
export async function nameSound(name: string): Promise<NameSound> {
  const said = sayName(name, { words: english.spoken, emojiNames: { nameOf: () => '' } });
  // Their tables are large, and most processes never need them.
  const [{ default: anyAscii }, { default: unhomoglyph }] = await Promise.all([
    import('any-ascii'),
    import('unhomoglyph'),
  ]);
  const readings = [said, unhomoglyph(said)].map((text) => text.match(WORDS) ?? []);
  const latin = (words: readonly string[]): string =>
    anyAscii(words.join(''))
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
  const sounds = (words: readonly string[]): string => soundOf(latin(words));
  const [words = []] = readings;
  return {
    whole: new Set(readings.map(sounds).filter((sound) => sound !== '')),
    parts: new Set(readings.flatMap((each) => runsOf(each).map(sounds))),
    isHeardInOthers: words.length > 1 || words.some((word) => SPACED_WORD.test(word)),
    spellings: new Set(readings.flatMap((each) => [each, ...each.map((word) => [word])].map(latin)).filter(Boolean)),
  };
}

/** Whether both names sound alike. */
export function soundsLike(one: NameSound, other: NameSound): boolean {
  return one.whole.values().some((sound) => other.whole.has(sound));
}

/** Whether a name sounds like the other one, or has it in it: `Bo and Ada` has `Ada`. */
export function isHeardIn(name: NameSound, other: NameSound): boolean {
  return (
    soundsLike(name, other) || (other.isHeardInOthers && other.whole.values().some((sound) => name.parts.has(sound)))
  );
}

/** All words that follow each other, in each length. */
function runsOf(words: readonly string[]): string[][] {
  return words.flatMap((_word, start) =>
    words.slice(start).map((_last, length) => words.slice(start, start + length + 1)),
  );
}

function soundOf(spelling: string): string {
  return ALIKE.reduce((sound, [alike, one]) => sound.replaceAll(alike, one), spelling);
}
