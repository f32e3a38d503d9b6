import { codeLanguage } from '../../messages/code-languages.ts';
import { type MentionNames, mentionKey } from '../mentions.ts';
import { sayEmojiName, sayLink, siteOf } from './links.ts';
import { type SpokenParts, withRoundBrackets } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';
import { sayTimestamp } from './timestamps.ts';

/** What the markup of a text is read with. */
export interface MarkdownContext {
  readonly parts: SpokenParts;
  readonly words: SpokenMessages;
  readonly names: MentionNames;
  /** How a name is said; '' if nothing of it can be. */
  readonly sayName: (name: string) => string;
  readonly nowMs: number;
}

/** Longer inline code is a code block to the ear. */
const MAX_CODE_CHARS = 120;

/** Everything that Discord's markdown begins something with, apart from what stands for emphasis or begins a line. */
const TOKEN = new RegExp(
  [
    /(?<escaped>\\[!-/:-@[-`{-~])/,
    /(?<code>`+)/,
    /(?<spoiler>\|\|)/,
    /<(?<mention>@!?|@&|#)(?<id>\d{17,20})>/,
    /<\/(?<command>[^:<>|\n]{1,100}):\d{17,20}>/,
    /<a?:(?<emoji>\w{1,64}):\d{1,20}>/,
    /<t:(?<time>-?\d{1,13})(?::(?<style>[tTdDfFsSR]))?>/,
    /<id:(?<page>[a-z-]{1,20})(?::(?<role>\d{17,20}))?>/,
    /<sound:\d{1,20}:\d{1,20}>/,
    /<(?<address>https?:\/\/[^\s<>]+)>/,
    /<(?:mailto|tel):(?<contact>[^\s<>|]{1,254})>/,
    /(?<url>https?:\/\/(?:(?!\]\()[^\s<>\u3000-\u303f\uff00-\uff65\u201c\u201d])+)/,
    /(?<![\w@./-])(?<bare>(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|gg|tv|me|dev|app|co|ly|be|xyz|info|gl|to|de|fr|es|br|jp|kr|cn|uk)\/[^\s<>|\])\u3000-\u303f\uff00-\uff65]*)/,
    /(?<all>@(?:everyone|here))/,
    /(?<target>\]\(\s*<?(?<to>https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+["'][^"'\n]*["'])?\s*\))/,
    /(?<open>\[)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/**
 * A text in which parts stand for Discord's inline markup, except for emphasis. The leftmost markup wins, as in Discord's
 * client; what is not closed stays as it is. In linear time: no closing mark is looked for twice.
 *
 * discord-markdown-parser is not used: balanced nested brackets take it cubic time (8 s for 8,000 characters, 1 s for a
 * message), it does not know lists, `<id:…>`, the newer styles of timestamps and masked links of members, and cuts addresses at brackets. A tree is
 * not needed here either: nesting makes no difference to the ear.
 */
export function replaceMarkup(text: string, context: MarkdownContext): string {
  return new Replacement(text, context).run();
}

/** An opening bracket that may begin a masked link. */
interface OpenBracket {
  /** Its place in the output. */
  readonly at: number;
}

class Replacement {
  readonly #text: string;
  readonly #context: MarkdownContext;
  /** Pieces of the new text. */
  readonly #out: string[] = [];
  readonly #brackets: OpenBracket[] = [];
  readonly #codeMarks: CodeMarks;
  #noSpoilerFrom = Number.POSITIVE_INFINITY;
  #spoilers = 0;
  /** Marks of spoilers could be paired in another way: around lines, quotes and links, which Discord's client takes apart first. */
  #spoilersAreUnclear = false;

  constructor(text: string, context: MarkdownContext) {
    this.#text = text;
    this.#context = context;
    this.#codeMarks = new CodeMarks(text);
  }

  run(): string {
    const token = new RegExp(TOKEN);
    let at = 0;
    for (let found = token.exec(this.#text); found !== null; found = token.exec(this.#text)) {
      this.#out.push(this.#text.slice(at, found.index));
      at = this.#take(found[0], found.groups ?? {}, found.index);
      token.lastIndex = at;
    }
    const text = this.#out.join('') + this.#text.slice(at);
    return this.#spoilersAreUnclear && this.#spoilers > 0 ? this.#hideBetweenSpoilers(text) : text;
  }

  /** Adds what is said for the token that begins at `at`; returns where the text continues. */
  #take(whole: string, groups: Readonly<Record<string, string | undefined>>, at: number): number {
    const { code, spoiler, target, to, open, url, bare } = groups;
    const end = at + whole.length;
    if (code !== undefined) return this.#takeCode(code, at);
    if (spoiler !== undefined) return this.#takeSpoiler(at);
    const address = url ?? bare;
    if (address !== undefined) {
      const link = withoutPunctuation(address);
      this.#out.push(this.#link(link));
      return at + link.length;
    }
    if (open !== undefined) this.#brackets.push({ at: this.#out.length });
    if (target !== undefined && to !== undefined) return this.#closeLink(to) ? end : this.#keep('](', at);
    this.#out.push(this.#said(groups) ?? whole);
    return end;
  }

  /** Leaves characters as they are; returns where the text continues. */
  #keep(chars: string, at: number): number {
    this.#out.push(chars);
    return at + chars.length;
  }

  /** What a token that needs no other is replaced with; `undefined` for a plain character. */
  #said(groups: Readonly<Record<string, string | undefined>>): string | undefined {
    const { parts, words } = this.#context;
    const { escaped, mention, id, command, emoji, time, style, page, role, address, contact, all } = groups;
    const inline = (text: string): string => parts.add({ kind: 'inline', text: withRoundBrackets(text) });
    if (escaped !== undefined) return parts.add({ kind: 'literal', text: withRoundBrackets(escaped.slice(1)) });
    if (mention !== undefined && id !== undefined) return inline(this.#mention(mention, id));
    if (command !== undefined) return inline(words.command({ name: command }));
    if (emoji !== undefined) return parts.add({ kind: 'emoji', text: sayEmojiName(emoji) });
    if (time !== undefined) return inline(sayTimestamp(Number(time), style, words, this.#context.nowMs));
    if (page !== undefined) return inline(this.#page(page, role));
    if (address !== undefined) return this.#link(address);
    if (contact !== undefined) return inline(contact);
    if (all !== undefined) return inline(all.toLowerCase() === '@here' ? words.here : words.everyone);
    return undefined;
  }

  #mention(mark: string, id: string): string {
    const { words } = this.#context;
    if (mark === '#') {
      const name = this.#name('channel', id);
      return name === '' ? words.unknownMention.channel : words.channel({ name });
    }
    const kind = mark === '@&' ? 'role' : 'user';
    return this.#name(kind, id) || words.unknownMention[kind];
  }

  #name(kind: 'user' | 'role' | 'channel', id: string): string {
    return this.#context.sayName(this.#context.names.get(mentionKey({ kind, id })) ?? '');
  }

  #page(page: string, role: string | undefined): string {
    const { customize, browse, guide, linkedRoles } = this.#context.words.navigation;
    if (role !== undefined) return this.#name('role', role) || linkedRoles;
    return { customize, browse, guide, 'linked-roles': linkedRoles }[page] ?? '';
  }

  #link(address: string): string {
    return this.#context.parts.add(sayLink(address, this.#context));
  }

  #takeCode(mark: string, at: number): number {
    const { parts, words } = this.#context;
    const start = at + mark.length;
    const end = this.#codeMarks.next(start, mark.length);
    if (end === undefined) return this.#keep(mark, at);
    const content = this.#text.slice(start, end);
    this.#out.push(parts.add(mark.length >= 3 ? sayBlock(content, words) : sayCode(content, this.#context)));
    return end + this.#codeMarks.lengthAt(end);
  }

  #takeSpoiler(at: number): number {
    const { parts, words } = this.#context;
    // At least one character is between the marks.
    const end = at < this.#noSpoilerFrom ? this.#text.indexOf('||', at + 3) : -1;
    if (end === -1) {
      this.#noSpoilerFrom = Math.min(this.#noSpoilerFrom, at);
      this.#spoilersAreUnclear = true;
      return this.#keep('||', at);
    }
    this.#spoilers += 1;
    if (/\n|\]\(/.test(this.#text.slice(at, end))) this.#spoilersAreUnclear = true;
    this.#out.push(parts.add({ kind: 'spoiler', text: words.spoiler }));
    return end + 2;
  }

  /** Hides what could be a spoiler too: all from the first mark or spoiler to the last. */
  #hideBetweenSpoilers(text: string): string {
    const isSpoiler = (char: string): boolean => this.#context.parts.get(char)?.kind === 'spoiler';
    const found = [...text.matchAll(/\p{Co}|\|\|/gu)].filter(({ 0: char }) => char === '||' || isSpoiler(char));
    const [first, last] = [found[0], found.at(-1)];
    const spoiler = found.find(({ 0: char }) => char !== '||');
    if (first === undefined || last === undefined || spoiler === undefined) return text;
    return text.slice(0, first.index) + spoiler[0] + text.slice(last.index + last[0].length);
  }

  /** Makes a masked link of what follows the last open bracket, if there is one. Links hold no links. */
  #closeLink(to: string): boolean {
    const open = this.#brackets.pop();
    if (open === undefined) return false;
    const inner = this.#out.splice(open.at).slice(1).join('');
    this.#brackets.length = 0;
    this.#out.push(this.#masked(withRoundBrackets(inner), to));
    return true;
  }

  #masked(inner: string, to: string): string {
    const { parts } = this.#context;
    const site = siteOf(to);
    const seen = claimedSite(inner, (char) => parts.get(char));
    if (inner.trim() === '') return this.#link(to);
    if (seen === undefined || seen === site) return inner;
    const text = inner.replace(/\p{Co}/gu, (char) => {
      const part = parts.get(char);
      return part?.kind === 'link' ? part.site : char;
    });
    return `${text.trim()} ${this.#link(to)}`;
  }
}

