import type { SpokenMessages } from './spoken-words.ts';

/** How often a character, syllable or word is said where it is written again and again. */
const SAID_TIMES = 3;
/** Longest phrase whose repetition is noticed. */
const MAX_UNIT_WORDS = 8;
/** In a text that is written to be spoken, whole sentences may be repeated. */
const MAX_UNIT_WORDS_OF_SPEECH = 3;

/** A letter or syllable at least four times; numbers such as 100000 stay. Each unit has its own row, which is linear. */
const LETTERS = /(?![\p{N}\p{Co}])([\p{L}ー〜～])\1{3,}/gu;
const SYLLABLES = [2, 3, 4, 5, 6, 7, 8].map(
  (length) => new RegExp(String.raw`(?!\p{N}{${length}})([\p{L}\p{N}]{${length}})\1{3,}`, 'gu'),
);
const DIGITS = /(\p{N})\1{23,}/gu;
/** Marks at the end of sentences: one of each kind is heard. */
const MARKS = /[!?！？¡¿]{2,}/gu;
const DOTS = /\.{3,}|(?:…\s?){2,}|[。．・]{2,}|。{2,}/gu;
const COMMAS = /([,;:、，-])\1+/gu;
/** Drawings: box drawing, blocks, shapes, Braille, and symbols without a meaning of their own. */
const DRAWING =
  /[\u2500-\u25ff\u2800-\u28ff\u2b1b-\u2b1e\u{1fb00}-\u{1fbff}★☆♪♫✦✧✩✪✫✬✭✮✯✰⋆❖◈✿❀❁♡︵︶﹏〓※\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f]+/gu;
/** Four and more symbols in a row, as in `=====` and `~*~*~`; those of languages' sentences are none. */
const SYMBOL_RUN = /(?:(?![.,!?…'"“”‘’«»„(){}[\]¡¿。、！？「」『』（）]|\p{Sc})[\p{P}\p{S}]){3,}/gu;
/** Marks that strike letters out. */
const OVERLAY_MARKS = /[\u0334-\u0338\u20d0-\u20ff]/gu;
/** A token, a hash or the like: long, without a space, with letters and digits, and maybe dots between its parts. */
const LONG_CODE = /(?<![\w+=/.-])[\w+=/-]+(?:\.[\w+=/-]+)*/gu;
const LONG_CODE_CHARS = 30;
const CODE_DIGIT_SHARE = 0.1;
/** Letters in a row that no language has: keys that were hit at random, or a text without spaces for a machine. */
const LONG_WORD = /[\p{sc=Latn}\p{M}]{60,}/gu;

/** A text without drawings, in which what is written again and again is shortened. In linear time. */
export function shortenFloods(text: string, { longCode }: SpokenMessages): string {
  let calm = text.replace(OVERLAY_MARKS, '').replace(LETTERS, (_run, unit: string) => unit.repeat(SAID_TIMES));
  for (const syllables of SYLLABLES) calm = calm.replace(syllables, (_run, unit: string) => unit.repeat(SAID_TIMES));
  return calm
    .replace(DIGITS, (_run, digit: string) => digit.repeat(SAID_TIMES))
    .replace(LONG_CODE, (code) => (isCode(code) ? longCode : code))
    .replace(LONG_WORD, longCode)
    .replace(MARKS, oneOfEach)
    .replace(DOTS, (dots) => (dots.startsWith('。') ? '。' : '…'))
    .replace(COMMAS, (run, mark: string) => (mark === '-' ? (run.length > 2 ? ' ' : ' – ') : mark))
    .replace(DRAWING, ' ')
    .replace(SYMBOL_RUN, ' ');
}

function isCode(token: string): boolean {
  if (token.length < LONG_CODE_CHARS) return false;
  const digits = token.match(/\d/g)?.length ?? 0;
  return digits >= token.length * CODE_DIGIT_SHARE && digits < token.length && /[a-z]/i.test(token);
}

function oneOfEach(marks: string): string {
  return [...new Set(marks)].join('');
}

/** A text in which words and phrases that are repeated at least four times in a row are said three times. */
export function shortenRepeats(text: string, writtenFor: 'chat' | 'speech'): string {
  const maxUnit = writtenFor === 'chat' ? MAX_UNIT_WORDS : MAX_UNIT_WORDS_OF_SPEECH;
  let words = text.split(' ');
  for (let unit = 1; unit <= maxUnit && unit * (SAID_TIMES + 1) <= words.length; unit += 1) {
    words = withoutRepeats(words, unit);
  }
  return words.join(' ');
}

/** Keeps three of what is repeated in units of this many words, and the last word with its punctuation. */
function withoutRepeats(words: readonly string[], unit: number): string[] {
  const keys = words.map((word) => word.toLowerCase().replace(/[\p{P}\p{S}]+$/u, ''));
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at + unit;
    while (end < words.length && keys[end] === keys[end - unit] && keys[end] !== '') end += 1;
    const isFlood = end - at >= unit * (SAID_TIMES + 1);
    if (!isFlood) {
      kept.push(words[at] ?? '');
      at += 1;
      continue;
    }
    const said = words.slice(at, at + unit * SAID_TIMES);
    // The flood may end within the unit, and with punctuation.
    const last = words[end - 1] ?? '';
    if (keys[end - 1] === keys[at + unit * SAID_TIMES - 1]) said[said.length - 1] = last;
    kept.push(...said);
    at = end;
  }
  return kept;
}
