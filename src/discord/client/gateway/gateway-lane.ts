import type { Logger } from '../../../log/log.ts';
import type { GatewayOutcome, GatewayPriority } from '../../../voice/gateway-messages.ts';
import { createRateBudget, type RateBudget } from '../rate-budget.ts';
import { GatewayQueue } from './gateway-queue.ts';

/** How fast one connection sends. */
export interface GatewayPace {
  /** Payloads in any `windowMs`. */
  readonly limit: number;
  readonly windowMs: number;
  /** How many of `limit` only requests of people may use. */
  readonly reservedForPeople: number;
  /** Requests that wait at once. */
  readonly maxWaiting: number;
}

/**
 * Discord closes a connection that sends more than 120 in 60 s, heartbeats included (Discord, "Gateway", "Rate
 * Limiting"). Ten are left for what @discordjs/ws sends itself: two heartbeats a minute, those that Discord asks for, and
 * the identify or resume of a reconnection. The
 * window is longer than a minute, because a burst that the network delayed arrives closer to the next one. `maxWaiting`
 * is above the 2,500 servers that Discord allows on a shard, each of which waits with one voice state.
 */
export const DISCORD_PACE: GatewayPace = {
  limit: 110,
  windowMs: 63_000,
  reservedForPeople: 10,
  maxWaiting: 3_000,
};

/** A gateway message of a bot. */
export interface GatewayPayload {
  readonly op: number;
  readonly d: unknown;
}

/** How a payload is sent. */
export interface GatewaySendOptions {
  readonly priority: GatewayPriority;
  /** A payload replaces one of the same key that still waits, and takes its place if it has the same priority. */
  readonly key?: string;
  /** The payload is refused immediately if it would wait longer, and given up after this time. Default: 1 h. */
  readonly maxWaitMs?: number;
  /** Takes the payload out of the queue; without effect once it was sent. */
  readonly signal?: AbortSignal;
}

/** The paced connection of one shard. */
export interface GatewayLane {
  /** Resolves when the payload was sent, or will not be. Never rejects. */
  send(payload: GatewayPayload, options: GatewaySendOptions): Promise<GatewayOutcome>;
  /** To be called when the connection is ready again: what waited leaves. */
  onOpen(): void;
  /** Gives up everything that waits, and everything that is sent later. */
  close(): void;
}

/** Strongest first. */
const PRIORITIES: readonly GatewayPriority[] = ['person', 'return', 'repair', 'reopen', 'restore', 'other'];

/** More than it takes to send two payloads for each of a shard's 2,500 servers. */
const MAX_WAIT_MS = 3_600_000;

/** More than a session takes between its leave and its request to return: 2 s at most for Discord's confirmation. */
const RETURN_WITHIN_MS = 4_000;

interface Job {
  readonly payload: GatewayPayload;
  hasLeft: boolean;
  readonly settle: (outcome: GatewayOutcome) => void;
}

interface Slot {
  readonly priority: GatewayPriority;
  /** The newest payload of this place in the queue. */
  job: Job;
  readonly replaceKey: string | undefined;
}

/** Creates the lane of a shard. The caller must close it. */
export function createGatewayLane(options: {
  readonly shardId: number;
  readonly pace: GatewayPace;
  /** Whether the connection takes payloads now. */
  readonly isOpen: () => boolean;
  /** Passes a payload to the socket. */
  readonly transmit: (payload: GatewayPayload) => Promise<void>;
  readonly log: Logger;
}): GatewayLane {
  return new PacedLane(options);
}

class PacedLane implements GatewayLane {
  readonly #options: Parameters<typeof createGatewayLane>[0];
  readonly #budget: RateBudget;
  readonly #queue = new GatewayQueue<Slot>(PRIORITIES.length);
  readonly #replaceable = new Map<string, Slot>();
  /** By when each session that has left to come back asks to enter. Until then there is room for it. */
  #returnsDueMs: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isHolding = false;
  #isClosed = false;

  constructor(options: Parameters<typeof createGatewayLane>[0]) {
    const { limit, windowMs } = options.pace;
    this.#options = options;
    this.#budget = createRateBudget([{ kind: 'window', limit, windowMs }]);
  }

