import { FairQueue, type QueuedRequest } from './fair-queue.ts';

/** How a semaphore is bounded. Every bound that is left out is infinite. */
export interface FairSemaphoreOptions {
  /** Most permits that are held at once. */
  readonly limit: number;
  /** Most permits that are held at once by one group, and under one key. */
  readonly limitPerGroup?: number;
  readonly limitPerKey?: number;
  /** Most requests that wait, in all, of one group, and under one key. */
  readonly maxWaiting?: number;
  readonly maxWaitingPerGroup?: number;
  readonly maxWaitingPerKey?: number;
  /** Creates the error of a request that finds no room in the queue. */
  readonly createFullError: () => Error;
}

/** A wish for a permit. */
export interface PermitRequest {
  /** The server that the permit is for: groups take turns. */
  readonly group: string;
  /** Whom in the group the permit is for: keys of a group take turns. The same key may occur in several groups. */
  readonly key: string;
  /** Takes the request out of the queue. A permit that was given is not taken back. */
  readonly signal: AbortSignal;
  /** Receives the number of requests that go first, when the request has to wait and at every change. */
  readonly onAhead?: (ahead: number) => void;
}

interface Waiter extends QueuedRequest {
  readonly admit: (permit: Disposable) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Gives out a limited number of permits. Requests wait in one bounded queue: groups in turn, and within a group keys in
 * turn. A request whose group or key has all its permits is passed over.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #heldByGroup = new Map<string, number>();
  readonly #heldByKey = new Map<string, number>();
  #held = 0;
  readonly #queue = new FairQueue<Waiter>();

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
  }

  /** Permits that are held, and requests that wait. */
  get figures(): { readonly held: number; readonly waiting: number } {
    return { held: this.#held, waiting: this.#queue.size };
  }

  /**
   * Waits for a permit. The caller must dispose of it; disposing of it twice is safe.
   * @throws the signal's reason when it aborts; the error of `createFullError`.
   */
  async acquire(request: PermitRequest): Promise<Disposable> {
    const { group, key, signal, onAhead } = request;
    signal.throwIfAborted();
    if (this.#hasPermitFor(request)) return this.#grant(request);
    this.#requireRoom(request);
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { group, key, onAhead, admit: resolve, refuse: reject };
    this.#queue.add(waiter);
    const onAbort = (): void => {
      this.#queue.remove(waiter);
      waiter.refuse(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  #hasPermitFor({ group, key }: Pick<PermitRequest, 'group' | 'key'>): boolean {
    const { limit, limitPerGroup, limitPerKey } = this.#options;
    if (this.#held >= limit || isReached(limitPerGroup, this.#heldByGroup.get(group) ?? 0)) return false;
    return !isReached(limitPerKey, this.#heldByKey.get(key) ?? 0);
  }

  #grant({ group, key }: Pick<PermitRequest, 'group' | 'key'>): Disposable {
    this.#held += 1;
    count(this.#heldByGroup, group, 1);
    count(this.#heldByKey, key, 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#held -= 1;
        count(this.#heldByGroup, group, -1);
        count(this.#heldByKey, key, -1);
        this.#admitAll();
      },
    };
  }

  #admitAll(): void {
    for (;;) {
      const next = this.#queue.take((waiter) => this.#hasPermitFor(waiter));
      if (next === undefined) return;
      next.admit(this.#grant(next));
    }
  }

  /** @throws the error of `createFullError` when there is no room in the queue. */
  #requireRoom({ group, key }: PermitRequest): void {
    const { maxWaiting, maxWaitingPerGroup, maxWaitingPerKey, createFullError } = this.#options;
    const isFull =
      isReached(maxWaiting, this.#queue.size) ||
      isReached(maxWaitingPerGroup, this.#queue.sizeOfGroup(group)) ||
      isReached(maxWaitingPerKey, this.#queue.sizeOfKey(key));
    if (isFull) throw createFullError();
  }
}

function isReached(limit: number | undefined, value: number): boolean {
  return limit !== undefined && value >= limit;
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
