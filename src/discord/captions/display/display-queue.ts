import { untilAborted } from '../../../concurrency/async.ts';
import type { Logger } from '../../../log/log.ts';
import type { RateBudget } from '../../client/rate-budget.ts';
import { EDITABLE_FOR_MS } from './caption-edit-limits.ts';
import { countWords } from './caption-message-text.ts';
import {
  type DisplayedMessage,
  type Entry,
  isChanged,
  isDirty,
  isUrgent,
  lineOf,
  NEW,
  NOT_SHOWN,
  noteShown,
} from './display-entries.ts';
import type { DisplayLine } from './display-line.ts';
import { createRequestLane } from './request-lane.ts';

/** Most lines that wait to be posted; beyond it the oldest is dropped. It stays in the transcript. */
const MAX_WAITING = 2_000;
/** Most posted lines that can still change; beyond it the oldest stays as it is. */
const MAX_KNOWN = 1_000;
/** Most lines that share one message when more lines wait than may be posted. */
const MAX_LINES_TOGETHER = 10;
/** Edits that interim text leaves to final text. */
const EDITS_RESERVED_FOR_FINALS = 1;

/** Requests to Discord, none of which throws. `Handle` identifies a message. */
export interface DisplayPort<Handle> {
  /** `refused`: retrying is useless. */
  post(
    lines: readonly DisplayLine[],
  ): Promise<{ readonly kind: 'posted'; readonly handle: Handle } | { readonly kind: 'refused' | 'unreachable' }>;
  /**
   * `gone`: the message was deleted, or its webhook was, and it stays as it is. `withdrawn`: its webhook was deleted, and
   * the bot has deleted the message.
   */
  edit(
    handle: Handle,
    lines: readonly DisplayLine[],
  ): Promise<{ readonly kind: 'edited' | 'gone' | 'withdrawn' | 'refused' | 'unreachable' }>;
  /** `gone`: it stays as it is, out of the bot's reach. */
  remove(handle: Handle): Promise<{ readonly kind: 'removed' | 'gone' | 'unreachable' }>;
  /** Whether these lines fit one message. */
  fits(lines: readonly DisplayLine[]): boolean;
  /** What Discord allows in this channel, for the current kind of messages. */
  budgets(): { readonly posts: RateBudget; readonly edits: RateBudget };
}

/**
 * Posts lines to Discord in the order of their first appearance and keeps them up to date. One post and one edit are
 * under way at a time, each with the newest state; final text goes before interim text. When more lines wait than may be
 * posted, several share one message. A line whose message can't be changed any more continues in another one. Failures
 * delay lines and lose none. It has no timers while idle.
 */
