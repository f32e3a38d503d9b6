import { pauseAfter } from './sentences.ts';
import { PART, type SpokenPart, type SpokenParts } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** Parts with nothing but spaces and commas between them are said together. */
const GROUP = /\p{Co}(?:[ ,、，]{0,8}\p{Co})*/gu;
/** Most different emoji in a row that are named. */
const MAX_EMOJI = 5;
/** Marks that no pause may precede. */
const MARK = /^[\p{Pe}\p{Pf},.;:!?…。、，！？；：」』”’]/u;
const SPACED_END = /(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{N}]$/u;
const SPACED_START = /^(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{N}]/u;

/** A line with its parts in words: equal ones in a row once, those that are said apart with pauses around them. */
export function sayParts(line: string, parts: SpokenParts, words: SpokenMessages): string {
  let said = '';
  let at = 0;
  let last: SpokenPart | undefined;
  const addText = (text: string): void => {
    said = last === undefined ? said + text : afterPart(said, text, last, words);
  };
  for (const { 0: group, index } of line.matchAll(GROUP)) {
    addText(line.slice(at, index));
    at = index + group.length;
    const all = Array.from(group)
      .filter((char) => PART.test(char))
      .map((char) => parts.get(char));
    const shown = all.filter((part) => part !== undefined).filter((part) => !('text' in part && part.text === ''));
    const [first] = shown;
    last = shown.at(-1);
    if (first === undefined) continue;
    const before = isWithin(first) ? said : said.trimEnd();
    said = before + (isWithin(first) ? spaceAfter(before) : pauseAfter(before, words.locale));
    said += sayGroup(shown, words);
  }
  addText(line.slice(at));
  return said.trim();
}

function spaceAfter(before: string): string {
  return SPACED_END.test(before) ? ' ' : '';
}

function afterPart(said: string, text: string, last: SpokenPart, { locale }: SpokenMessages): string {
  if (isWithin(last)) return said + (SPACED_START.test(text) && SPACED_END.test(said) ? ' ' : '') + text;
  const rest = text.trimStart();
  if (rest === '' || MARK.test(rest)) return said + rest;
  return said + pauseAfter(said, locale) + rest;
}

/** The different parts of a group in the order of their first appearance, with their number. */
function sayGroup(group: readonly SpokenPart[], words: SpokenMessages): string {
  const counts = new Map<string, { readonly part: SpokenPart; count: number }>();
  for (const part of group) {
    const key = JSON.stringify(part);
    const known = counts.get(key) ?? { part, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const emoji = [...counts.values()].filter(({ part }) => part.kind === 'emoji');
  // One more is named in the time that it takes to say so.
  const unnamed = new Set(emoji.length > MAX_EMOJI + 1 ? emoji.slice(MAX_EMOJI) : []);
  const named = [...counts.values()]
    .filter((one) => !unnamed.has(one))
    .map(({ part, count }) => say(part, count, words));
  const more = [...unnamed].reduce((sum, { count }) => sum + count, 0);
  const all = more === 0 ? named : [...named, words.moreEmoji({ count: more })];
  return all.reduce((text, next) => text + pauseAfter(text, words.locale) + next, '');
}

/** Read without a pause before and after it. */
function isWithin({ kind }: SpokenPart): boolean {
  return kind === 'inline' || kind === 'mark';
}

function say(part: SpokenPart, count: number, words: SpokenMessages): string {
  switch (part.kind) {
    case 'emoji':
      return count === 1 ? part.text : words.repeatedEmoji({ name: part.text, count });
    case 'gif':
      return count === 1 ? words.gif : words.gifs({ count });
    case 'link':
      return count === 1 ? words.linkTo({ site: part.site }) : words.links({ count, site: part.site });
    case 'inline':
    case 'mark':
    case 'literal':
    case 'apart':
    case 'spoiler':
      return part.text;
  }
}
