import type { EmojiNames } from './emoji-names.ts';
import type { SpokenParts } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';

interface EmojiContext {
  readonly parts: SpokenParts;
  readonly words: SpokenMessages;
  readonly emojiNames: EmojiNames;
}

/** A possible emoji (UTS #51, "EBNF and Regex"), pictures without a selector included, which Discord shows in colour too. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]{1,16}\u{e007f})?`;
const EMOJI = new RegExp(
  String.raw`[0-9#*]\ufe0f?\u20e3|(?:\p{RI}{2}|${PICTURE}|\p{Emoji_Modifier})(?:\u200d${PICTURE}){0,9}|\p{RI}`,
  'gu',
);
/** Letters made of regional indicators, as people write words with them. */
const INDICATORS = /^\p{RI}+$/u;
const FIRST_INDICATOR = 0x1f1e6;
/** Signs of running text, which people do not see as emoji: trade marks are not said, the others are left to the service. */
const SILENT_SIGN = /^[™®]\ufe0f?$/u;
const SIGN = /^[©‼⁉〰〽㊗㊙ℹⓂ]\ufe0f?$/u;
/** Lines of regional indicators, such as 🇬 🇬, spell a word. */
const SPELLED = /(?<!\p{RI})\p{RI}(?!\p{RI})(?:[ \u200b]\p{RI}(?!\p{RI}))+/gu;

/**
 * Emoticons as emoji, where they stand alone. Those of letters only where nothing else is meant by them.
 * Names are those of the emoji that chat programs show for them.
 */
const EMOTICONS: readonly (readonly [emoji: string, ...emoticons: string[]])[] = [
  ['🙂', ':)', ':-)', '=)', '(:', ':]'],
  ['😊', '^^', '^_^', '(^_^)', '(^^)', '(^-^)', '(^o^)', '^-^'],
  ['🙁', ':(', ':-(', '=('],
  ['😃', ':D', ':-D', '=D'],
  ['😆', 'xD', 'XD'],
  ['😉', ';)', ';-)'],
  ['😛', ':P', ':-P', ':p', ';P', ';p'],
  ['😢', ":'(", ':,(', "='("],
  ['😂', ":')"],
  ['😭', 'T_T', 'T-T', ';_;', 'QQ', 'TwT', '(T_T)', '(;_;)'],
  ['😮', ':O', ':o', ':-O', ':0'],
  ['😕', ':/', ':-/', ':\\'],
  ['😐', ':|', ':-|'],
  ['😑', '-_-', '(-_-)', '-.-'],
  ['😠', '>:(', '>:-('],
  ['😈', '>:)', '>:D'],
  ['😳', 'O_O', 'o_o', 'O_o', 'o_O', 'O.o', 'o.O', '(o_o)'],
  ['😣', '>_<', '>.<', '><', '(>_<)'],
  ['😎', 'B)', 'B-)', '8-)'],
  ['😘', ':*', ':-*'],
  ['🐱', ':3', ':33'],
  ['❤️', '<3', '<33', '<333'],
  ['💔', '</3'],
];
const EMOJI_OF = new Map(EMOTICONS.flatMap(([emoji, ...all]) => all.map((emoticon) => [emoticon, emoji] as const)));
/** The longest of them, drawn out. */
const EMOTICON = /(?<![^\s\p{Co}\p{Extended_Pictographic}.,!?。！？])\S{2,12}(?![^\s])/gu;
/** How people laugh louder: `:DDD`, `:))))`. */
const DRAWN_OUT = /([()DdPpO3])\1+$/u;
const SHRUG = /¯\\{0,3}_{1,2}(?:\\_)?\(ツ\)(?:\\?_){1,2}\/¯/gu;
const TABLE_FLIP = /\(╯°□°\s?[)）]╯\s?︵\s?┻━┻/gu;

/** Emoticons as the emoji that mean the same; before markup is looked for, of which they use the characters. */
export function replaceEmoticons(text: string): string {
  return text
    .replace(SHRUG, ' 🤷 ')
    .replace(TABLE_FLIP, ' ')
    .replace(EMOTICON, (word) => EMOJI_OF.get(word) ?? EMOJI_OF.get(word.replace(DRAWN_OUT, '$1')) ?? word);
}

/** A text in which parts stand for emoji. Those without a name are left out. */
export function replaceEmoji(text: string, { parts, words, emojiNames }: EmojiContext): string {
  const say = (emoji: string): string => {
    if (SILENT_SIGN.test(emoji)) return '';
    if (SIGN.test(emoji)) return emoji;
    if (emoji === '🔟') return `${parts.add({ kind: 'literal', text: '10' })} `;
    if (emoji.includes('\u20e3')) return `${parts.add({ kind: 'literal', text: emoji.charAt(0) })} `;
    const name = Array.from(emoji).length === 1 && INDICATORS.test(emoji) ? undefined : emojiNames.nameOf(emoji, words);
    if (name !== undefined) return parts.add({ kind: 'emoji', text: name });
    if (INDICATORS.test(emoji)) return parts.add({ kind: 'inline', text: lettersOf(emoji) });
    const known = Array.from(emoji)
      .map((char) => emojiNames.nameOf(char, words))
      .filter((one) => one !== undefined);
    return known.map((one) => parts.add({ kind: 'emoji', text: one })).join('');
  };
  const spelled = text.replace(SPELLED, (word) => parts.add({ kind: 'inline', text: lettersOf(word) }));
  return spelled.replace(EMOJI, say);
}

function lettersOf(indicators: string): string {
  return Array.from(indicators)
    .map((char) => (char.codePointAt(0) ?? 0) - FIRST_INDICATOR)
    .filter((offset) => offset >= 0)
    .map((offset) => String.fromCodePoint(0x41 + offset))
    .join('');
}
