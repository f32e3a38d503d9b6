import { untilAborted } from '../../../async.ts';
import type { Logger } from '../../../log.ts';
import type { RateBudget } from '../../client/rate-budget.ts';
import { EDITABLE_FOR_MS } from './caption-edit-limits.ts';
import { createRequestLane } from './request-lane.ts';

/** Most lines that wait to be posted; beyond it the oldest is dropped. It stays in the transcript. */
const MAX_WAITING = 2_000;
/** Most posted lines that can still change; beyond it the oldest stays as it is. */
const MAX_KNOWN = 1_000;
/** Most lines that share one message when more lines wait than may be posted. */
const MAX_LINES_TOGETHER = 10;
/** Edits that interim text leaves to final text. */
const EDITS_RESERVED_FOR_FINALS = 1;

/** A page of a turn, or a notice of the bot, which has no `userId`. */
export interface DisplayLine {
  readonly lineId: string;
  readonly userId: string | undefined;
  readonly content: string;
  /** The content without interim text; empty where that is all of it. */
  readonly settled: string;
  /** When the speech in it began: milliseconds since 1970. */
  readonly spokenAtMs: number;
  /** Final text takes precedence where not everything can be sent. */
  readonly isInterim: boolean;
}

/** Requests to Discord, none of which throws. `Handle` identifies a message. */
export interface DisplayPort<Handle> {
  /** `refused`: retrying is useless. */
  post(
    lines: readonly DisplayLine[],
  ): Promise<{ readonly kind: 'posted'; readonly handle: Handle } | { readonly kind: 'refused' | 'unreachable' }>;
  /** `gone`: the message or its webhook was deleted. */
  edit(
    handle: Handle,
    lines: readonly DisplayLine[],
  ): Promise<{ readonly kind: 'edited' | 'gone' | 'refused' | 'unreachable' }>;
  remove(handle: Handle): Promise<{ readonly kind: 'removed' | 'unreachable' }>;
  /** Whether these lines fit one message. */
  fits(lines: readonly DisplayLine[]): boolean;
  /** What Discord allows in this channel, for the current kind of messages. */
  budgets(): { readonly posts: RateBudget; readonly edits: RateBudget };
}

interface Entry<Handle> {
  /** Order of first appearance. */
  readonly rank: number;
  line: DisplayLine;
  message: Message<Handle> | undefined;
  /** What is at Discord; `undefined` where that is nothing, or unknown. */
  shown: string | undefined;
  /** The same without interim text; empty before anything is there. */
  settled: string;
  /** Its speaker wants no more of it shown: it may be taken back, and never moves to another message. */
  isForgotten: boolean;
}

const NOT_SHOWN = { message: undefined, shown: undefined, settled: '', isForgotten: false } as const;

interface Message<Handle> {
  entries: Entry<Handle>[];
  handle: Handle | undefined;
  postedAtMs: number;
  /** A line was removed from the message but is still at Discord. */
  hasLeftover: boolean;
}

/**
 * Posts lines to Discord in the order of their first appearance and keeps them up to date. One post and one edit are
 * under way at a time, each with the newest state; final text goes before interim text. When more lines wait than may be
 * posted, several share one message. Failures delay lines and lose none. It has no timers while idle.
 */
export class DisplayQueue<Handle> {
  readonly #port: DisplayPort<Handle>;
  readonly #log: Logger;
  readonly #signal: AbortSignal;
  readonly #entries = new Map<string, Entry<Handle>>();
  readonly #waiting: Entry<Handle>[] = [];
  readonly #dirty = new Set<Message<Handle>>();
  readonly #idle = new Set<() => void>();
  readonly #posts = createRequestLane();
  readonly #edits = createRequestLane();
  #lastRank = 0;

  /** `signal` ends all work; unsent lines stay unsent. */
  constructor(port: DisplayPort<Handle>, log: Logger, signal: AbortSignal) {
    this.#port = port;
    this.#log = log;
    this.#signal = signal;
  }

