import { hasTokenEdge, makeSpeakable } from '../spoken/speakable.ts';
import { withRoundBrackets } from '../spoken/spoken-parts.ts';
import { foldText } from './fold.ts';
import { annotate, readPhonemes, speechParts, withoutPhonemes } from './phonemes.ts';
import { WordEdges } from './word-edges.ts';
import type { WordEntry, WordTrie } from './word-trie.ts';

/** `[expression]` marks of the speech service, and annotations: nothing in them is replaced. */
const PROTECTED = /\[[^[\]]{1,100}\]|\ufff9[^\ufff9\ufffb]*\ufffb/g;

/** Longest result, in UTF-16 units: twice the longest text of /say. Words beyond it stay as they are. */
const MAX_RESULT = 12_000;

const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Words of these are joined without a space, Korean nouns with their particles. */
const JOINED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Hang}]/u;

/** A letter that makes another word of what is beside it. */
const SPACED = String.raw`(?!${JOINED.source})[\p{L}\p{M}\p{N}]`;

/** What joins the parts of addresses, paths and the like: `op.gg`, `r/pics`. */
const BEFORE_PART = /[\p{L}\p{N}][.@/&_-]$/u;
const AFTER_PART = /^[.@/&_-][\p{L}\p{N}]/u;
const AFTER_NUMBER = /\p{N}\s?$/u;

/** A word in the text, by its indexes in the folded text. */
interface Match {
  readonly end: number;
  readonly entry: WordEntry;
}

/**
 * Replaces the words of dictionaries in a text that `makeSpeakable` has cleaned; the result is as clean. The leftmost word
 * comes first, of several there the longest, and of equal ones the first dictionary's. What was put in is not replaced
 * again, words that would make the result longer than `maxResult` stay, and `[expression]` marks and `names` stay as they are. Each place of the text costs at most one step for each dictionary and
 * each unit of its longest word.
 */
export function replaceWords(
  text: string,
  dictionaries: readonly WordTrie[],
  {
    maxResult = MAX_RESULT,
    names = [],
  }: { readonly maxResult?: number | undefined; readonly names?: readonly string[] | undefined } = {},
): string {
  const { folded, origins } = foldText(text);
  const edges = new WordEdges(text);
  const originOf = (index: number): number => origins[index] ?? text.length;
  const guarded = Array.from(
    text.matchAll(protectedWith(names)),
    ({ 0: found, index }) => [index, index + found.length] as const,
  );
  const parts: string[] = [];
  let taken = 0;
  let length = text.length;
  for (let [index, guard] = [0, 0]; index < folded.length; ) {
    const start = originOf(index);
    while ((guarded[guard]?.[1] ?? text.length + 1) <= start) guard += 1;
    const [guardStart, guardEnd] = guarded[guard] ?? [text.length, text.length];
    const isInside = start >= guardStart && start < guardEnd;
    // A character can fold to several units: a word begins with the first of them.
    const isSkipped = isInside || (index > 0 && origins[index - 1] === start);
    const match = isSkipped
      ? undefined
      : longestAt(index, { folded, dictionaries }, (end, entry) => {
          const isAtCharacter = originOf(end) !== originOf(end - 1);
          const isFree = isAtCharacter && originOf(end) <= guardStart && edges.isWhole(start, originOf(end));
          return isFree && meansIt(entry, text, start, originOf(end));
        });
    const end = match === undefined ? start : originOf(match.end);
    const spoken = match === undefined ? '' : spokenAs(text, start, end, match.entry);
    if (match === undefined || length + spoken.length - (end - start) > Math.min(maxResult, MAX_RESULT)) {
      index += 1;
      continue;
    }
    parts.push(text.slice(taken, start), spoken);
    length += spoken.length - (end - start);
    taken = end;
    index = match.end;
  }
  return parts.length === 0 ? text : withoutTokens([...parts, text.slice(taken)].join(''));
}

/** What stays as it is: marks, annotations, and these names as whole words. Scripts without spaces join them to others. */
function protectedWith(names: readonly string[]): RegExp {
  const escaped = names
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((name) => {
      const letters = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      const [begins, ends] = [JOINED.test(name.at(0) ?? ''), JOINED.test(name.at(-1) ?? '')];
      return `${begins ? '' : `(?<!${SPACED})`}${letters}${ends ? '' : `(?!${SPACED})`}`;
    });
  return escaped.length === 0 ? PROTECTED : new RegExp([PROTECTED.source, ...escaped].join('|'), 'gu');
}

/** The longest word of the dictionaries that begins at a place, of those that `isWhole` accepts. */
function longestAt(
  start: number,
  { folded, dictionaries }: { readonly folded: string; readonly dictionaries: readonly WordTrie[] },
  isWhole: (end: number, entry: WordEntry) => boolean,
): Match | undefined {
  let longest: Match | undefined;
  for (const trie of dictionaries) {
    let node: number | undefined = trie.root;
    for (let end = start; end < folded.length; ) {
      node = trie.next(node, folded.charCodeAt(end));
      if (node === undefined) break;
      end += 1;
      const entry = trie.entryAt(node);
      if (entry !== undefined && end > (longest?.end ?? start) && isWhole(end, entry)) longest = { end, entry };
    }
  }
  return longest;
}

/** False for an abbreviation that is something else here: a unit after a number, a part of an address, a name in capitals. */
function meansIt({ word, abbreviation }: WordEntry, text: string, start: number, end: number): boolean {
  if (abbreviation === undefined) return true;
  if (abbreviation === 'lower-case' && text.slice(start, end) !== word) return false;
  const isInAddress =
    BEFORE_PART.test(text.slice(Math.max(0, start - 2), start)) || AFTER_PART.test(text.slice(end, end + 2));
  return !isInAddress && !AFTER_NUMBER.test(text.slice(Math.max(0, start - 2), start));
}

/**
 * What is put in for an entry, with spaces where it would run into the words beside it. Entries make no `[expression]`
 * marks, not even several together.
 */
function spokenAs(text: string, start: number, end: number, entry: WordEntry): string {
  const as = withRoundBrackets(entry.as);
  const phonemes = readPhonemes(as);
  if (phonemes !== undefined) return annotate(text.slice(start, end), phonemes);
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  return `${runsInto(before, as.at(0) ?? '') ? ' ' : ''}${as}${runsInto(as.at(-1) ?? '', after) ? ' ' : ''}`;
}

function runsInto(one: string, other: string): boolean {
  return LETTER.test(one) && LETTER.test(other) && !JOINED.test(one) && !JOINED.test(other);
}

/** Parts that are harmless alone could make a control token together: then phonemes are given up, and the text is cleaned. */
function withoutTokens(text: string): string {
  const spelled = withoutPhonemes(text);
  const written = speechParts(text).flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return [spelled, ...written].some(hasTokenEdge) ? makeSpeakable(spelled) : text;
}
