import { english } from '../../messages/english.ts';
import { isAbbreviation } from '../sentence-end.ts';
import { cleanText } from '../spoken/clean-text.ts';
import { hasTokenEdge, makeSpeakable, withoutInvisible } from '../spoken/speakable.ts';
import { foldText } from './fold.ts';
import { looksLikePhonemes, readPhonemes } from './phonemes.ts';
import type { WordEntry } from './word-trie.ts';

/** Bounds of an entry. `wordUnits` is what a choice of Discord's autocomplete carries. */
export const ENTRY_LIMITS = { wordGraphemes: 60, wordUnits: 100, asUnits: 200 } as const;

/** Why an entry is refused. */
export type EntryFault =
  | 'word-empty'
  | 'word-long'
  /** Never in what dictionaries are applied to: emoji, emoticons, links and markup are put into words before. */
  | 'word-unheard'
  | 'as-empty'
  | 'as-long'
  /** Control tokens, `[expression]` marks or mentions: an entry is words to speak, and no more. */
  | 'markup'
  /** In braces, but in none of the service's alphabets. */
  | 'phonemes';

/** An entry that can be stored; `key` is the word folded, which identifies it in its dictionary. */
export interface CheckedEntry extends WordEntry {
  readonly key: string;
}

/** Half a mark too: the other half can come from the next entry. */
const EXPRESSION = /[[\]［］]/;
const MENTION = /<(?:@[!&]?|#)\d+>|@(?:everyone|here)/i;

/** Checks and cleans what a person typed for an entry. */
export function checkEntry(
  typedWord: string,
  typedAs: string,
): { readonly kind: 'entry'; readonly entry: CheckedEntry } | { readonly kind: 'fault'; readonly fault: EntryFault } {
  const word = cleanWord(typedWord);
  const as = readAs(typedAs);
  const fault = wordFault(word) ?? (typeof as === 'string' ? undefined : as.fault);
  if (fault !== undefined || typeof as !== 'string') return { kind: 'fault', fault: fault ?? 'as-empty' };
  return { kind: 'entry', entry: { word, as, key: keyOf(word) } };
}

/** What identifies a word in its dictionary, however it is written. */
export function keyOf(word: string): string {
  return foldText(cleanWord(word)).folded;
}

/** One line, as `makeSpeakable` leaves the words of a text, without losing marks or emoji. */
function cleanWord(typed: string): string {
  return withoutInvisible(typed).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Where a sentence may end, or what somebody says begin. An abbreviation's full stop ends none. */
const SENTENCE_EDGE = /[:;：；﹕︰∶꞉]|[\p{Sentence_Terminal}…]+(?![\p{L}\p{N}])|[[\p{Sentence_Terminal}…]--[.]]/gv;
/** Letters and numbers end sentences as well as they shorten words. */
const LETTER_OR_NUMBER = /^(?:\p{L}|\d{1,2})\.$/u;

/** What is said for a word as a part of somebody's sentence: it neither ends that nor begins another one. */
export function withinSentence(as: string): string {
  if (readPhonemes(as) !== undefined) return as;
  const parts = as
    .split(/(?<=\s)/u)
    .map((part) => (isShortened(part.trim()) ? part : part.replace(SENTENCE_EDGE, ',')));
  const said = makeSpeakable(parts.join('').replace(/[,\s]+$/u, ''));
  return said === '' ? as : said;
}

function isShortened(word: string): boolean {
  return isAbbreviation(word) && !LETTER_OR_NUMBER.test(word);
}

function wordFault(word: string): EntryFault | undefined {
  if (word === '') return 'word-empty';
  const isLong = word.length > ENTRY_LIMITS.wordUnits || countGraphemes(word) > ENTRY_LIMITS.wordGraphemes;
  if (isLong) return 'word-long';
  if (hasTokenEdge(word)) return 'markup';
  return isHeard(word) ? undefined : 'word-unheard';
}

/** True if the cleaning of texts leaves the word as it is. What it puts in other words it does so in every language. */
function isHeard(word: string): boolean {
  const said = cleanText(`1 ${word} 1`, {
    ...{ words: english.spoken, emojiNames: { nameOf: () => '' }, names: new Map(), sayName: () => '' },
    ...{ nowMs: 0, writtenFor: 'chat' },
  });
  return foldText(said).folded.includes(keyOf(word));
}

function readAs(typed: string): string | { readonly fault: EntryFault } {
  if (typed.length > ENTRY_LIMITS.asUnits) return { fault: 'as-long' };
  const seen = withoutInvisible(typed);
  if (looksLikePhonemes(seen)) {
    const phonemes = readPhonemes(seen);
    return phonemes === undefined ? { fault: 'phonemes' } : `{${phonemes}}`;
  }
  const isMarkup = hasTokenEdge(seen) || EXPRESSION.test(seen) || MENTION.test(seen);
  if (isMarkup) return { fault: 'markup' };
  const as = makeSpeakable(typed);
  if (as === '') return { fault: 'as-empty' };
  return as.length > ENTRY_LIMITS.asUnits ? { fault: 'as-long' } : as;
}

function countGraphemes(text: string): number {
  return Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)).length;
}
