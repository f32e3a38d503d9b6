import { backoffMs, settlesWithin } from '../concurrency/async.ts';
import { isDatabaseAway } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { BudgetKey, BudgetStore, BudgetUse } from './budgets-ports.ts';

/** Uses are collected for so long, so that many clips are one write. */
const WRITE_EVERY_MS = 1_000;
const RETRY = { baseMs: 1_000, maxMs: 30_000, jitter: 'equal' } as const;
/** Longest wait for the last write; less than the process has for its shutdown. */
const CLOSE_TIMEOUT_MS = 1_000;

/** What a counter stands at after a write. */
export interface Total {
  readonly day: string;
  readonly key: BudgetKey;
  readonly used: number;
}

/** Writes uses that nothing waits for: collects them, one write at a time, and retries until the database takes them. */
export class UseWriter {
  readonly #store: Pick<BudgetStore, 'add'>;
  readonly #onTotals: (totals: readonly Total[]) => void;
  readonly #onFailure: (totals: readonly Total[]) => void;
  readonly #log: Logger;
  /** By day, then by `keyText`: at most one of each counter, however long the database is away. */
  readonly #pending = new Map<string, Map<string, BudgetUse>>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(options: {
    readonly store: Pick<BudgetStore, 'add'>;
    /** Receives the counters that were written. */
    readonly onTotals: (totals: readonly Total[]) => void;
    /** Receives what is counted but could not be written: the counters stand at least there. */
    readonly onFailure: (totals: readonly Total[]) => void;
    readonly log: Logger;
  }) {
    this.#store = options.store;
    this.#onTotals = options.onTotals;
    this.#onFailure = options.onFailure;
    this.#log = options.log;
  }

  /** Counts uses; the database is written soon. */
  add(day: string, uses: readonly BudgetUse[]): void {
    this.#merge(day, uses);
    this.#schedule(WRITE_EVERY_MS);
  }

  #merge(day: string, uses: readonly BudgetUse[]): void {
    const ofDay = this.#pending.get(day) ?? new Map<string, BudgetUse>();
    this.#pending.set(day, ofDay);
    for (const { key, amount } of uses) {
      const text = keyText(key);
      ofDay.set(text, { key, amount: (ofDay.get(text)?.amount ?? 0) + amount });
    }
  }

  /** What is not written yet of a counter. */
  pending(day: string, key: BudgetKey): number {
    return this.#pending.get(day)?.get(keyText(key))?.amount ?? 0;
  }

  /** A write is under way: what it holds is neither pending nor certainly stored. */
  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** Tries to write what is pending now. Never rejects. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#run();
  }

  /** Writes what is pending, for a second at most. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const isWritten = (await settlesWithin([this.flush()], CLOSE_TIMEOUT_MS)) && this.#pending.size === 0;
    if (!isWritten) this.#log.warn('could not store all of what was used today');
  }

  #schedule(afterMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, afterMs).unref();
  }

  #run(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#pending.size === 0) return;
      this.#schedule(this.#failures === 0 ? WRITE_EVERY_MS : backoffMs(this.#failures, RETRY));
    });
    return this.#writing;
  }

  /** Never rejects: what could not be written is pending again. */
  async #write(): Promise<void> {
    const days = [...this.#pending];
    this.#pending.clear();
    for (const [day, ofDay] of days) {
      const uses = [...ofDay.values()];
      try {
        const used = await this.#store.add(day, uses);
        this.#failures = 0;
        this.#onTotals(uses.map(({ key }, index) => ({ day, key, used: used[index] ?? 0 })));
      } catch (error) {
        this.#failures += 1;
        // A database that is away is logged by the store.
        if (this.#failures === 1 && !isDatabaseAway(error)) {
          this.#log.warn({ err: error }, 'could not count what is used, trying again');
        }
        this.#merge(day, uses);
        this.#onFailure(uses.map(({ key }) => ({ day, key, used: this.pending(day, key) })));
      }
    }
  }
}

/** A key as text, the same for equal keys. */
export function keyText({ kind, scope, holder }: BudgetKey): string {
  return `${kind} ${scope} ${holder}`;
}
