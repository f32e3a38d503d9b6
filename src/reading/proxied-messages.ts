import { isPartOf, marksIn, plain } from './proxied-text.ts';
import type { ChatMessage, UnreadMessage } from './reading-ports.ts';

/** A proxy bot posts within seconds of the message that it replaces; after this long neither is looked for. */
const RECENT_MS = 15_000;
/** Messages of one guild that a proxy bot may be about to replace; beyond it the oldest is not looked for any more. */
const MAX_RECENT = 50;
/** A message in somebody's name waits so long at most until it is clear whose it is. */
const MAX_UNCLEAR_MS = 3_000;

/**
 * How long a message is held that a proxy bot may replace: half as long again as the slowest of its last posts took, and
 * longer while a proxied message is unclear that may be made of it.
 */
const FIRST_HOLD_MS = 1_500;
const MIN_HOLD_MS = 500;
const MAX_HOLD_MS = 3_000;
const MARGIN = 1.5;
const MEASURED = 20;

/** Most marks are a letter or two with a sign. */
const MAX_TAG = 3;

/** Longer than any message. */
const MAX_LENGTH = 10_000;

/** After so many messages in a row that no proxy bot replaced, a person's messages are not held until one is. */
const MAX_MISSES = 20;
/** Messages in people's names whose writers are remembered, for when they are edited. */
const MAX_WRITERS = 200;

/** A message of a person, which a proxy bot may replace. */
interface Original {
  message: ChatMessage;
  /** As it was posted and edited: a proxy bot may have read any of it. */
  readonly texts: string[];
  readonly atMs: number;
  /**
   * `held` until it is known whether it is replaced; `read` when it was handed on; `heard` when it is heard to its end in
   * place of what replaced it; `dropped` with all that waited, so that what replaces it is not read either; else `over`.
   */
  state: 'held' | 'read' | 'heard' | 'dropped' | 'over';
  timer: NodeJS.Timeout | undefined;
  isReplaced: boolean;
  /** What replaced it says. */
  readonly said: string[];
  isDeleted: boolean;
  /** Other messages of the person that what replaced it may have been made of instead. */
  rivals: readonly Original[];
}

/** What a deletion is about: all messages; and those that could be heard until now, because it has not cut them yet. */
interface Deleted {
  readonly told: ReadonlySet<string>;
  readonly heard: ReadonlySet<string>;
}

const NOT_DELETED: Deleted = { told: new Set(), heard: new Set() };

/** A message in somebody's name, of a writer who is not clear yet. */
interface Unclear {
  message: ChatMessage;
  readonly timer: NodeJS.Timeout;
}

/** What the messages of a guild are handed to, and what is known of its people. */
export interface ProxiedMessagesOptions {
  /** Whether the person has written through a proxy bot here. */
  readonly usesProxy: (userId: string) => boolean;
  /** Whether the person has written under this name through a proxy bot here. */
  readonly isIdentityOf: (userId: string, name: string) => boolean;
  /** How many people have written under this name through a proxy bot here. */
  readonly ownersOf: (name: string) => number;
  /** Reads a message whose writer is known. */
  readonly read: (message: ChatMessage) => void;
  /**
   * Reads the message in place of one that was handed to `read` before, unless that one can be heard to its end. Returns
   * whether it can.
   */
  readonly readInstead: (
    message: ChatMessage,
    /** `isCut`: it is no longer heard, or says more than the message. */
    original: { readonly id: string; readonly isCut: boolean },
  ) => boolean;
  /** A person wrote under a name. */
  readonly onIdentity: (userId: string, name: string) => void;
}

/**
 * Tells whose messages are that proxy bots (PluralKit, Tupperbox) post in people's names: such a bot repeats a message of a
 * person through a webhook and deletes it. The messages of people who use one are held until it is known whether a proxied
 * one follows, so that each is read once. What nobody wrote is not read.
 */
export class ProxiedMessages {
  readonly #options: ProxiedMessagesOptions;
  #recent: Original[] = [];
  readonly #unclear = new Set<Unclear>();
  /** Who wrote what was posted in their names, by message id. */
  readonly #writers = new Map<string, ChatMessage>();
  /** Milliseconds from a person's message to the proxied one, the newest last. */
  #delaysMs: number[] = [];
  /** By user id. */
  readonly #misses = new Map<string, number>();

  constructor(options: ProxiedMessagesOptions) {
    this.#options = options;
  }

