import type { ShownTurn } from '../../captions/captions-ports.ts';
import { clip, sanitize } from '../interactions/replies.ts';

/** Discord's bound on a message is 2,000; the rest is room for a name, marks of lateness and the interim's dress. */
const MAX_PAGE_LENGTH = 1_700;
/** Discord's bound on the name that a webhook shows (API reference, "Create Webhook"). */
const MAX_NAME_LENGTH = 80;
/** Shown for somebody who has no name that could be shown. */
export const NAMELESS = 'Somebody';

/** A stretch of a turn that fits one message. */
export interface TurnPage {
  /** What people read, made harmless. */
  readonly content: string;
  /** Whether some of it may still change. */
  readonly isInterim: boolean;
}

/**
 * What people read of a turn: usually one page, more where it does not fit one message. Interim text is in italics and
 * ends in an ellipsis. Earlier pages stay as they are while text is added.
 */
export function renderTurn({ text, interimLength, late }: Omit<ShownTurn, 'turnId' | 'userId'>): TurnPage[] {
  const finalLength = text.length - interimLength;
  return pagesOf(text).map(({ start, end }) => {
    const final = sanitize(text.slice(start, Math.max(start, Math.min(end, finalLength))));
    const interim = sanitize(text.slice(Math.min(end, Math.max(start, finalLength)), end));
    const parts = [late ? '*(late)*' : '', final, interim === '' ? '' : `*${interim}…*`];
    return { content: parts.filter((part) => part !== '').join(' '), isInterim: interim !== '' };
  });
}

/** A line under a name in bold, for where the name does not stand above the message. */
export function namedLine(name: string, content: string): string {
  return `**${sanitize(clip(name, MAX_NAME_LENGTH))}:** ${content}`;
}

/** A name that Discord takes for a webhook's message, looking like the given one. */
export function webhookName(name: string): string {
  const line = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  // Discord refuses names that hold "discord" or "clyde" or are "everyone" or "here"; a hair space passes.
  const mended = line
    .replaceAll(/(disc)(ord)|(cly)(de)/gi, (word) => `${word.slice(0, 3)}\u200A${word.slice(3)}`)
    .replace(/^(every|he)(one|re)$/i, '$1\u200A$2');
  return /[^\s\p{Cf}]/u.test(mended) ? clip(mended, MAX_NAME_LENGTH) : NAMELESS;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function pagesOf(text: string): Stretch[] {
  const pages: Stretch[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + lengthThatFits(text.slice(start));
    if (text.slice(start, end).trim() !== '') pages.push({ start, end });
    start = end;
  }
  return pages;
}

/** How many characters of the text's beginning make a page, cut between words where there are any. */
function lengthThatFits(text: string): number {
  let fits = 1;
  let exceeds = Math.min(text.length, MAX_PAGE_LENGTH) + 1;
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (sanitize(text.slice(0, middle)).length <= MAX_PAGE_LENGTH) fits = middle;
    else exceeds = middle;
  }
  if (fits === text.length) return fits;
  const space = text.lastIndexOf(' ', fits);
  if (space > 0) return space;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(fits - 1));
  return splitsPair && fits > 1 ? fits - 1 : fits;
}