  send(payload: GatewayPayload, options: GatewaySendOptions): Promise<GatewayOutcome> {
    const { priority, key, maxWaitMs = MAX_WAIT_MS, signal } = options;
    if (this.#isClosed) return Promise.resolve({ kind: 'offline' });
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
    const replaced = key === undefined ? undefined : this.#replaceable.get(key);
    const waitMs = this.#expectedWaitMs(priority);
    if (replaced === undefined && (waitMs > maxWaitMs || !this.#makeRoom(PRIORITIES.indexOf(priority)))) {
      return Promise.resolve({ kind: 'refused', retryAfterMs: waitMs });
    }
    const { promise, resolve } = Promise.withResolvers<GatewayOutcome>();
    const slot = this.#enqueue({ payload, hasLeft: false, settle: resolve }, priority, key, replaced);
    const { job } = slot;
    const giveUp = (outcome: GatewayOutcome): void => {
      if (slot.job === job && !job.hasLeft) this.#remove(slot, outcome);
    };
    const onAbort = (): void => giveUp({ kind: 'cancelled' });
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => giveUp(this.#lateOutcome(priority)), maxWaitMs);
    this.#pump();
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  }

  onOpen(): void {
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#replaceable.clear();
    for (const { job } of this.#queue.removeAll()) job.settle({ kind: 'offline' });
  }

  #enqueue(job: Job, priority: GatewayPriority, key: string | undefined, replaced: Slot | undefined): Slot {
    if (replaced?.priority === priority) {
      replaced.job.settle({ kind: 'replaced' });
      replaced.job = job;
      return replaced;
    }
    if (replaced !== undefined) this.#remove(replaced, { kind: 'replaced' });
    const slot: Slot = { priority, replaceKey: key, job };
    this.#queue.add(slot, PRIORITIES.indexOf(priority));
    if (key !== undefined) this.#replaceable.set(key, slot);
    return slot;
  }

  /** Sends what may leave now, and sets the timer for the next. */
  #pump(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#options.isOpen()) {
      const nowMs = performance.now();
      this.#returnsDueMs = this.#returnsDueMs.filter((dueMs) => dueMs > nowMs);
      const slot = this.#queue.take((rank) => this.#budget.waitMs(nowMs, this.#reserve(PRIORITIES[rank])) === 0);
      if (slot === undefined) {
        this.#waitForBudget(nowMs);
        return;
      }
      this.#forget(slot);
      this.#budget.take(nowMs);
      this.#expectReturns(slot.priority, nowMs);
      slot.job.hasLeft = true;
      void this.#transmit(slot.job);
    }
  }

  #waitForBudget(nowMs: number): void {
    const { shardId, log } = this.#options;
    const waiting = this.#queue.size;
    if (waiting > 0 && !this.#isHolding)
      log.warn({ shardId, waiting }, "waiting for Discord's limit of gateway messages");
    this.#isHolding = waiting > 0;
    if (waiting === 0) return;
    const strongest = PRIORITIES.find((_, rank) => this.#queue.sizeOf(rank) > 0);
    const waitMs = this.#budget.waitMs(nowMs, this.#reserve(strongest));
    const [returnDueMs = Number.POSITIVE_INFINITY] = this.#returnsDueMs;
    this.#timer = setTimeout(() => this.#pump(), Math.ceil(Math.min(waitMs, returnDueMs - nowMs)));
  }

  async #transmit({ payload, settle }: Job): Promise<void> {
    const { shardId, transmit, log } = this.#options;
    try {
      await transmit(payload);
      settle({ kind: 'sent' });
    } catch (err) {
      log.warn({ shardId, op: payload.op, err }, 'a gateway message could not be sent');
      settle({ kind: 'offline' });
    }
  }

  /** How much of the limit a priority leaves for others. */
  #reserve(priority: string | undefined): number {
    const { reservedForPeople } = this.#options.pace;
    // For returns, room was left when they left.
    if (priority === 'person' || priority === 'return') return 0;
    return reservedForPeople + this.#returnsDueMs.length + (isFollowed(priority) ? 1 : 0);
  }

  #expectReturns(priority: string, nowMs: number): void {
    if (priority === 'return') this.#returnsDueMs.shift();
    if (isFollowed(priority)) this.#returnsDueMs.push(nowMs + RETURN_WITHIN_MS);
  }

  /** How long a new request of this priority waits at most while no stronger one comes, in milliseconds. */
  #expectedWaitMs(priority: GatewayPriority): number {
    const { limit, windowMs, reservedForPeople } = this.#options.pace;
    const used = limit - this.#budget.left(performance.now());
    const ahead = PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1).reduce(
      (sum, _, rank) => sum + this.#queue.sizeOf(rank),
      0,
    );
    const share = priority === 'person' ? limit : limit - reservedForPeople;
    return Math.floor((used + ahead) / (isFollowed(priority) ? share / 2 : share)) * windowMs;
  }

  /** Makes room in the queue at the cost of the newest, weakest request below `rank`; false when there is none. */
  #makeRoom(rank: number): boolean {
    if (this.#queue.size < this.#options.pace.maxWaiting) return true;
    const weakest = this.#queue.newestBelow(rank);
    if (weakest === undefined) return false;
    this.#remove(weakest, { kind: 'refused', retryAfterMs: this.#options.pace.windowMs });
    return true;
  }

  #lateOutcome(priority: GatewayPriority): GatewayOutcome {
    if (!this.#options.isOpen()) return { kind: 'offline' };
    return { kind: 'refused', retryAfterMs: this.#expectedWaitMs(priority) };
  }

  #remove(slot: Slot, outcome: GatewayOutcome): void {
    this.#queue.remove(slot);
    this.#forget(slot);
    slot.job.settle(outcome);
  }

  #forget(slot: Slot): void {
    const { replaceKey } = slot;
    if (replaceKey !== undefined && this.#replaceable.get(replaceKey) === slot) this.#replaceable.delete(replaceKey);
  }
}

/** True for a session that leaves to come back. */
function isFollowed(priority: string | undefined): boolean {
  return priority === 'reopen' || priority === 'restore';
}