export class DisplayQueue<Handle> {
  readonly #port: DisplayPort<Handle>;
  readonly #log: Logger;
  readonly #signal: AbortSignal;
  readonly #entries = new Map<string, Entry<Handle>>();
  readonly #waiting: Entry<Handle>[] = [];
  readonly #dirty = new Set<DisplayedMessage<Handle>>();
  readonly #idle = new Set<() => void>();
  readonly #posts = createRequestLane();
  readonly #edits = createRequestLane();
  /** By user id: up to which rank their lines were forgotten, those too that are no longer known. */
  readonly #forgotten = new Map<string, number>();
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
    entry.isForgotten = true;
    this.#unwait(entry);
    if (entry.message !== undefined) this.#detach(entry, entry.message);
    this.#pump();
  }

  /**
   * Shows nothing more of what a person has said so far. What waits is dropped; what is being sent is taken back once it
   * is there; interim text is removed. Final text that is at Discord stays.
   */
  forget(userId: string): void {
    this.#forgotten.set(userId, this.#lastRank);
    for (const entry of [...this.#entries.values()]) {
      if (entry.line.userId !== userId) continue;
      this.#entries.delete(entry.line.lineId);
      entry.isForgotten = true;
      this.#unwait(entry);
      if (entry.message !== undefined) this.#takeBack(entry, entry.message);
    }
    this.#pump();
  }

  /** Resolves with true when everything is at Discord, or with false when the signal or the queue's own aborts. */
  async flush(signal: AbortSignal): Promise<boolean> {
    if (this.#isIdle() || signal.aborted || this.#signal.aborted) return this.#isIdle();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.add(resolve);
    await untilAborted(promise, signal).catch(() => undefined);
    this.#idle.delete(resolve);
    return this.#isIdle();
  }

  #add(line: DisplayLine): void {
    this.#lastRank += 1;
    const entry: Entry<Handle> = { rank: this.#lastRank, line, ...NEW };
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
      if (isChanged(entry) || entry.isMoving) continue;
      this.#entries.delete(lineId);
      return;
    }
  }

  #touch(entry: Entry<Handle>): void {
    const isEmpty = lineOf(entry).content === '';
    if (isEmpty && entry.message !== undefined) this.#detach(entry, entry.message);
    else if (isEmpty) this.#unwait(entry);
    if (!isChanged(entry)) return;
    if (entry.message !== undefined) this.#dirty.add(entry.message);
    else if (!entry.isMoving && !this.#waiting.includes(entry)) this.#wait(entry);
  }

  #takeBack(entry: Entry<Handle>, message: DisplayedMessage<Handle>): void {
    if (entry.settled === '') {
      this.#detach(entry, message);
      return;
    }
    entry.carried = 0;
    entry.line = { ...entry.line, content: entry.settled, settled: entry.settled, isInterim: false };
    this.#touch(entry);
  }

  #detach(entry: Entry<Handle>, message: DisplayedMessage<Handle>): void {
    message.entries = message.entries.filter((other) => other !== entry);
    message.hasLeftover = true;
    Object.assign(entry, NOT_SHOWN);
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
      () => posts.waitMs(performance.now()),
      () => this.#pump(),
      async () => {
        const left = posts.left(performance.now());
        posts.take(performance.now());
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
      if (!isSpoken || !this.#port.fits([...batch, entry].map(lineOf))) break;
      batch.push(entry);
    }
    this.#waiting.splice(0, batch.length);
    return batch;
  }

  async #post(entries: Entry<Handle>[]): Promise<boolean> {
    const message: DisplayedMessage<Handle> = {
      ...{ entries, handle: undefined, postedAtMs: performance.now(), hasLeftover: false, moving: [] },
    };
    for (const entry of entries) entry.message = message;
    const lines = entries.map(lineOf);
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

  #unwait(entry: Entry<Handle>): void {
    const place = this.#waiting.indexOf(entry);
    if (place !== -1) this.#waiting.splice(place, 1);
  }

  #pumpEdits(): void {
    const next = this.#nextEdit();
    if (next === undefined || this.#signal.aborted) return;
    const { edits } = this.#port.budgets();
    const reserve = isUrgent(next) ? 0 : EDITS_RESERVED_FOR_FINALS;
    this.#edits.run(
      () => edits.waitMs(performance.now(), reserve),
      () => this.#pump(),
      async () => {
        edits.take(performance.now());
        this.#dirty.delete(next);
        const done = await this.#refresh(next);
        if (isDirty(next)) this.#dirty.add(next);
        return done;
      },
    );
  }

  /** The message that has waited longest; final text and removals go first. */
  #nextEdit(): DisplayedMessage<Handle> | undefined {
    const editable = [...this.#dirty].filter((message) => message.handle !== undefined);
    return editable.find(isUrgent) ?? editable[0];
  }

  async #refresh(message: DisplayedMessage<Handle>): Promise<boolean> {
    const { handle } = message;
    if (handle === undefined) return true;
    if (performance.now() - message.postedAtMs > EDITABLE_FOR_MS) this.#detachChanged(message);
    while (message.entries.length > 1 && !this.#port.fits(message.entries.map(lineOf))) {
      this.#moveOn(message.entries.at(-1), message);
    }
    const { entries } = message;
    const lines = entries.map(lineOf);
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
      case 'withdrawn':
        this.#abandon(message, outcome.kind);
        return true;
      case 'refused':
        this.#log.error('a caption line could not be edited');
        noteShown(entries, lines);
        this.#release(message);
        return true;
      case 'edited':
      case 'removed':
        noteShown(entries, lines);
        this.#release(message);
        return true;
    }
  }

  #detachChanged(message: DisplayedMessage<Handle>): void {
    for (const entry of message.entries.filter(isChanged)) this.#moveOn(entry, message);
  }

  /**
   * Changed lines of a message that is out of reach continue in another one. What was settled in it is not shown again:
   * readers still see it, or a moderator deleted it. All lines of a withdrawn message are shown again.
   */
  #abandon(message: DisplayedMessage<Handle>, how: 'gone' | 'withdrawn'): void {
    for (const entry of [...message.entries]) {
      if (how === 'withdrawn' || isChanged(entry)) this.#moveOn(entry, message);
    }
    for (const entry of message.entries) this.#leave(entry, entry.settled);
    message.entries = [];
    if (how === 'gone') for (const { entry, settled } of message.moving) this.#leave(entry, settled);
    this.#release(message);
    message.hasLeftover = false;
    this.#dirty.delete(message);
  }

  /** The line's settled text stays where it is. */
  #leave(entry: Entry<Handle>, settled: string): void {
    Object.assign(entry, NOT_SHOWN);
    entry.carried += countWords(settled);
  }

  /** Moves a line from its message to the next one. One that was dropped as too old can change again, and be forgotten. */
  #moveOn(entry: Entry<Handle> | undefined, message: DisplayedMessage<Handle>): void {
    if (entry === undefined) return;
    const { lineId, userId } = entry.line;
    entry.isForgotten ||= userId !== undefined && entry.rank <= (this.#forgotten.get(userId) ?? 0);
    if (!entry.isForgotten && !this.#entries.has(lineId)) this.#entries.set(lineId, entry);
    message.moving.push({ entry, settled: entry.settled });
    entry.isMoving = true;
    this.#detach(entry, message);
  }

  /** Lets the lines that leave the message be posted. */
  #release(message: DisplayedMessage<Handle>): void {
    for (const { entry } of message.moving.splice(0)) {
      entry.isMoving = false;
      if (!entry.isForgotten) this.#touch(entry);
    }
  }

  readonly #stop = (): void => {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#posts.stop();
    this.#edits.stop();
    for (const resolve of this.#idle) resolve();
  };
}