/** A text that Discord's members take for an address. */
const DOMAIN = /(?<![\w@.-])(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?![\w-]|\.\w)/i;

/** The same in any script, where there is none in ASCII: scripts without spaces write words before one. */
const FOREIGN_DOMAIN = /[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.\p{L}{2,24}/u;

/** The site that the text of a link names: the first one in it. */
function claimedSite(inner: string, partOf: (char: string) => ReturnType<SpokenParts['get']>): string | undefined {
  for (const [char] of inner.matchAll(/\p{Co}/gu)) {
    const part = partOf(char);
    if (part?.kind === 'link') return part.site;
  }
  const domain = (DOMAIN.exec(inner) ?? FOREIGN_DOMAIN.exec(inner))?.[0];
  return domain === undefined ? undefined : siteOf(domain);
}

/** Where the runs of backticks are. */
class CodeMarks {
  /** Starts of the runs by length; 3 stands for all that are longer, too. */
  readonly #starts = new Map<number, number[]>();
  readonly #lengths = new Map<number, number>();
  readonly #passed = new Map<number, number>();

  constructor(text: string) {
    for (const { index, 0: run } of text.matchAll(/`+/g)) {
      const length = Math.min(3, run.length);
      const starts = this.#starts.get(length) ?? [];
      starts.push(index);
      this.#starts.set(length, starts);
      this.#lengths.set(index, run.length);
    }
  }

  /** The first run of this length from `from` on. Asked in the order of the text. */
  next(from: number, markLength: number): number | undefined {
    const length = Math.min(3, markLength);
    const starts = this.#starts.get(length) ?? [];
    let passed = this.#passed.get(length) ?? 0;
    while ((starts[passed] ?? Number.POSITIVE_INFINITY) < from) passed += 1;
    this.#passed.set(length, passed);
    return starts[passed];
  }

  lengthAt(start: number): number {
    return this.#lengths.get(start) ?? 0;
  }
}

function sayBlock(content: string, words: SpokenMessages): { readonly kind: 'apart'; readonly text: string } {
  const info = /^([\w+#.-]+)\n/.exec(content)?.[1] ?? '';
  const language = codeLanguage(info);
  return { kind: 'apart', text: language === undefined ? words.codeBlock : words.codeBlockIn({ language }) };
}

function sayCode(
  content: string,
  { words }: MarkdownContext,
): { readonly kind: 'inline' | 'apart'; readonly text: string } {
  const code = content.trim().replace(/\s+/g, ' ');
  if (code.length > MAX_CODE_CHARS) return { kind: 'apart', text: words.codeBlock };
  const text = code.replace(/https?:\/\/\S+/gi, (address) => siteOf(address) ?? words.link);
  return { kind: 'inline', text: withRoundBrackets(text) };
}

/** An address without what ends the sentence or closes the bracket that it stands in. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  let open = 0;
  for (const char of address) open += char === '(' ? 1 : char === ')' ? -1 : 0;
  while (end > 0) {
    const last = address.charAt(end - 1);
    if (last === ')' ? open >= 0 : !/[.,:;"'\]!?*_~\\]/.test(last)) break;
    if (last === ')') open += 1;
    end -= 1;
  }
  return address.slice(0, end);
}
