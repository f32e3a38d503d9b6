import QuickLRU from 'quick-lru';

/** How a name sounds, as far as spelling tells. */
export interface NameSound {
  /** One for each way to read its letters; none where there are no letters or digits. */
  readonly whole: ReadonlySet<string>;
  /** Of its words and of words that follow each other, in scripts with spaces; the whole name is one of them. */
  readonly words: ReadonlySet<string>;
  /** The same of single characters in scripts without spaces, and of what has both. */
  readonly characters: ReadonlySet<string>;
  /** Where it is heard in longer names: a short word or a single character is a part of many. */
  readonly isHeardIn: 'words' | 'characters' | 'nothing';
  /** The name and each of its words in small Latin letters, to look for names that are spelled so. */
  readonly spellings: ReadonlySet<string>;
}

/** Shortest word, as it sounds, that is heard in a longer name. */
const MIN_WORD = 3;
/** Sounds that are remembered: those of the listeners of some servers. */
const MAX_REMEMBERED = 5_000;

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const IS_UNSPACED = new RegExp(`^${UNSPACED}+$`, 'u');
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
  [/c(?=[eiy])|z/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/(?<![cs])h(?![aeiouy])/g, ''],
  [/y|e(?=[aou])/g, 'i'],
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
  const readings = [
    ...[said, said.replaceAll(NOT_LATIN, unhomoglyph)],
    said.normalize('NFC').replaceAll(/[äöøüå]/giu, (letter) => UMLAUTS[letter.toLowerCase()] ?? letter),
  ];
  const latin = (words: readonly string[]): string =>
    anyAscii(words.join(''))
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
  const soundsOf = (runs: readonly (readonly string[])[]): Set<string> =>
    new Set(runs.map((words) => soundOf(latin(words))).filter((sound) => sound !== ''));
  const words = readings.map((text) => text.match(WORDS) ?? []);
  const characters = readings.map((text) => text.match(CHARACTERS) ?? []);
  const whole = soundsOf(words);
  const sound: NameSound = {
    whole,
    words: soundsOf(words.flatMap(runsOf)),
    characters: soundsOf(characters.flatMap(runsOf)),
    isHeardIn: placesOf(words[0] ?? [], characters[0] ?? [], whole),
    spellings: new Set(words.flatMap((each) => [each, ...each.map((word) => [word])].map(latin)).filter(Boolean)),
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
  return other.whole.values().some((sound) => name[other.isHeardIn === 'words' ? 'words' : 'characters'].has(sound));
}

function placesOf(
  words: readonly string[],
  characters: readonly string[],
  whole: ReadonlySet<string>,
): NameSound['isHeardIn'] {
  if (words.some((word) => IS_UNSPACED.test(word))) return characters.length > 1 ? 'characters' : 'nothing';
  return words.length > 1 || whole.values().some(({ length }) => length >= MIN_WORD) ? 'words' : 'nothing';
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
