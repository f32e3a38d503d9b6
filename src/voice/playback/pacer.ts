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

/**
 * Packets are made ahead this long before the first of them leaves: a thread that is busy for less, or has many to make, still
 * sends each in its time.
 */
const AHEAD_MS = FRAME_MS;

/** Node rounds timers to whole milliseconds and may fire this much early. */
const EARLY_MS = 0.5;

/** One session on the clock. */
export interface PacedSource {
  /**
   * Ticks now, again after 15 to 20 ms, then every 20 ms until a tick returns false, except for packets that are made ahead.
   * Does nothing while it runs.
   */
  start(): void;
  /** Starts after `ms` unless it runs by then. Replaces an earlier call. */
  startIn(ms: number): void;
  stop(): void;
}

/** What one session does on the clock. */
export interface PacedWork {
  /** Sends a packet and returns whether to continue. */
  tick(): boolean;
  /**
   * Makes packets that leave by themselves, the first at `dueMs`, the others 20 ms after each other. Returns how many; 0 where
   * what is to be sent then can't be known yet.
   */
  makeAhead(dueMs: number): number;
}

/** Packets that were made ahead of their time. */
export interface Departures {
  /** When the next of them leaves; infinite without any. */
  readonly nextMs: number;
  /** Sends what leaves at that time or earlier. */
  leave(nowMs: number): void;
}

/** One clock for all sessions of a thread. */
export interface Pacer {
  source(work: PacedWork): PacedSource;
  /**
   * Serves what is overdue. To be called after work that others may follow in the same iteration of the event loop: timers
   * wait until all of it is done.
   */
  catchUp(): void;
  close(): void;
}

interface Entry {
  readonly work: PacedWork;
  /** When its next packet leaves. */
  dueMs: number;
  /** When it is served: then or, if packets may be made ahead, before. */
  servedAtMs: number;
  /** Packets before `dueMs` that were made ahead. */
  packetsAhead: number;
  running: boolean;
  /** Starts the source later. */
  wake: NodeJS.Timeout | undefined;
}

/**
 * Creates a clock without drift: deadlines are absolute, 20 ms apart, on a grid of 5 ms. What was made ahead leaves before
 * anything is made. A tick that throws stops its own source only; `onError` receives the error.
 */
export function createPacer(departures: Departures, onError: (error: unknown) => void): Pacer {
  return new DeadlineQueue(departures, onError);
}

class DeadlineQueue implements Pacer {
  readonly #departures: Departures;
  readonly #onError: (error: unknown) => void;
  /** Sorted by when they are served. */
  readonly #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the clock ran last, and the time before. */
  #ranAtMs = 0;
  #ranBeforeMs = 0;

  constructor(departures: Departures, onError: (error: unknown) => void) {
    this.#departures = departures;
    this.#onError = onError;
  }

  source(work: PacedWork): PacedSource {
    const entry: Entry = { work, dueMs: 0, servedAtMs: 0, packetsAhead: 0, running: false, wake: undefined };
    return {
      start: () => this.#start(entry),
      startIn: (ms) => this.#startIn(entry, ms),
      stop: () => this.#stop(entry),
    };
  }

  catchUp(): void {
    if (performance.now() < this.#nextMs) return;
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
    entry.packetsAhead = 0;
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
    this.#ranBeforeMs = this.#ranAtMs;
    this.#ranAtMs = nowMs;
    this.#departures.leave(nowMs + EARLY_MS);
    for (
      let head = this.#entries[0];
      head !== undefined && head.servedAtMs <= nowMs + EARLY_MS;
      head = this.#entries[0]
    ) {
      this.#entries.shift();
      this.#serve(head, nowMs);
      // To make packets takes longer than to send them: with many sessions, it must not hold up what was made in time.
      if (performance.now() >= this.#departures.nextMs) this.#departures.leave(performance.now());
    }
    this.#arm();
  }

  #serve(entry: Entry, nowMs: number): void {
    const overdue = Math.floor((nowMs + EARLY_MS - entry.dueMs) / FRAME_MS) + 1;
    const most = MAX_BURST_FRAMES - this.#latePackets(entry);
    if (overdue > most) entry.dueMs += (overdue - most) * FRAME_MS;
    for (; entry.dueMs <= nowMs + EARLY_MS; entry.dueMs += FRAME_MS) {
      if (!this.#tick(entry)) entry.running = false;
      if (!entry.running) return;
    }
    entry.packetsAhead = this.#makeAhead(entry);
    if (!entry.running) return;
    entry.dueMs += entry.packetsAhead * FRAME_MS;
    entry.servedAtMs = entry.packetsAhead > 0 ? entry.dueMs - AHEAD_MS : entry.dueMs;
    this.#insert(entry);
  }

  /** How many packets that were made ahead have just left too late: they are part of the burst. */
  #latePackets({ dueMs, packetsAhead }: Entry): number {
    let late = 0;
    while (late < packetsAhead && dueMs - (late + 1) * FRAME_MS > this.#ranBeforeMs + EARLY_MS) late += 1;
    return late;
  }

  #tick(entry: Entry): boolean {
    try {
      return entry.work.tick();
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }

  #makeAhead(entry: Entry): number {
    try {
      return entry.work.makeAhead(entry.dueMs);
    } catch (error) {
      this.#onError(error);
      entry.running = false;
      return 0;
    }
  }

  /** After all that are served at the same time. */
  #insert(entry: Entry): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.servedAtMs ?? 0) > entry.servedAtMs) high = middle;
      else low = middle + 1;
    }
    this.#entries.splice(low, 0, entry);
  }

  #arm(): void {
    const nextMs = this.#nextMs;
    if (nextMs === Number.POSITIVE_INFINITY || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(1, Math.round(nextMs - performance.now())));
  }

  get #nextMs(): number {
    return Math.min(this.#entries[0]?.servedAtMs ?? Number.POSITIVE_INFINITY, this.#departures.nextMs);
  }
}
