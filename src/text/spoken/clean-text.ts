import type { MentionNames } from '../mentions.ts';
import { replaceEmoji, replaceEmoticons } from './emoji.ts';
import type { EmojiNames } from './emoji-names.ts';
import { removeEmphasis } from './emphasis.ts';
import { protectMarks } from './expression-marks.ts';
import { shortenFloods, shortenRepeats } from './floods.ts';
import { sayLaughter } from './laughter.ts';
import { withPlainLetters } from './letters.ts';
import { sayLines } from './lines.ts';
import { replaceMarkup } from './markdown.ts';
import { sayParts } from './say-parts.ts';
import { pauseAfter, withoutEnd } from './sentences.ts';
import { makeSpeakable, withoutControlTokens, withoutInvisible } from './speakable.ts';
import { SpokenParts, withoutParts } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** What a text is read with. */
export interface CleanContext {
  readonly words: SpokenMessages;
  readonly emojiNames: EmojiNames;
  readonly names: MentionNames;
  /** How a name is said; '' if nothing of it can be. */
  readonly sayName: (name: string) => string;
  readonly nowMs: number;
  /** `speech`: the author may use `[expression]` marks and repeat sentences, as with `/say`. */
  readonly writtenFor: 'chat' | 'speech';
}

/** Longest text that is looked at: twice what any of Discord's may have (6,000, an embed or an option of a command). */
const MAX_CHARS = 12_000;
/** Faces drawn with characters that are not on a keyboard, with their arms. */
const KAOMOJI = /[ヽヾ╰╭٩ง୧乁ლ╯ﾉノ┌└ᕙᕦ♪☆¯]{0,3}[(（ʕ][^()（）ʔ|\n]{1,24}[)）ʔ][ノﾉ╯ง୨۶و┘┐つづᕗᕤ♪☆︵⌒ゞ✧]{0,4}/gu;
const FACE_CHAR = /[´｀ω∀▽□°◕‿ᴥ•ᴗ˘³ಠ益ヮ╥﹏≧≦⌒σ⊙´ʖ✿◡﹃口ﾛДдз◔⇀‸↼〃￣︿ᵔ◠◉ツ｡]/u;
const FACE_LETTERS = 0.6;

const ARROW = /\s*(?:<?[-=]{1,3}>|[\u2190-\u21ff\u27f5-\u27ff])\s*/gu;
const BARS = /\s*\|+\s*/gu;
/** Marks of emphasis and code that belong to nothing. */
const LOOSE_MARK = /(?<![^\s("'“])[*_~`^]+(?=[^\s])|`+|(?<=[^\s*_~])[_~]+(?![^\s])|(?<=[^\s*])\*+(?![^\s.,!?])/gu;
const UNDERSCORES = /(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu;
const BRACKET_RUN = /([()（）])\1+/gu;
const EMPTY_BRACKETS = /[(（]\s*[)）]/gu;

/** What is said for a text of a Discord message; '' if nothing of it can be said. In linear time. */
export function cleanText(text: string, context: CleanContext): string {
  const { words, emojiNames } = context;
  const parts = new SpokenParts();
  const written = withoutParts(text.slice(0, MAX_CHARS).toWellFormed()).replace(/\r\n?/g, '\n');
  const plain = replaceEmoticons(written.replace(/^\s*@silent\s/, '')).replace(KAOMOJI, withoutFace);
  const marked = replaceMarkup(plain, { ...context, parts });
  const named = withPlainLetters(
    withoutControlTokens(withoutInvisible(replaceEmoji(marked, { parts, words, emojiNames }))),
  );
  const flat = removeEmphasis(protectMarks(named, parts, context.writtenFor === 'speech'));
  const said = sayLines(flat, (line) => sayParts(cleanLine(line, parts, words), parts, words), words);
  return makeSpeakable(shortenRepeats(said, context.writtenFor)) || sayMark(written, words);
}

function cleanLine(line: string, parts: SpokenParts, words: SpokenMessages): string {
  const literal = line.replace(/\p{Co}/gu, (char) => {
    const part = parts.get(char);
    return part?.kind === 'literal' ? part.text : char;
  });
  const calm = shortenFloods(sayLaughter(withPauses(literal.replace(/\s+/gu, ' '), ARROW), words.locale), words);
  const said = withPauses(calm, BARS)
    .replace(LOOSE_MARK, '')
    .replace(UNDERSCORES, ' ')
    .replace(BRACKET_RUN, '$1')
    .replace(EMPTY_BRACKETS, '')
    .replace(/\s+/gu, ' ');
  return withoutEnd(said.replace(/^[\s,>]+/u, ''), /[\s,]/);
}

/** A line with a comma of its script in place of what separates its parts. */
function withPauses(line: string, separator: RegExp): string {
  return line.replace(
    separator,
    (...[mark, at]: [string, number]) =>
      pauseAfter(line.slice(Math.max(0, at - 2), at), '') || (at === 0 ? ' ' : mark.trim()),
  );
}

function withoutFace(face: string): string {
  const chars = Array.from(face.replace(/\s/gu, ''));
  const letters = chars.filter(
    (char) => !FACE_CHAR.test(char) && /(?![ʕʔʖ])[\p{sc=Latn}\p{sc=Han}\p{sc=Hira}\p{N}]/u.test(char),
  );
  return FACE_CHAR.test(face) && letters.length < chars.length * FACE_LETTERS ? ' ' : face;
}

/** People ask and wonder with nothing but a mark. */
function sayMark(written: string, { questionMark, exclamationMark }: SpokenMessages): string {
  const marks = written.replace(/\s/gu, '');
  if (!/^[?？!！]+$/u.test(marks)) return '';
  return /[?？]/u.test(marks) ? questionMark : exclamationMark;
}
