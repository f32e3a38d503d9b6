import { dropOldestBeyond } from '../bounded-map.ts';
import {
  findOriginal,
  isRepeatedBy,
  MAX_UNCLEAR_MS,
  mayBeOf,
  newOriginal,
  newProxied,
  noteVersion,
  type Original,
  type Proxied,
  rivalsOf,
  saysAllOf,
  takeFrom,
} from './proxied-original.ts';
import type { ChatMessage, UnreadMessage } from './reading-ports.ts';

/** A proxy bot posts within seconds of the message that it replaces; after this long neither is looked for. */
const RECENT_MS = 15_000;
/** Messages of one guild that a proxy bot may be about to replace; beyond it the oldest is not looked for any more. */
const MAX_RECENT = 50;

/**
 * How long a message is held that a proxy bot may replace: half as long again as the slowest of its last posts took, and
 * longer while a proxied message is unclear that may be made of it.
 */
const FIRST_HOLD_MS = 1_500;
const MIN_HOLD_MS = 500;
const MAX_HOLD_MS = 3_000;
const MARGIN = 1.5;
const MEASURED = 20;

/** After so many messages in a row that no proxy bot replaced, a person's messages are not held until one is. */
const MAX_MISSES = 20;
/** Messages in people's names whose writers are remembered, for when they are edited. */
const MAX_WRITERS = 200;

/** What the messages of a guild are handed to, and what is known of its people. */
export interface ProxiedMessagesOptions {
  /** Whether the person has written through a proxy bot here. */
  readonly usesProxy: (userId: string) => boolean;
  /** Who has written under this name through a proxy bot here. */
  readonly ownersOf: (name: string) => readonly string[];
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
  readonly #unclear = new Set<Proxied>();
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
    else this.#takeProxied(newProxied(message, performance.now()));
  }

  /** Takes in a new version of a message. Returns it as it is to be read; `undefined` where nothing of it is read yet. */
  edit(message: ChatMessage): ChatMessage | undefined {
    const original = this.#recent.find((each) => each.message.id === message.id && isRecent(each));
    if (original !== undefined) noteVersion(original, message);
    if (original?.state === 'held') return undefined;
    if (message.authorKind !== 'proxied') return message;
    for (const unclear of this.#unclear) if (unclear.message.id === message.id) unclear.message = message;
    const writer = this.#writers.get(message.id);
    return writer && asIdentity(message, writer);
  }

  /** Takes in that messages were deleted. */
  delete(messageIds: ReadonlySet<string>): void {
    const originals = this.#recent.filter(({ message }) => messageIds.has(message.id));
    for (const original of originals) {
      original.deletedAtMs ??= performance.now();
      if (original.state === 'held') end(original, 'over');
    }
    for (const unclear of [...this.#unclear]) {
      for (const { message } of originals) unclear.deleted.add(message.id);
      if (messageIds.has(unclear.message.id)) this.#forget(unclear);
    }
    const unclear = [...this.#unclear];
    for (const each of unclear) {
      const mayBeIt = originals.some((original) => mayBeOf(each, original));
      if (mayBeIt && unclear.some((other) => isRepeatedBy(each, other))) each.isDoubled = true;
    }
    for (const each of unclear) if (this.#attribute(each)) this.#forget(each);
    for (const original of originals) original.isCut = true;
  }

  /** Remembers whose a message in somebody's name is, which an earlier process found out. */
  noteWriter(message: ChatMessage): void {
    this.#writers.set(message.id, message);
    dropOldestBeyond(MAX_WRITERS, this.#writers);
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
    const mayBeUnclear = [...this.#unclear].some((unclear) => mayBeOf(unclear, original));
    if (isHeld) this.#hold(original, mayBeUnclear ? MAX_UNCLEAR_MS : this.#holdMs());
    else read(message);
    // After a restart the proxied message may be seen before its original.
    for (const unclear of [...this.#unclear]) if (this.#attribute(unclear)) this.#forget(unclear);
  }

  #add(message: ChatMessage, state: 'held' | 'read'): Original {
    const isProxyUsers = this.#options.usesProxy(message.authorId);
    const original = newOriginal(message, { state, atMs: performance.now(), isProxyUsers });
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
  #attribute(proxied: Proxied, isLast = false): boolean {
    const { read, readInstead, onIdentity, ownersOf } = this.#options;
    const { message } = proxied;
    const originals = this.#recent.filter(isRecent);
    const original = findOriginal(proxied, { originals, owners: ownersOf(message.authorName), isLast });
    if (original === undefined) return false;
    const { authorId: writerId, id } = original.message;
    this.#delaysMs = [...this.#delaysMs, Math.max(proxied.atMs - original.atMs, 0)].slice(-MEASURED);
    this.#misses.delete(writerId);
    const identity = asIdentity(message, original.message);
    this.noteWriter(identity);
    onIdentity(writerId, message.authorName);
    const isCut = original.isCut || !saysAllOf(proxied, original);
    const giveBack = this.#take(original, proxied);
    const { state } = original;
    if (state === 'heard' || state === 'dropped') return true;
    const isHeard = state === 'read' && readInstead(identity, { id, isCut });
    end(original, isHeard ? 'heard' : 'over');
    if (giveBack !== undefined) original.timer = setTimeout(giveBack, MAX_UNCLEAR_MS);
    if (state !== 'read') read(identity);
    return true;
  }

  /**
   * Takes the original for replaced. Returns what gives it back, where the message may be made of others of the person: when
   * one of those was deleted, and this one was not, it is their own.
   */
  #take(original: Original, proxied: Proxied): (() => void) | undefined {
    const { versions, isReplaced, deletedAtMs } = original;
    const rivals = isReplaced || deletedAtMs !== undefined ? [] : rivalsOf(original, proxied, this.#recent);
    takeFrom(original, proxied);
    if (rivals.length === 0) return undefined;
    return () => {
      const meant = rivals.find((each) => each.deletedAtMs !== undefined && !each.isReplaced);
      if (original.deletedAtMs !== undefined || meant === undefined) return;
      takeFrom(meant, proxied);
      Object.assign(original, { versions, isReplaced: false });
      if (original.state !== 'over') return;
      original.state = 'read';
      this.#options.read(original.message);
    };
  }

  /** What is unclear waits for the deletion of what it replaces. Without one, it is nobody's, and not read. */
  #takeProxied(proxied: Proxied): void {
    if (this.#attribute(proxied)) return;
    proxied.timer = setTimeout(() => {
      this.#attribute(proxied, true);
      this.#unclear.delete(proxied);
    }, MAX_UNCLEAR_MS);
    this.#unclear.add(proxied);
    for (const original of this.#recent) {
      const mayBeIt = original.state === 'held' && mayBeOf(proxied, original);
      // Others' messages must not hold it on and on.
      if (mayBeIt && performance.now() - original.atMs < MAX_UNCLEAR_MS) this.#hold(original, MAX_UNCLEAR_MS);
    }
  }

  #forget(unclear: Proxied): void {
    clearTimeout(unclear.timer);
    this.#unclear.delete(unclear);
  }
}

function isRecent({ atMs }: Original): boolean {
  return performance.now() - atMs < RECENT_MS;
}

function end(original: Original, state: Original['state']): void {
  clearTimeout(original.timer);
  original.state = state;
}

/** The message as its writer's: their mutes, roles and limits apply to it, under the name that it was posted with. */
function asIdentity(proxied: ChatMessage, { authorId, authorRoleIds, isSilent }: ChatMessage): ChatMessage {
  return { ...proxied, authorKind: 'identity', authorId, authorRoleIds, isSilent: proxied.isSilent || isSilent };
}