  /** Shows a new line, or the new state of a known one. */
  set(line: DisplayLine): void {
    if (this.#signal.aborted) return;
    const known = this.#entries.get(line.lineId);
    if (known === undefined) this.#add(line);
    else {
      known.line = line;
      this.#touch(known);
    }
    this.#pump();
  }

  /** Removes a line; ignores unknown ones. */
  delete(lineId: string): void {
    const entry = this.#entries.get(lineId);
    if (entry === undefined) return;
    this.#entries.delete(lineId);
    const place = this.#waiting.indexOf(entry);
    if (place !== -1) this.#waiting.splice(place, 1);
    if (entry.message !== undefined) this.#detach(entry, entry.message);
    this.#pump();
  }

  /**
   * Shows nothing more of what a person has said so far. What waits is dropped; what is being sent is taken back once it
   * is there; interim text is removed. Final text that is at Discord stays.
   */
  forget(userId: string): void {
    for (const entry of [...this.#entries.values()]) {
      if (entry.line.userId !== userId) continue;
      this.#entries.delete(entry.line.lineId);
      const place = this.#waiting.indexOf(entry);
      if (place !== -1) this.#waiting.splice(place, 1);
      if (entry.message !== undefined) this.#takeBack(entry, entry.message);
    }
    this.#pump();
  }

  /** Resolves when everything is at Discord, or one of the signal and the queue's own aborts. */
  async flush(signal: AbortSignal): Promise<void> {
    if (this.#isIdle() || signal.aborted || this.#signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.add(resolve);
    await untilAborted(promise, signal).catch(() => undefined);
    this.#idle.delete(resolve);
  }

  #add(line: DisplayLine): void {
    this.#lastRank += 1;
    const entry: Entry<Handle> = { rank: this.#lastRank, line, ...NOT_SHOWN };
    this.#entries.set(line.lineId, entry);
    this.#waiting.push(entry);
    if (this.#waiting.length > MAX_WAITING) this.#dropLine(this.#waiting.shift());
    if (this.#entries.size > MAX_KNOWN + this.#waiting.length) this.#dropOldest();
  }

  #dropLine(entry: Entry<Handle> | undefined): void {
    if (entry !== undefined) this.#entries.delete(entry.line.lineId);
    this.#log.error('a caption line could not be shown');
  }

  #dropOldest(): void {
    for (const [lineId, entry] of this.#entries) {
      if (entry.message === undefined || isChanged(entry)) continue;
      this.#entries.delete(lineId);
      return;
    }
  }

  #touch(entry: Entry<Handle>): void {
    if (!isChanged(entry)) return;
    if (entry.message !== undefined) this.#dirty.add(entry.message);
    else if (!this.#waiting.includes(entry)) this.#wait(entry);
  }

  #takeBack(entry: Entry<Handle>, message: Message<Handle>): void {
    if (entry.settled === '') {
      this.#detach(entry, message);
      return;
    }
    entry.isForgotten = true;
    entry.line = { ...entry.line, content: entry.settled, settled: entry.settled, isInterim: false };
    this.#touch(entry);
  }

  #detach(entry: Entry<Handle>, message: Message<Handle>): void {
    message.entries = message.entries.filter((other) => other !== entry);
    message.hasLeftover = true;
    entry.message = undefined;
    entry.shown = undefined;
    entry.settled = '';
    this.#dirty.add(message);
  }

  #pump(): void {
    this.#pumpPosts();
    this.#pumpEdits();
    // The signal outlives the queue. A listener on it would keep the queue and all its lines in memory.
    if (this.#isIdle()) this.#stop();
    else this.#signal.addEventListener('abort', this.#stop);
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#dirty.size === 0 && !this.#posts.isBusy && !this.#edits.isBusy;
  }

  #pumpPosts(): void {
    if (this.#waiting.length === 0 || this.#signal.aborted) return;
    const { posts } = this.#port.budgets();
    this.#posts.run(
      () => posts.waitMs(Date.now()),
      () => this.#pump(),
      async () => {
        const left = posts.left(Date.now());
        posts.take(Date.now());
        return this.#post(this.#takeBatch(left));
      },
    );
  }

  /** The lines of the next message: one, unless more lines wait than may be posted. */
  #takeBatch(left: number): Entry<Handle>[] {
    const [first] = this.#waiting;
    if (first === undefined) return [];
    const wanted = Math.min(MAX_LINES_TOGETHER, Math.ceil(this.#waiting.length / Math.max(1, left)));
    const batch = [first];
    for (const entry of this.#waiting.slice(1, wanted)) {
      const isSpoken = first.line.userId !== undefined && entry.line.userId !== undefined;
      if (!isSpoken || !this.#port.fits([...batch, entry].map(({ line }) => line))) break;
      batch.push(entry);
    }
    this.#waiting.splice(0, batch.length);
    return batch;
  }

  async #post(entries: Entry<Handle>[]): Promise<boolean> {
    const message: Message<Handle> = { entries, handle: undefined, postedAtMs: Date.now(), hasLeftover: false };
    for (const entry of entries) entry.message = message;
    const lines = entries.map(({ line }) => line);
    const outcome = await this.#port.post(lines);
    this.#dirty.delete(message);
    if (outcome.kind === 'posted') {
      message.handle = outcome.handle;
      noteShown(entries, lines);
      if (isDirty(message)) this.#dirty.add(message);
      return true;
    }
    for (const entry of message.entries) {
      entry.message = undefined;
      if (outcome.kind === 'refused') this.#dropLine(entry);
      else this.#wait(entry);
    }
    return outcome.kind === 'refused';
  }

  #wait(entry: Entry<Handle>): void {
    this.#waiting.push(entry);
    this.#waiting.sort((one, other) => one.rank - other.rank);
  }

