import type { Logger } from '../../log/log.ts';
import type { Priority } from '../call-context.ts';
import { HeldSlots, type SlotLease } from './held-slots.ts';
import { type BoardView, type PermitBoard, SLOT_KINDS, type SlotDemand, type SlotKind } from './limiter-ports.ts';
import { slotKindOf } from './permit-policy.ts';
import { allot, shareWhileAway, usableSlots } from './slot-policy.ts';
import { UnansweredClaims } from './unanswered-claims.ts';

/** Durations, in milliseconds. */
interface SlotTimings {
  /** While anybody waits, or slots are unused, the board is read this often: for lost notices, and processes that crashed. */
  readonly pollMs: number;
  /** At other times: for the number of processes. */
  readonly quietPollMs: number;
  /** How long a slot stays here after its last use while nobody else waits. */
  readonly idleMs: number;
  /** A process that doesn't take a free slot for so long doesn't keep others from it. */
  readonly unansweredMs: number;
  /** After the database was away, each keeps to its share for so long: others may not have claimed what they use yet. */
  readonly settleMs: number;
}

const DEFAULT_TIMINGS: SlotTimings = {
  pollMs: 1_000,
  quietPollMs: 10_000,
  idleMs: 2_000,
  unansweredMs: 2_000,
  settleMs: 4_000,
};

/** A snapshot, for metrics. */
export interface SlotFigures {
  /** Slots that this process holds, in use or not. */
  readonly held: number;
  /** Processes that share the account, as last seen. */
  readonly processes: number;
  /** False while the database can't be reached: then each process keeps to its share. */
  readonly isConnected: boolean;
}

/** The limiter that uses the slots. */
interface SlotUser {
  /** Requests that the account may have in flight now, over all processes. */
  limit(): number;
  /** Slots may be there to be taken. */
  onSlots(): void;
  /** Live speech of another process waits for the account's only slot. */
  onSpeechElsewhere(): void;
  /** Another process lowered the limit. */
  onLowered(limit: number): void;
}

/** What slots are shared through. */
export interface SharedSlotsOptions {
  readonly board: PermitBoard;
  /** Processes that share the account by their configuration, also if some of them don't run. */
  readonly expectedProcesses: number;
  readonly timings?: Partial<SlotTimings>;
  readonly log: Logger;
}

/**
 * This process's part of the account's slots. A slot stays here for a while after its use, so that the next request needs
 * no talk with the database, and goes to another process as soon as it is that one's turn (`allot`). While the board can't
 * be reached, the process keeps to its share of the limit.
 */
