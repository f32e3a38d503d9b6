/** Length of every packet sent: Discord's clients expect 20 ms of Opus in each. */
export const FRAME_MS = 20;

/**
 * Most packets sent in a burst after a stall. Three (60 ms) refill a receiver's jitter buffer; what is overdue beyond
 * them plays later, so that a stall is heard as a pause and nothing is lost.
 */
const MAX_BURST_FRAMES = 3;

/**
 * Sessions tick in step on this grid, so that one iteration of the event loop sends for many: measured with 220 sessions,
 * a packet costs a fifth less CPU than with a phase of its own for each session. One common beat of 20 ms would save more,
 * but the last session of 400 would wait for all others.
 */
const GRID_MS = 5;

/** Node rounds timers to whole milliseconds and may fire this much early. */
const EARLY_MS = 0.5;

/** One session on the clock. */
export interface PacedSource {
  /** Ticks now, again after 15 to 20 ms, then every 20 ms until a tick returns false. Does nothing while it runs. */
  start(): void;
  /** Starts after `ms` unless it runs by then. Replaces an earlier call. */
  startIn(ms: number): void;
  stop(): void;
}

/** One clock for all sessions of a thread. */
export interface Pacer {
  /** Registers a source. `tick` sends one packet and returns whether to continue. */
  source(tick: () => boolean): PacedSource;
  /**
   * Serves what is overdue. To be called after work that others may follow in the same iteration of the event loop: timers
   * wait until all of it is done.
   */
  catchUp(): void;
  close(): void;
}

interface Entry {
  readonly tick: () => boolean;
  dueMs: number;
  running: boolean;
  /** Starts the source later. */
  wake: NodeJS.Timeout | undefined;
}

/**
 * Creates a clock without drift: deadlines are absolute, 20 ms apart, on a grid of 5 ms. A tick that throws stops its own
 * source only; `onError` receives the error.
 */
export function createPacer(onError: (error: unknown) => void): Pacer {
  return new DeadlineQueue(onError);
}

class DeadlineQueue implements Pacer {
  readonly #onError: (error: unknown) => void;
  /** Sorted by deadline. All periods are equal, so a served entry moves to the end. */
  readonly #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  source(tick: () => boolean): PacedSource {
    const entry: Entry = { tick, dueMs: 0, running: false, wake: undefined };
    return {
      start: () => this.#start(entry),
      startIn: (ms) => this.#startIn(entry, ms),
      stop: () => this.#stop(entry),
    };
  }

  catchUp(): void {
    const head = this.#entries[0];
    if (head === undefined || performance.now() < head.dueMs) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  close(): void {
    for (const entry of this.#entries) entry.running = false;
    this.#entries.length = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #start(entry: Entry): void {
    if (entry.running) return;
    entry.running = true;
    const nowMs = performance.now();
    entry.dueMs = Math.floor(nowMs / GRID_MS) * GRID_MS;
    this.#serve(entry, nowMs);
    this.#arm();
  }

  #startIn(entry: Entry, ms: number): void {
    clearTimeout(entry.wake);
    entry.wake = setTimeout(() => this.#start(entry), Math.ceil(ms));
  }

  #stop(entry: Entry): void {
    clearTimeout(entry.wake);
    entry.running = false;
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1);
  }

  #run(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    for (let head = this.#entries[0]; head !== undefined && head.dueMs <= nowMs + EARLY_MS; head = this.#entries[0]) {
      this.#entries.shift();
      this.#serve(head, nowMs);
    }
    this.#arm();
  }

  #serve(entry: Entry, nowMs: number): void {
    const overdue = Math.floor((nowMs + EARLY_MS - entry.dueMs) / FRAME_MS) + 1;
    let isRunning = true;
    for (let sent = 0; isRunning && sent < Math.min(overdue, MAX_BURST_FRAMES); sent += 1)
      isRunning = this.#tick(entry);
    if (!isRunning) entry.running = false;
    if (!entry.running) return;
    entry.dueMs += overdue * FRAME_MS;
    this.#insert(entry);
  }

  #tick(entry: Entry): boolean {
    try {
      return entry.tick() && entry.running;
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }

  #insert(entry: Entry): void {
    let index = this.#entries.length;
    // After a stall two entries may change places; otherwise the loop ends immediately.
    while (index > 0 && (this.#entries[index - 1]?.dueMs ?? 0) > entry.dueMs) index -= 1;
    if (index === this.#entries.length) this.#entries.push(entry);
    else this.#entries.splice(index, 0, entry);
  }

  #arm(): void {
    const head = this.#entries[0];
    if (head === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(1, Math.round(head.dueMs - performance.now())));
  }
}