  #pumpEdits(): void {
    const next = this.#nextEdit();
    if (next === undefined || this.#signal.aborted) return;
    const { edits } = this.#port.budgets();
    const reserve = isUrgent(next) ? 0 : EDITS_RESERVED_FOR_FINALS;
    this.#edits.run(
      () => edits.waitMs(Date.now(), reserve),
      () => this.#pump(),
      async () => {
        edits.take(Date.now());
        this.#dirty.delete(next);
        const done = await this.#refresh(next);
        if (isDirty(next)) this.#dirty.add(next);
        return done;
      },
    );
  }

  /** The message that has waited longest; final text and removals go first. */
  #nextEdit(): Message<Handle> | undefined {
    const editable = [...this.#dirty].filter((message) => message.handle !== undefined);
    return editable.find(isUrgent) ?? editable[0];
  }

  async #refresh(message: Message<Handle>): Promise<boolean> {
    const { handle } = message;
    if (handle === undefined) return true;
    if (Date.now() - message.postedAtMs > EDITABLE_FOR_MS) this.#detachChanged(message);
    while (message.entries.length > 1 && !this.#port.fits(message.entries.map(({ line }) => line))) {
      this.#moveOn(message.entries.at(-1), message);
    }
    const { entries } = message;
    const lines = entries.map(({ line }) => line);
    const hadLeftover = message.hasLeftover;
    message.hasLeftover = false;
    const outcome = entries.length === 0 ? await this.#port.remove(handle) : await this.#port.edit(handle, lines);
    switch (outcome.kind) {
      case 'unreachable':
        message.hasLeftover ||= hadLeftover;
        // Discord may have done it all the same.
        for (const [index, entry] of entries.entries()) {
          if (lines[index]?.content !== entry.shown) entry.shown = undefined;
        }
        return false;
      case 'gone':
        this.#abandon(message);
        return true;
      case 'refused':
        this.#log.error('a caption line could not be edited');
        noteShown(entries, lines);
        return true;
      case 'edited':
      case 'removed':
        noteShown(entries, lines);
        return true;
    }
  }

  #detachChanged(message: Message<Handle>): void {
    for (const entry of message.entries.filter(isChanged)) this.#moveOn(entry, message);
  }

  /** Changed lines of a deleted message go into another one. */
  #abandon(message: Message<Handle>): void {
    this.#detachChanged(message);
    for (const entry of message.entries) entry.message = undefined;
    message.entries = [];
    message.hasLeftover = false;
    this.#dirty.delete(message);
  }

  /** Moves a line from its message to the next one. */
  #moveOn(entry: Entry<Handle> | undefined, message: Message<Handle>): void {
    if (entry === undefined) return;
    this.#detach(entry, message);
    if (!entry.isForgotten) this.#wait(entry);
  }

  readonly #stop = (): void => {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#posts.stop();
    this.#edits.stop();
    for (const resolve of this.#idle) resolve();
  };
}

function isChanged(entry: Entry<unknown>): boolean {
  return entry.line.content !== entry.shown;
}

function isDirty(message: Message<unknown>): boolean {
  return message.hasLeftover || message.entries.some(isChanged);
}

function isUrgent(message: Message<unknown>): boolean {
  return message.hasLeftover || message.entries.some((entry) => isChanged(entry) && !entry.line.isInterim);
}

function noteShown(entries: readonly Entry<unknown>[], lines: readonly DisplayLine[]): void {
  for (const [index, entry] of entries.entries()) {
    if (entry.message === undefined) continue;
    entry.shown = lines[index]?.content;
    // What was taken back meanwhile goes back to what was there before.
    if (!entry.isForgotten) entry.settled = lines[index]?.settled ?? '';
  }
}
