import { replaceEmoji } from './emoji.ts';
import type { EmojiNames } from './emoji-names.ts';
import { shortenFloods } from './floods.ts';
import { withPlainLetters } from './letters.ts';
import { shorten } from './shorten.ts';
import { makeSpeakable, withoutInvisible } from './speakable.ts';
import { SpokenParts, withoutParts, withRoundBrackets } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** What a name is read with. */
interface NameContext {
  readonly words: SpokenMessages;
  readonly emojiNames: EmojiNames;
}

/** Longest name that is said; Discord allows 32 characters for people, and 100 for roles and channels. */
const MAX_NAME_CHARS = 60;
/** Letters around a name that only adorn it, as in `xX_Name_Xx`. */
const ORNAMENT = /^[xX]{1,3}[_\s-]+|[_\s-]+[xX]{1,3}$/gu;
const GLUED_ORNAMENT = /^(?:xX|Xx|xx|XX)(?=\p{L}{3})(.*?)(?:xX|Xx|xx|XX)$/u;
/** Pronouns and the like, which people write after their name. */
const PRONOUNS = /[([][^()[\]]{1,20}\/[^()[\]]{1,20}[)\]]/gu;
const WORD_BREAK = /(?<=\p{L}\p{Ll}{2})(?=\p{Lu}\p{Ll}{2})/gu;
/** Full stops that may end a sentence, unless they belong to a title: names are said within sentences. */
const SENTENCE_END = /(?<!(?<![\p{L}\p{M}\p{N}])(?:[DJMS]r|Mrs|Prof))\.+(?![\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}])/giu;
const ADORNMENT = /[^\p{L}\p{N}\p{M}'’.,&+\s]+/gu;

/**
 * What a person would call someone by: `xX_Dark-Lord_Xx™ 🎮` is “Dark Lord”. '' if nothing of the name can be said.
 * A name of nothing but emoji is theirs.
 */
export function sayName(name: string, { words, emojiNames }: NameContext): string {
  const written = withoutParts(name.slice(0, MAX_NAME_CHARS * 4).toWellFormed());
  const parts = new SpokenParts();
  const named = replaceEmoji(written, { parts, words, emojiNames });
  const letters = withPlainLetters(withoutInvisible(withoutParts(named))).replace(PRONOUNS, ' ');
  const bare = letters.replace(GLUED_ORNAMENT, '$1').replace(/[^\p{L}\p{N}\p{M}]+$|^[^\p{L}\p{N}\p{M}]+/gu, '');
  const calm = shortenFloods(bare.replace(ORNAMENT, '').replace(WORD_BREAK, ' '), words);
  const said = spoken(calm.replace(ADORNMENT, ' ').replace(/\s+/gu, ' ').replace(SENTENCE_END, ''));
  return said === '' ? emojiOf(named, parts) : said;
}

function spoken(text: string): string {
  const plain = makeSpeakable(withRoundBrackets(text)).replace(/^[\s.,&+'’]+|[\s.,&+'’]+$/gu, '');
  return makeSpeakable(shorten(plain, MAX_NAME_CHARS, ''));
}

function emojiOf(named: string, parts: SpokenParts): string {
  const names = Array.from(named)
    .map((char) => parts.get(char))
    .filter((part) => part !== undefined && 'text' in part);
  return spoken(
    withRoundBrackets(
      names
        .map((part) => ('text' in part ? part.text : ''))
        .slice(0, 2)
        .join(' '),
    ),
  );
}
