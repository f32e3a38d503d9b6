import type { Tombstone, TombstoneStore } from '../captions-ports.ts';

/** What a database loses in a failover is of its last seconds. */
const MAX_LOST_MS = 60 * 60_000;

/** What the tombstones in memory are made with. */
export interface KnownTombstonesOptions {
  readonly store: TombstoneStore;
  /** Discards what they cover; called with those that came from other processes or from before the start. */
  readonly apply: (tombstones: readonly Tombstone[]) => Promise<void>;
}

/** The stored tombstones in memory, for synchronous lookups. */
export class KnownTombstones {
  readonly #options: KnownTombstonesOptions;
  /** By user id: until when. */
  readonly #known = new Map<string, number>();
  /** The same, once what they cover is discarded. */
  readonly #applied = new Map<string, number>();
  #revision = 0;
  #isDoubtful = false;

  constructor(options: KnownTombstonesOptions) {
    this.#options = options;
  }

  /** Whether what this person began to say then must be neither stored nor shown. */
  covers(userId: string, startedAtMs: number): boolean {
    return startedAtMs <= (this.#known.get(userId) ?? Number.NEGATIVE_INFINITY);
  }

  /** Applies in this process from now on; the caller discards what it covers, and stores it with `store`. */
  note(userId: string, untilMs: number): void {
    for (const times of [this.#known, this.#applied]) raise(times, userId, untilMs);
  }

  /** Stores a tombstone, after which no process can store what it covers. Rejects like the store. */
  store(userId: string, untilMs: number, messages: boolean): Promise<void> {
    return this.#options.store.bury(userId, untilMs, messages);
  }

  /**
   * The store may have lost the last ones and given out their revisions again: the next refresh reads all, and stores those
   * that it lost once more.
   */
  doubt(): void {
    this.#revision = 0;
    this.#isDoubtful = true;
  }

  /** Reads and applies those that are new. Rejects like the store or `apply`; the next call repeats what failed. */
  async refresh(): Promise<void> {
    const read = await this.#options.store.after(this.#revision);
    if (this.#isDoubtful) await this.#storeLost(read);
    const newest = read.at(-1);
    if (newest === undefined) return;
    for (const { userId, untilMs } of read) raise(this.#known, userId, untilMs);
    const unapplied = read.filter(({ userId, untilMs }) => (this.#applied.get(userId) ?? 0) < untilMs);
    if (unapplied.length > 0) await this.#options.apply(unapplied);
    for (const { userId, untilMs } of unapplied) raise(this.#applied, userId, untilMs);
    this.#revision = Math.max(this.#revision, newest.revision);
  }

  /** Older ones that are missing cover nothing any more. */
  async #storeLost(stored: readonly Tombstone[]): Promise<void> {
    const untilOf = new Map(stored.map(({ userId, untilMs }) => [userId, untilMs]));
    const sinceMs = Math.max(...this.#known.values()) - MAX_LOST_MS;
    for (const [userId, untilMs] of this.#known) {
      if (untilMs > sinceMs && (untilOf.get(userId) ?? 0) < untilMs)
        await this.#options.store.bury(userId, untilMs, false);
    }
    this.#isDoubtful = false;
  }
}

function raise(times: Map<string, number>, userId: string, untilMs: number): void {
  times.set(userId, Math.max(untilMs, times.get(userId) ?? 0));
}
