import { FairQueue, type QueuedRequest } from './fair-queue.ts';

/** How a semaphore is bounded. Every bound that is left out is infinite. */
export interface FairSemaphoreOptions {
  /** Most permits that are held at once. */
  readonly limit: number;
  /** Most permits that are held at once under one key. */
  readonly limitPerKey?: number;
  /** Most requests that wait, in all and under one key. */
  readonly maxWaiting?: number;
  readonly maxWaitingPerKey?: number;
  /** Within a priority, keys take turns, each with its oldest request; otherwise requests go in order of arrival. */
  readonly keysInTurn?: boolean;
  /** Creates the error of a request that finds no room in the queue, or loses its place. Called once for each. */
  readonly createFullError: () => Error;
}

/** A wish for a permit. */
export interface PermitRequest {
  /** Whom the permit is for: the bounds per key count it. */
  readonly key: string;
  /** 0 (default) is the strongest. A weaker request is admitted only when no stronger one can be. */
  readonly priority?: number;
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
 * Gives out a limited number of permits. Requests wait in one bounded queue: by priority, then by key in turn or by
 * arrival. A request whose key has all its permits is passed over. When the queue is full, a request takes the place of
 * the newest one of the weakest priority below its own (of its own key, or of the key with most of them waiting); when
 * there is none, it is refused itself.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #heldByKey = new Map<string, number>();
  #held = 0;
  #limit: number;
  readonly #queue: FairQueue<Waiter>;
  #closed: { readonly reason: unknown } | undefined;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#limit = options.limit;
    this.#queue = new FairQueue({ keysInTurn: options.keysInTurn ?? false });
  }

  /** Permits that are held now. */
  get held(): number {
    return this.#held;
  }

  /** Most permits that are held at once. Lowering it takes no permit back. */
  get limit(): number {
    return this.#limit;
  }

  set limit(limit: number) {
    this.#limit = limit;
    this.#admitAll();
  }

  /** Requests of a priority that wait. */
  waiting(priority = 0): number {
    return this.#queue.sizeOfPriority(priority);
  }

  /**
   * Waits for a permit. The caller must dispose of it; disposing of it twice is safe.
   * @throws the signal's reason when it aborts; the reason of `close`; the error of `createFullError`.
   */
  async acquire(request: PermitRequest): Promise<Disposable> {
    const { key, priority = 0, signal, onAhead } = request;
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed.reason;
    if (this.#hasPermitFor(key)) return this.#grant(key);
    this.#makeRoom(key, priority);
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { key, priority, onAhead, admit: resolve, refuse: reject };
    this.#queue.add(waiter);
    const onAbort = (): void => this.#refuse(waiter, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Refuses all requests, waiting and new, with `reason`. Permits that are held stay valid. */
  close(reason: unknown): void {
    this.#closed = { reason };
    for (const waiter of this.#queue.removeAll()) waiter.refuse(reason);
  }

  #hasPermitFor(key: string): boolean {
    const { limitPerKey = Number.POSITIVE_INFINITY } = this.#options;
    return this.#held < this.#limit && (this.#heldByKey.get(key) ?? 0) < limitPerKey;
  }

  #grant(key: string): Disposable {
    this.#held += 1;
    this.#heldByKey.set(key, (this.#heldByKey.get(key) ?? 0) + 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#release(key);
      },
    };
  }

  #release(key: string): void {
    this.#held -= 1;
    const left = (this.#heldByKey.get(key) ?? 0) - 1;
    if (left > 0) this.#heldByKey.set(key, left);
    else this.#heldByKey.delete(key);
    this.#admitAll();
  }

  #admitAll(): void {
    for (;;) {
      if (this.#held >= this.#limit) return;
      const next = this.#queue.take((key) => this.#hasPermitFor(key));
      if (next === undefined) return;
      next.admit(this.#grant(next.key));
    }
  }

  /** Makes room in the queue for a request, or throws when there is none for it. */
  #makeRoom(key: string, priority: number): void {
    const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitingPerKey = Number.POSITIVE_INFINITY } = this.#options;
    const isKeyFull = this.#queue.sizeOfKey(key) >= maxWaitingPerKey;
    if (!isKeyFull && this.#queue.size < maxWaiting) return;
    const weakest = this.#queue.newestOfWeakest(isKeyFull ? key : undefined);
    if (weakest === undefined || weakest.priority <= priority) throw this.#options.createFullError();
    this.#refuse(weakest, this.#options.createFullError());
  }

  #refuse(waiter: Waiter, reason: unknown): void {
    this.#queue.remove(waiter);
    waiter.refuse(reason);
  }
}
