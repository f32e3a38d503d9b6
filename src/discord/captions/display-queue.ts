import type { Logger } from '../../log.ts';
import type { RateBudget } from './rate-budget.ts';
import { createRequestLane } from './request-lane.ts';

/** Discord limits edits of messages older than an hour (30046): what changes after this goes into a new message. */
const EDITABLE_FOR_MS = 55 * 60_000;
/** Lines that wait for a message of their own; beyond it the oldest is given up. It stays in the transcript. */
const MAX_WAITING = 2_000;
/** Lines that can still be changed; beyond it the oldest is forgotten and stays as it stands. */
const MAX_KNOWN = 1_000;
/** Most lines that share one message when there are more than messages may be sent. */
const MAX_LINES_TOGETHER = 10;
/** Interim text leaves this much of the edits' budget to final text. */
const EDITS_KEPT_FOR_FINALS = 1;

/** Something shown: a stretch of somebody's turn, or words of the bot's own, which have no `userId`. */
export interface DisplayLine {
  readonly lineId: string;
  readonly userId: string | undefined;
  readonly content: string;
  /** Gives way to final text where not everything can be sent. */
  readonly isInterim: boolean;
}

/** Requests to Discord; none of them throws. `Handle` is what a message is found by. */
export interface DisplayPort<Handle> {
  /** `refused`: it will never be taken. */
  post(
    lines: readonly DisplayLine[],
  ): Promise<{ readonly kind: 'posted'; readonly handle: Handle } | { readonly kind: 'refused' | 'unreachable' }>;
  /** `gone`: the message, or what it was sent with, is no longer there. */
  edit(
    handle: Handle,
    lines: readonly DisplayLine[],
  ): Promise<{ readonly kind: 'edited' | 'gone' | 'refused' | 'unreachable' }>;
  remove(handle: Handle): Promise<{ readonly kind: 'removed' | 'unreachable' }>;
  /** Whether these lines fit one message. */
  fits(lines: readonly DisplayLine[]): boolean;
  /** What Discord allows in this channel as messages are sent now. */
  budgets(): { readonly posts: RateBudget; readonly edits: RateBudget };
}

interface Entry<Handle> {
  /** Order of first appearance. */
  readonly rank: number;
  line: DisplayLine;
  message: Message<Handle> | undefined;
  /** What stands at Discord. */
  shown: string | undefined;
}

interface Message<Handle> {
  entries: Entry<Handle>[];
  handle: Handle | undefined;
  postedAtMs: number;
  /** A line was taken out and still stands at Discord. */
  hasLeftover: boolean;
}

/**
 * Brings lines to Discord in the order of their first appearance and keeps them up to date: one request for posts and
 * one for edits under way, each with the newest state; final text before interim. When more lines wait than messages
 * may be sent, several share one message. Failures delay lines and lose none. Idle without timers.
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

  /** `signal` ends all work; what was not sent by then is not sent. */
  constructor(port: DisplayPort<Handle>, log: Logger, signal: AbortSignal) {
    this.#port = port;
    this.#log = log;
    this.#signal = signal;
  }

  /** Shows a new line, or another state of one that is shown. */
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

  /** Takes a line away; unknown ones are no matter. */
  delete(lineId: string): void {
    const entry = this.#entries.get(lineId);
    if (entry === undefined) return;
    this.#entries.delete(lineId);
    const place = this.#waiting.indexOf(entry);
    if (place !== -1) this.#waiting.splice(place, 1);
    if (entry.message !== undefined) this.#detach(entry, entry.message);
    this.#pump();
  }

  /** Resolves when everything stands at Discord, or the signal aborts, or the queue's own. */
  async flush(signal: AbortSignal): Promise<void> {
    if (this.#isIdle() || signal.aborted || this.#signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#idle.delete(resolve);
  }

  #add(line: DisplayLine): void {
    this.#lastRank += 1;
    const entry: Entry<Handle> = { rank: this.#lastRank, line, message: undefined, shown: undefined };
    this.#entries.set(line.lineId, entry);
    this.#waiting.push(entry);
    if (this.#waiting.length > MAX_WAITING) this.#giveUp(this.#waiting.shift());
    if (this.#entries.size > MAX_KNOWN + this.#waiting.length) this.#forgetOldest();
  }

  #giveUp(entry: Entry<Handle> | undefined): void {
    if (entry !== undefined) this.#entries.delete(entry.line.lineId);
    this.#log.error('a caption line could not be shown');
  }

  #forgetOldest(): void {
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

  #detach(entry: Entry<Handle>, message: Message<Handle>): void {
    message.entries = message.entries.filter((other) => other !== entry);
    message.hasLeftover = true;
    entry.message = undefined;
    entry.shown = undefined;
    this.#dirty.add(message);
  }

  #pump(): void {
    this.#pumpPosts();
    this.#pumpEdits();
    // The signal outlives the queue and would keep it, with every line, for as long as it listens.
    if (this.#isIdle()) this.#rest();
    else this.#signal.addEventListener('abort', this.#rest);
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

  /** The lines of the next message: one, unless more wait than messages are left. */
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
      if (outcome.kind === 'refused') this.#giveUp(entry);
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
    const reserve = isUrgent(next) ? 0 : EDITS_KEPT_FOR_FINALS;
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

  /** The message that has waited longest, those with final text or removals first. */
  #nextEdit(): Message<Handle> | undefined {
    const editable = [...this.#dirty].filter((message) => message.handle !== undefined);
    return editable.find(isUrgent) ?? editable[0];
  }

  async #refresh(message: Message<Handle>): Promise<boolean> {
    const { handle } = message;
    if (handle === undefined) return true;
    if (Date.now() - message.postedAtMs > EDITABLE_FOR_MS) this.#detachChanged(message);
    while (message.entries.length > 1 && !this.#port.fits(message.entries.map(({ line }) => line))) {
      this.#sendAway(message.entries.at(-1), message);
    }
    const { entries } = message;
    const lines = entries.map(({ line }) => line);
    const hadLeftover = message.hasLeftover;
    message.hasLeftover = false;
    const outcome = entries.length === 0 ? await this.#port.remove(handle) : await this.#port.edit(handle, lines);
    switch (outcome.kind) {
      case 'unreachable':
        message.hasLeftover ||= hadLeftover;
        return false;
      case 'gone':
        this.#abandon(message);
        return true;
      case 'refused':
        this.#log.error('a caption line could not be changed');
        noteShown(entries, lines);
        return true;
      case 'edited':
      case 'removed':
        noteShown(entries, lines);
        return true;
    }
  }

  #detachChanged(message: Message<Handle>): void {
    for (const entry of message.entries.filter(isChanged)) this.#sendAway(entry, message);
  }

  /** A message that is gone is left alone; what changed in it, now or later, goes into another. */
  #abandon(message: Message<Handle>): void {
    this.#detachChanged(message);
    for (const entry of message.entries) entry.message = undefined;
    message.entries = [];
    message.hasLeftover = false;
    this.#dirty.delete(message);
  }

  /** Lets a line wait for another message than the one it is in. */
  #sendAway(entry: Entry<Handle> | undefined, message: Message<Handle>): void {
    if (entry === undefined) return;
    this.#detach(entry, message);
    this.#wait(entry);
  }

  readonly #rest = (): void => {
    this.#signal.removeEventListener('abort', this.#rest);
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
  for (const [index, entry] of entries.entries()) if (entry.message !== undefined) entry.shown = lines[index]?.content;
}