  /** Messages that are neither read nor dropped yet, oldest first. */
  get waiting(): readonly UnreadMessage[] {
    const held = this.#recent.filter(({ state }) => state === 'held');
    return [...held, ...this.#unclear].map(({ message: { channelId, id: messageId } }) => ({ channelId, messageId }));
  }

  post(message: ChatMessage): void {
    if (message.authorKind === 'person') this.#remember(message);
    else if (message.authorKind !== 'proxied') this.#options.read(message);
    else if (!this.#attribute(message)) this.#waitFor(message);
  }

  /** Takes in a new version of a message. Returns it as it is to be read; `undefined` where nothing of it is read yet. */
  edit(message: ChatMessage): ChatMessage | undefined {
    const original = this.#recent.find((each) => each.message.id === message.id);
    if (original !== undefined) original.message = message;
    if (original !== undefined && original.texts.at(-1) !== message.text) original.texts.push(message.text);
    if (original?.state === 'held') return undefined;
    if (message.authorKind !== 'proxied') return message;
    for (const unclear of this.#unclear) if (unclear.message.id === message.id) unclear.message = message;
    const writer = this.#writers.get(message.id);
    return writer && asIdentity(message, writer);
  }

  /** Takes in that messages were deleted. */
  delete(messageIds: ReadonlySet<string>): void {
    const deletedNow = new Set<string>();
    for (const original of this.#recent) {
      const { id } = original.message;
      if (!messageIds.has(id)) continue;
      // Told twice, it was cut at the first time.
      if (!original.isDeleted) deletedNow.add(id);
      original.isDeleted = true;
      if (original.state === 'held') end(original, 'over');
      this.#giveBack(original);
    }
    for (const unclear of [...this.#unclear]) if (messageIds.has(unclear.message.id)) this.#forget(unclear);
    // Where several names say the same, a deletion does not tell which of them it is about.
    const saysSame = ({ message }: Unclear, { message: other }: Unclear): boolean =>
      message.channelId === other.channelId &&
      message.authorName !== other.authorName &&
      plain(message.text) === plain(other.text);
    const unclear = [...this.#unclear];
    for (const each of unclear.filter((one) => !unclear.some((other) => saysSame(one, other)))) {
      if (this.#attribute(each.message, { told: messageIds, heard: deletedNow })) this.#forget(each);
    }
  }

  /** Remembers whose a message in somebody's name is, which an earlier process found out. */
  noteWriter(message: ChatMessage): void {
    this.#writers.set(message.id, message);
    const [oldest] = this.#writers.keys();
    if (this.#writers.size > MAX_WRITERS && oldest !== undefined) this.#writers.delete(oldest);
  }

  /** A message of an earlier process continues: a proxy bot may be about to replace it. */
  noteRead(message: ChatMessage): void {
    if (message.authorKind === 'person') this.#add(message, 'read');
  }

  /** Drops everything that waits, and returns how many messages that were. */
  clear(): number {
    const held = this.#recent.filter(({ state }) => state === 'held');
    for (const original of this.#recent) end(original, 'dropped');
    const unclear = [...this.#unclear];
    for (const each of unclear) this.#forget(each);
    return held.length + unclear.length;
  }

  #remember(message: ChatMessage): void {
    const { usesProxy, read } = this.#options;
    const { authorId } = message;
    const isHeld = usesProxy(authorId) && (this.#misses.get(authorId) ?? 0) < MAX_MISSES;
    const original = this.#add(message, isHeld ? 'held' : 'read');
    const mayBeUnclear = [...this.#unclear].some((unclear) => saysLineOf(unclear.message, original));
    if (isHeld) this.#hold(original, mayBeUnclear ? MAX_UNCLEAR_MS : this.#holdMs());
    else read(message);
    // After a restart the proxied message may be seen before its original.
    for (const unclear of [...this.#unclear]) if (this.#attribute(unclear.message)) this.#forget(unclear);
  }

  #add(message: ChatMessage, state: 'held' | 'read'): Original {
    const original: Original = {
      ...{ message, texts: [message.text], atMs: performance.now(), state, timer: undefined },
      ...{ isReplaced: false, said: [], isDeleted: false, rivals: [] },
    };
    this.#recent = [...this.#recent.filter((each) => isRecent(each) || each.state === 'held'), original];
    if (this.#recent.length > MAX_RECENT) for (const oldest of this.#recent.splice(0, 1)) this.#giveUp(oldest);
    return original;
  }

  #hold(original: Original, waitMs: number): void {
    const { authorId } = original.message;
    clearTimeout(original.timer);
    original.timer = setTimeout(() => {
      this.#misses.set(authorId, (this.#misses.get(authorId) ?? 0) + 1);
      this.#giveUp(original);
    }, waitMs);
  }

  #holdMs(): number {
    if (this.#delaysMs.length === 0) return FIRST_HOLD_MS;
    return Math.min(Math.max(Math.max(...this.#delaysMs) * MARGIN, MIN_HOLD_MS), MAX_HOLD_MS);
  }

  /** No proxied message followed: it is the person's own. */
  #giveUp(original: Original): void {
    if (original.state !== 'held') return;
    end(original, 'read');
    this.#options.read(original.message);
  }

  /** Hands the message on in its writer's name; returns whether it is clear whose it is. */
  #attribute(message: ChatMessage, deleted: Deleted = NOT_DELETED): boolean {
    const original = this.#originalOf(message, deleted.told);
    if (original === undefined) return false;
    const { read, readInstead, onIdentity } = this.#options;
    const { authorId: writerId, id } = original.message;
    this.#delaysMs = [...this.#delaysMs, performance.now() - original.atMs].slice(-MEASURED);
    this.#misses.delete(writerId);
    const identity = asIdentity(message, original.message);
    this.noteWriter(identity);
    onIdentity(writerId, message.authorName);
    original.rivals = original.isReplaced ? [] : this.#rivalsOf(original, message);
    original.isReplaced = true;
    original.said.push(plain(message.text));
    const { state } = original;
    // Deleted just now, it can still be heard: its deletion has not cut it yet.
    const isCut = (original.isDeleted && !deleted.heard.has(id)) || !isAll(message, original.message.text);
    if (state === 'heard' || state === 'dropped') return true;
    const isHeard = state === 'read' && readInstead(identity, { id, isCut });
    end(original, isHeard ? 'heard' : 'over');
    if (state !== 'read') read(identity);
    return true;
  }

  /**
   * What the message replaces. What was deleted just now tells; else a name that only one person here has; else what was
   * deleted before. What somebody only wrote in the same words is theirs: a proxy bot may repeat a message of somebody else
   * that is older than what is looked at. One that was replaced already counts only where no other person's can be meant: it
   * became several messages.
   */
  #originalOf(message: ChatMessage, deleted: ReadonlySet<string>): Original | undefined {
    const { isIdentityOf, ownersOf } = this.#options;
    const owners = ownersOf(message.authorName);
    const matches = this.#recent.filter((each) => isRecent(each) && mayReplace(message, each));
    const open = matches.filter(({ isReplaced }) => !isReplaced);
    const isNamed = (each: Original): boolean => isIdentityOf(each.message.authorId, message.authorName);
    const isDeletedNow = (each: Original): boolean => deleted.has(each.message.id);
    const named = matches.filter(isNamed);
    // The name of somebody who wrote it with marks is theirs, whoever else deletes something.
    const isTheirs = owners === 1 && open.some((each) => isNamed(each) && surplusOf(message, each) > 0);
    const words = plain(message.text);
    const isNew = (each: Original): boolean =>
      saysLineOf(message, each) && !each.said.some((said) => said.includes(words) || words.includes(said));
    const gone = matches.filter((each) => isDeletedNow(each) && (isNamed(each) || (!isTheirs && isNew(each))));
    const told =
      theOne(
        gone.filter((each) => !each.isReplaced),
        message,
      ) ?? theOne(gone, message);
    if (told !== undefined) return told;
    const byName = owners === 1 ? named.filter((each) => saysAllOf(message, each)) : [];
    const known =
      theOne(
        open.filter((each) => byName.includes(each)),
        message,
      ) ?? theOne(byName, message);
    if (known !== undefined) return alone(known, open);
    return owners > 0 ? undefined : deletedOne(message, matches);
  }

  #rivalsOf(original: Original, message: ChatMessage): readonly Original[] {
    return this.#recent.filter(
      (each) => each !== original && !each.isReplaced && isSameWriter(each, original) && mayReplace(message, each),
    );
  }

  /** A deletion tells that another message of the person was replaced: the one that was taken for it is their own. */
  #giveBack(deleted: Original): void {
    const taken = this.#recent.find(({ rivals, isDeleted }) => !isDeleted && rivals.includes(deleted));
    if (taken === undefined || deleted.isReplaced) return;
    // A longer one of theirs, which they deleted themselves, tells nothing.
    if (plain(deleted.message.text).length > plain(taken.message.text).length) return;
    Object.assign(deleted, { isReplaced: true, rivals: [] });
    Object.assign(taken, { isReplaced: false, rivals: [] });
    if (taken.state !== 'over') return;
    taken.state = 'read';
    this.#options.read(taken.message);
  }

  /** The deletion of what it replaces tells whose it is. Without one, nobody's: it is not read. */
  #waitFor(message: ChatMessage): void {
    const unclear: Unclear = { message, timer: setTimeout(() => this.#unclear.delete(unclear), MAX_UNCLEAR_MS) };
    this.#unclear.add(unclear);
    for (const original of this.#recent) {
      const mayBeIt = original.state === 'held' && saysLineOf(message, original);
      // Others' messages must not hold it on and on.
      if (mayBeIt && performance.now() - original.atMs < MAX_UNCLEAR_MS) this.#hold(original, MAX_UNCLEAR_MS);
    }
  }

  #forget(unclear: Unclear): void {
    clearTimeout(unclear.timer);
    this.#unclear.delete(unclear);
  }
}

function isRecent({ atMs }: Original): boolean {
  return performance.now() - atMs < RECENT_MS;
}

function isSameWriter(one: Original, other: Original): boolean {
  return one.message.authorId === other.message.authorId;
}

function end(original: Original, state: Original['state']): void {
  clearTimeout(original.timer);
  original.state = state;
}

/** A proxy bot repeats what it was given, without the marks that call it, or a part. A file may have no words at all. */
function mayReplace(proxied: ChatMessage, { message: { id, channelId, hasFiles }, texts }: Original): boolean {
  if (channelId !== proxied.channelId || !isOlder(id, proxied.id)) return false;
  const words = plain(proxied.text);
  return words === '' ? hasFiles && proxied.hasFiles : texts.some((text) => isPartOf(words, plain(text)));
}

/** Ids grow with time. */
function isOlder(id: string, other: string): boolean {
  return id.length === other.length ? id < other : id.length < other.length;
}

/** How many characters more the original has: the marks that call the proxy bot, or other words. */
function surplusOf(proxied: ChatMessage, { texts }: Original): number {
  const words = plain(proxied.text);
  const lengths = texts.map(plain).flatMap((text) => (text.includes(words) ? [text.length] : []));
  return Math.min(...lengths) - words.length;
}

/** Whether the original is the message and marks that call a proxy bot. */
function saysAllOf(proxied: ChatMessage, { texts }: Original): boolean {
  return texts.some((text) => marksIn(plain(text), plain(proxied.text)) !== undefined);
}

/** Whether it, or a line of it, is: some bots post lines apart. */
function saysLineOf(proxied: ChatMessage, original: Original): boolean {
  if (!mayReplace(proxied, original)) return false;
  const lines = original.texts.flatMap((text) => text.split('\n'));
  return saysAllOf(proxied, original) || lines.some((line) => marksIn(plain(line), plain(proxied.text)) !== undefined);
}

/** Whether all that a text says is in the message: what has more must not be heard on in its place. */
function isAll(proxied: ChatMessage, text: string): boolean {
  const words = plain(proxied.text);
  const marks = marksIn(plain(text), words);
  return marks !== undefined && marks <= Math.max(words.length, MAX_TAG);
}

/**
 * Where all are of one person, the one that was deleted, or is held, and has least besides the proxied message; of several,
 * the oldest.
 */
function theOne(originals: readonly Original[], proxied: ChatMessage): Original | undefined {
  const [first] = originals;
  if (first === undefined || !originals.every((each) => isSameWriter(each, first))) return undefined;
  const rank = (each: Original): number =>
    surplusOf(proxied, each) + (each.isDeleted ? 0 : MAX_LENGTH) + (each.state === 'held' ? 0 : MAX_LENGTH / 2);
  return originals.toSorted((one, other) => rank(one) - rank(other))[0];
}

/** The original, unless an open one of somebody else may be meant. */
function alone(original: Original | undefined, open: readonly Original[]): Original | undefined {
  return original !== undefined && open.every((each) => isSameWriter(each, original)) ? original : undefined;
}

/** The one that was deleted before and says the same, where only one person's may be meant. */
function deletedOne(proxied: ChatMessage, originals: readonly Original[]): Original | undefined {
  if (theOne(originals, proxied) === undefined) return undefined;
  const isGone = (each: Original): boolean => !each.isReplaced && each.isDeleted && saysAllOf(proxied, each);
  return theOne(originals.filter(isGone), proxied);
}

/** The message as its writer's: their mutes, roles and limits apply to it, under the name that it was posted with. */
function asIdentity(proxied: ChatMessage, { authorId, authorRoleIds, isSilent }: ChatMessage): ChatMessage {
  return { ...proxied, authorKind: 'identity', authorId, authorRoleIds, isSilent: proxied.isSilent || isSilent };
}
