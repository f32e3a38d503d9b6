import QuickLRU from 'quick-lru';

/** How a name sounds, as far as spelling tells. */
export interface NameSound {
  /** One for each way to read its letters; none where there are no letters or digits. */
  readonly whole: ReadonlySet<string>;
  /** Of its words and of words that follow each other, in scripts with spaces; the whole name is one of them. */
  readonly words: () => ReadonlySet<string>;
  /** The same of single characters in scripts without spaces and in Korean, and of what has both. */
  readonly characters: () => ReadonlySet<string>;
  /** Where it is heard in longer names: a short word or a single character is a part of many. */
  readonly isHeardIn: 'words' | 'characters' | 'nothing';
  /** The name and each of its words in small Latin letters, to look for names that are spelled so. */
  readonly spellings: ReadonlySet<string>;
}

/** Fewest letters of a name that is heard in a longer one. */
const MIN_LETTERS = 3;
/** Most words of it, or characters, which names in Discord have at most. */
const MAX_WORDS = 8;
const MAX_CHARACTERS = 32;
/** Sounds that are remembered: those of the listeners of some servers. */
const MAX_REMEMBERED = 5_000;

/** Scripts without spaces of which a letter is not even a syllable. */
const LETTERS = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const HAS_LETTERS = new RegExp(`[${LETTERS}]`, 'u');
/** All scripts without spaces, and Korean, where a title follows a name without one. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}${LETTERS}]`;
const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
/** `Ada2` and `imAda` are two words. */
const WORD = String.raw`\p{Lu}+(?!\p{Ll})|(?:\p{Lu}\p{M}*)?(?:(?!${UNSPACED}|\p{Lu})[\p{L}\p{M}])+|\p{N}+`;
const WORDS = new RegExp(`${UNSPACED}+|${WORD}`, 'gu');
const CHARACTERS = new RegExp(`${UNSPACED}|${WORD}`, 'gu');

/** Letters that some languages write with two others. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa' };
const NOT_LATIN = /[^a-z]+/giu;

/** Spellings that are read alike, each with one for all. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/ee/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/ph/g, 'f'],
  [/ch(?=[lnrst])|ck/g, 'k'],
  [/th/g, 't'],
  [/c(?=[eiy])|z(?=[eiy]|$)/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/(?<![cs])h(?![aeiouy])/g, ''],
  [/y|e(?=o$)/g, 'i'],
  [/(.)\1+/g, '$1'],
];

const remembered = new QuickLRU<string, NameSound>({ maxSize: MAX_REMEMBERED });

/**
 * How a name is read, to tell whether listeners could take one for another: `ADA`, `Ａｄа` (with a Cyrillic а), `Ádá` and
 * `Addah` sound alike. `said` is the name as it is spoken. Letters of other scripts are written in Latin ones: as they are
 * read, by any-ascii, and as they look, by Unicode's confusables.
 */
export async function nameSound(said: string): Promise<NameSound> {
  const known = remembered.get(said);
  if (known !== undefined) return known;
  // Their tables are large, and most processes never need them.
  const [{ default: anyAscii }, { default: unhomoglyph }] = await Promise.all([
    import('any-ascii'),
    import('unhomoglyph'),
  ]);
  const readings = new Set([
    ...[said, said.replaceAll(NOT_LATIN, unhomoglyph)],
    said.normalize('NFC').replaceAll(/[äöøüå]/giu, (letter) => UMLAUTS[letter.toLowerCase()] ?? letter),
  ]);
  const latin = (text: string): string =>
    anyAscii(text)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
  const inParts = (parts: RegExp): string[][] =>
    [...readings].map((text) => (text.match(parts) ?? []).map(latin).filter((part) => part !== ''));
  const words = inParts(WORDS);
  const wholes = words.map((each) => each.join('')).filter((each) => each !== '');
  const sound: NameSound = {
    whole: new Set(wholes.map(soundOf)),
    words: once(() => new Set([...soundsOfRuns(words, MAX_WORDS), ...wholes.map(soundOf)])),
    characters: once(() => soundsOfRuns(inParts(CHARACTERS), MAX_CHARACTERS)),
    isHeardIn: placesOf(said),
    spellings: new Set([...wholes, ...words.flat()]),
  };
  remembered.set(said, sound);
  return sound;
}

/** Whether both names sound alike. */
export function soundsLike(one: NameSound, other: NameSound): boolean {
  return one.whole.values().some((sound) => other.whole.has(sound));
}

/** Whether a name sounds like the other one, or has it in it: `Bob and Ada` has `Ada`. */
export function isHeardIn(name: NameSound, other: NameSound): boolean {
  if (soundsLike(name, other)) return true;
  if (other.isHeardIn === 'nothing') return false;
  const parts = other.isHeardIn === 'words' ? name.words() : name.characters();
  return other.whole.values().some((sound) => parts.has(sound));
}

function placesOf(said: string): NameSound['isHeardIn'] {
  const count = (parts: RegExp): number => said.normalize('NFC').match(parts)?.length ?? 0;
  // Marks are vowels there.
  if (HAS_LETTERS.test(said)) return count(/[\p{L}\p{M}\p{N}]/gu) < MIN_LETTERS ? 'nothing' : 'characters';
  if (HAS_UNSPACED.test(said)) return count(CHARACTERS) > 1 ? 'characters' : 'nothing';
  return count(/[\p{L}\p{N}]/gu) < MIN_LETTERS ? 'nothing' : 'words';
}

/** Of all parts that follow each other, up to a number. */
function soundsOfRuns(readings: readonly (readonly string[])[], maxRun: number): Set<string> {
  const runs = readings.flatMap((parts) =>
    parts.flatMap((_part, start) =>
      parts.slice(start, start + maxRun).map((_last, length) => parts.slice(start, start + length + 1).join('')),
    ),
  );
  return new Set(runs.map(soundOf));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function soundOf(spelling: string): string {
  return ALIKE.reduce((sound, [alike, one]) => sound.replaceAll(alike, one), spelling);
}
