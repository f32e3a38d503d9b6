import type { ShownTurn } from '../../../captions/captions-ports.ts';
import type { Messages } from '../../../messages/messages.ts';
import { sanitize, truncate } from '../../client/replies.ts';

/** Discord allows 2,000; the rest is room for a name, the mark of late text and the marks of interim text. */
const MAX_PAGE_LENGTH = 1_700;
/** Discord's limit of a webhook's name (API reference, "Create Webhook"). */
const MAX_NAME_LENGTH = 80;
/** How interim text ends. */
const INTERIM_END = '…*';
/** What marks and escapes at the start of one more line add at most. */
const ROOM_FOR_LINE = 4;
/** What the ellipsis replaces. Other marks, as of a question, stay. */
const FINAL_STOPS = /[.。…\s]+$/u;

/** A part of a turn that fits one message. */
export interface TurnPage {
  /** Sanitized, with a line for each speaker turn. */
  readonly content: string;
  /** The same without interim text; empty where that is all of it. */
  readonly settled: string;
  /** Whether some of it may still change. */
  readonly isInterim: boolean;
}

/**
 * The pages of a turn: usually one, more if it does not fit one message. Interim text is in italics and ends with an
 * ellipsis in place of its full stop, on each of its lines. Earlier pages do not change when text is added.
 */
export function renderTurn(
  { text, interimLength, late }: Pick<ShownTurn, 'text' | 'interimLength' | 'late'>,
  { captions }: Messages,
): TurnPage[] {
  const finalLength = text.length - interimLength;
  return pagesOf(text).map(({ start, end }) => {
    const settledEnd = Math.min(end, Math.max(start, finalLength));
    const spoken = text.slice(start, settledEnd);
    const final = linesOf(spoken).map(sanitize).join('\n');
    const interim = linesOf(text.slice(settledEnd, end)).map(interimLine).join('\n');
    const mark = late ? `*${captions.late}*` : '';
    const settled = final === '' ? '' : joined([mark, final]);
    const between = final !== '' && spoken.endsWith('\n') ? '\n' : ' ';
    return {
      content: [joined([mark, final]), interim].filter((part) => part !== '').join(between),
      ...{ settled, isInterim: interim !== '' },
    };
  });
}

/** The speaker turns in a text, without empty ones. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function interimLine(line: string): string {
  // Before sanitizing, which may put a backslash in front of a full stop.
  return `*${sanitize(line.replace(FINAL_STOPS, ''))}${INTERIM_END}`;
}

/** A line after a name in bold, for messages that do not have the name above them. */
export function namedLine(name: string, content: string): string {
  return `**${sanitize(truncate(name, MAX_NAME_LENGTH))}:** ${content}`;
}

/** A line of a message's content. */
export interface MessageLine {
  /** The speaker's name with its marks, as `namedLine` writes it; empty where the name is above the message. */
  readonly lead: string;
  /** Without interim text; empty where that is all of it. */
  readonly settled: string;
  readonly isInterim: boolean;
}

/**
 * The lines of a message that consists of rendered turns, with or without names: the inverse of `renderTurn` and
 * `namedLine`. What people say has no asterisk without a backslash, so that nothing of it passes for a mark.
 */
export function parseMessage(content: string): readonly MessageLine[] {
  return content.split('\n').map((line) => {
    const marks = unescapedAsterisks(line);
    // Two of them begin a name: before interim text there is only one.
    const [first, second, closing = 0] = marks;
    const lead = first === 0 && second === 1 ? line.slice(0, closing + '** '.length) : '';
    const body = line.slice(lead.length);
    const start = marks.at(-2) ?? 0;
    const isInterim = body.endsWith(INTERIM_END) && start >= lead.length && marks.at(-1) === line.length - 1;
    return { lead, settled: (isInterim ? line.slice(lead.length, start) : body).trimEnd(), isInterim };
  });
}

/** What is left of a line once so many words of its settled text are shown elsewhere; `content` may end up empty. */
export function withoutWords<Line extends Pick<TurnPage, 'content' | 'settled'>>(line: Line, count: number): Line {
  if (count === 0) return line;
  const settled = wordsOf(line.settled).slice(count).join('');
  return { ...line, settled, content: `${settled}${line.content.slice(line.settled.length)}`.trimStart() };
}

/** Counts the words of sanitized text. Sanitizing changes words, not their number. */
export function countWords(text: string): number {
  return text === '' ? 0 : wordsOf(text).length;
}

/** The words of sanitized text, each with the space or the line break after it. */
function wordsOf(text: string): string[] {
  return text.split(/(?<=[ \n])/);
}

/** A name that Discord accepts for a webhook and that looks like the given one; `unnamed` if nothing of it is visible. */
export function webhookName(name: string, unnamed: string): string {
  const line = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  // Discord rejects names that contain "discord" or "clyde" or are "everyone" or "here"; it accepts a hair space.
  const accepted = line
    .replaceAll(/(disc)(ord)|(cly)(de)/gi, (word) => `${word.slice(0, 3)}\u200A${word.slice(3)}`)
    .replace(/^(every|he)(one|re)$/i, '$1\u200A$2');
  return /[^\s\p{Cf}]/u.test(accepted) ? truncate(accepted, MAX_NAME_LENGTH) : unnamed;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Places of the asterisks that format: those without a backslash before them that is not escaped itself. */
function unescapedAsterisks(text: string): number[] {
  return [...text.matchAll(/\\.|\*/gs)].flatMap(({ 0: found, index }) => (found === '*' ? [index] : []));
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

/** The length of the text's first page, cut between words where possible. */
function lengthThatFits(text: string): number {
  let fits = 1;
  let exceeds = Math.min(text.length, MAX_PAGE_LENGTH) + 1;
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (shownLength(text.slice(0, middle)) <= MAX_PAGE_LENGTH) fits = middle;
    else exceeds = middle;
  }
  if (fits === text.length) return fits;
  const space = Math.max(text.lastIndexOf(' ', fits), text.lastIndexOf('\n', fits));
  if (space > 0) return space;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(fits - 1));
  return splitsPair && fits > 1 ? fits - 1 : fits;
}

function shownLength(text: string): number {
  const lines = linesOf(text).map(sanitize);
  return lines.join('\n').length + Math.max(0, lines.length - 1) * ROOM_FOR_LINE;
}