export class SharedSlots {
  readonly #board: PermitBoard;
  readonly #timings: SlotTimings;
  readonly #log: Logger;
  readonly #held = new HeldSlots();
  /** Kinds with a claim of this process on the board. */
  readonly #claimed = new Set<SlotKind>();
  readonly #unanswered: UnansweredClaims;
  #user: SlotUser | undefined;
  #isConnected = false;
  #settledAtMs = 0;
  readonly #expectedProcesses: number;
  #processes: number;
  /** The fewest slots that another process allows itself, as last seen. */
  #othersLimit: number | undefined;
  /** How many slots this process said that it allows itself; `undefined` before. */
  #announced: number | undefined;
  /** Slots of other processes, as last seen. */
  #takenByOthers = 0;
  #doOthersWait = false;
  #demand: SlotDemand = { speech: 0, background: 0, files: 0 };
  #isWarmWanted = (): boolean => false;
  #isDirty = false;
  #isPolling = false;
  #isRunning = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ board, expectedProcesses, timings, log }: SharedSlotsOptions) {
    this.#board = board;
    this.#expectedProcesses = expectedProcesses;
    this.#processes = expectedProcesses;
    this.#timings = { ...DEFAULT_TIMINGS, ...timings };
    this.#unanswered = new UnansweredClaims(this.#timings.unansweredMs);
    this.#log = log;
  }

  /** Connects to the board. The limiter calls it, once. */
  start(user: SlotUser): void {
    this.#user = user;
    this.#board.start({
      onConnected: () => this.#onConnected(),
      onLost: () => this.#onLost(),
      onWanted: () => {
        this.#doOthersWait = true;
        this.#hurry();
      },
      onFreed: () => this.#hurry(),
      onLowered: (limit) => user.onLowered(limit),
    });
  }

  /** Keeps a slot for speech ready for as long as this is true and nobody else waits. */
  warmWhile(isWanted: () => boolean): void {
    this.#isWarmWanted = isWanted;
  }

  /** Requests that this process may have in flight: the account's limit, or its share of it without the board. */
  capacity(limit: number): number {
    return this.#isConnected && performance.now() >= this.#settledAtMs
      ? Math.min(limit, this.#othersLimit ?? limit)
      : shareWhileAway(limit, Math.max(this.#expectedProcesses, this.#processes));
  }

  /** Slots that any process holds, as last seen, or that this one uses. At least 1. */
  get takenByAll(): number {
    return Math.max(1, this.#takenByOthers + this.#held.size);
  }

  /** True if `take` can give a slot at once. */
  canTake(priority: Priority): boolean {
    return !this.#isConnected || this.#held.idleFor(slotKindOf(priority), this.#limit) !== undefined;
  }

  /** Uses a slot, which the caller must give back. Only after `canTake`. */
  take(priority: Priority): SlotLease {
    const kind = slotKindOf(priority);
    return this.#held.use(kind, this.#isConnected ? this.#held.idleFor(kind, this.#limit) : undefined);
  }

  giveBack(lease: SlotLease): void {
    // If others wait, the board says whose turn it is.
    if (this.#held.release(lease, this.#doOthersWait ? 'returned' : 'idle') && this.#doOthersWait) this.#hurry();
  }

  /** What could be sent if there were slots for it; replaces the demand before. */
  want(demand: SlotDemand): void {
    this.#demand = demand;
    // Of what is claimed already, the board's notices and the poll take care.
    if (SLOT_KINDS.some((kind) => this.#isLacking(kind) !== this.#claimed.has(kind))) this.#hurry();
  }

  /** Passes on that the service refused a request of this process. */
  tellLowered(limit: number): void {
    if (this.#isConnected) void this.#board.tell({ kind: 'lowered', limit }).catch(() => undefined);
  }

  figures(): SlotFigures {
    return { held: this.#held.size, processes: this.#processes, isConnected: this.#isConnected };
  }

  /** Takes no more slots. What is held ends with the board's connection. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** The fewest of all: a slot that only some processes know can't be passed on to the others. */
  get #limit(): number {
    const own = this.#user?.limit() ?? 1;
    return Math.min(own, this.#othersLimit ?? own);
  }

  /** True if others hold slots that this process could use. */
  #isLacking(kind: SlotKind): boolean {
    return this.#demand[kind] > 0 && this.#missing(kind).length > 0;
  }

  #onConnected(): void {
    this.#isConnected = true;
    if (this.#settledAtMs > 0) {
      const { settleMs } = this.#timings;
      this.#settledAtMs = performance.now() + settleMs;
      setTimeout(() => this.#user?.onSlots(), settleMs).unref();
    }
    this.#hurry();
  }

  #onLost(): void {
    const processes = this.#processes;
    if (this.#isConnected) this.#log.warn({ processes }, 'speech concurrency is divided among the processes for now');
    this.#isConnected = false;
    this.#settledAtMs = Number.POSITIVE_INFINITY;
    this.#held.loseAll();
    this.#claimed.clear();
    this.#announced = undefined;
    this.#othersLimit = undefined;
    this.#doOthersWait = false;
    this.#user?.onSlots();
  }

  /** Talks with the board as soon as possible. */
  #hurry(): void {
    this.#isDirty = true;
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isDirty && this.#isConnected && !this.#isClosed) {
      this.#isDirty = false;
      try {
        await this.#exchange();
      } catch (error) {
        // A lost connection is reported by the board; whatever else it was, the next poll tries again.
        this.#log.debug({ err: error }, 'the board of permits did not answer');
        this.#isDirty = false;
      }
    }
    this.#isRunning = false;
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || !this.#isConnected) return;
    const isActive = this.#claimed.size > 0 || this.#doOthersWait || this.#held.size > 0 || this.#isWarmWanted();
    const delayMs = isActive ? this.#timings.pollMs : this.#timings.quietPollMs;
    // Spread, so that the processes don't read the board at the same moment.
    const poll = (): void => {
      this.#isPolling = true;
      this.#hurry();
    };
    this.#timer = setTimeout(poll, delayMs * (0.8 + 0.4 * Math.random())).unref();
  }

  async #exchange(): Promise<void> {
    const isPolling = this.#isPolling;
    this.#isPolling = false;
    await this.#adopt();
    if (!this.#doOthersWait) await this.#takeFree();
    const isNewClaim = await this.#updateClaims();
    await this.#announce();
    const view = await this.#board.view();
    if (!this.#isConnected) return;
    this.#note(view);
    await this.#share(view);
    await this.#giveBackExpired();
    // Again at each poll, since a notice may be lost.
    if (this.#claimed.size > 0 && (isNewClaim || isPolling)) await this.#board.tell({ kind: 'wanted' });
  }

  async #announce(): Promise<void> {
    const limit = this.#user?.limit();
    if (limit === undefined || limit === this.#announced) return;
    await this.#board.announce(limit);
    this.#announced = limit;
  }

  /** Finds slots for requests that began without one. */
  async #adopt(): Promise<void> {
    for (const lease of this.#held.unbacked) {
      const [slot] = await this.#board.take(this.#missing(lease.kind), 1);
      if (slot !== undefined) this.#held.add(slot, lease);
    }
  }

  /** Takes what is wanted, as long as nobody else is known to wait: one statement. */
  async #takeFree(): Promise<void> {
    const isWarm = this.#held.idleFor('speech', this.#limit) !== undefined || !this.#isWarmWanted();
    const demand = { ...this.#demand, speech: Math.max(this.#demand.speech, isWarm ? 0 : 1) };
    for (const kind of SLOT_KINDS) {
      if (demand[kind] === 0) continue;
      for (const slot of await this.#board.take(this.#missing(kind), demand[kind])) this.#held.add(slot);
      this.#user?.onSlots();
    }
  }

  #missing(kind: SlotKind): readonly number[] {
    return usableSlots(kind, this.#limit).filter((slot) => !this.#held.has(slot));
  }

  /** True if this process began to wait. */
  async #updateClaims(): Promise<boolean> {
    let isNew = false;
    for (const kind of SLOT_KINDS) {
      const isLacking = this.#isLacking(kind);
      if (isLacking === this.#claimed.has(kind)) continue;
      if (isLacking) {
        isNew = true;
        this.#claimed.add(kind);
        await this.#board.claim(kind);
      } else {
        this.#claimed.delete(kind);
        await this.#board.unclaim(kind);
      }
    }
    return isNew;
  }

  #note({ claims, processes, taken, othersLimit }: BoardView): void {
    this.#othersLimit = othersLimit;
    const others = claims.filter(({ isOwn }) => !isOwn);
    // Others may still be on their way back.
    this.#processes = performance.now() >= this.#settledAtMs ? processes : Math.max(processes, this.#processes);
    this.#takenByOthers = [...taken.keys()].filter((slot) => !this.#held.has(slot)).length;
    this.#doOthersWait = others.length > 0;
    if (this.#limit === 1 && others.some(({ kind }) => kind === 'speech')) this.#user?.onSpeechElsewhere();
  }

  async #share(view: BoardView): Promise<void> {
    const claims = view.claims.filter((claim) => !this.#unanswered.covers(claim));
    const own = { idle: this.#held.unused, limit: this.#limit, demand: this.#demand };
    const { take, keep, met, yield: yielded } = allot({ ...view, claims }, own);
    this.#unanswered.note(met);
    const removed = this.#held.removeUnused(yielded);
    this.#held.offerUnused();
    if (removed.length > 0) {
      this.#isDirty = true;
      await this.#board.giveBack(removed);
    }
    for (const { slot } of take) {
      if (this.#held.has(slot) || (await this.#board.take([slot], 1)).length === 0) continue;
      this.#held.add(slot);
      this.#isDirty = true;
    }
    this.#user?.onSlots();
    if (!this.#doOthersWait) return;
    // They were served: what else they wait for, they wait for from now on.
    const served = new Set([...take.map(({ kind }) => kind), ...keep]);
    for (const kind of served) if (this.#claimed.has(kind)) await this.#board.claim(kind);
  }

  async #giveBackExpired(): Promise<void> {
    const expired = this.#held.expired(this.#limit, this.#timings.idleMs).map((slot) => ({ slot, owner: undefined }));
    const kept = this.#isWarmWanted() ? this.#held.idleFor('speech', this.#limit) : undefined;
    const surplus = this.#held.removeUnused(expired.filter(({ slot }) => slot !== kept));
    if (surplus.length > 0) await this.#board.giveBack(surplus);
  }
}
