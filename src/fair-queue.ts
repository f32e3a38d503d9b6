/** A request that waits in a queue. */
export interface QueuedRequest {
  readonly key: string;
  /** 0 is the strongest. */
  readonly priority: number;
  /** Receives the number of requests that go first, at every change. */
  readonly onAhead?: ((ahead: number) => void) | undefined;
}

/** Requests of one priority by key, oldest first. The order of the keys is the order of their turns. */
type Level<T> = Map<string, T[]>;

/**
 * A queue of requests: by priority, then either by key in turn (round-robin) or by arrival. In turn, a key goes to the
 * end of the round whenever a request of its own is taken, and whenever it queues again: no other key can overtake it
 * twice.
 */
export class FairQueue<T extends QueuedRequest> {
  readonly #keysInTurn: boolean;
  /** By priority, strongest first. */
  #levels = new Map<number, Level<T>>();
  /** When each request came, and how many it was last reported to go before it. */
  readonly #entries = new Map<T, { readonly arrival: number; ahead: number }>();
  #arrivals = 0;
  /** Requests that want to know their position. */
  #watching = 0;

  constructor({ keysInTurn }: { readonly keysInTurn: boolean }) {
    this.#keysInTurn = keysInTurn;
  }

  /** Requests that wait. */
  get size(): number {
    return this.#entries.size;
  }

  /** Requests of a priority that wait. */
  sizeOfPriority(priority: number): number {
    const queues = this.#levels.get(priority)?.values() ?? [];
    return Iterator.from(queues).reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Requests of a key that wait. */
  sizeOfKey(key: string): number {
    return this.#levels.values().reduce((sum, level) => sum + (level.get(key)?.length ?? 0), 0);
  }

  add(request: T): void {
    this.#arrivals += 1;
    this.#entries.set(request, { arrival: this.#arrivals, ahead: -1 });
    if (request.onAhead !== undefined) this.#watching += 1;
    const level = this.#level(request.priority);
    const queue = level.get(request.key);
    if (queue === undefined) level.set(request.key, [request]);
    else queue.push(request);
    this.#reportPositions();
  }

  /** Takes the first request whose key `isAdmissible` out of the queue; `undefined` when there is none. */
  take(isAdmissible: (key: string) => boolean): T | undefined {
    for (const level of this.#levels.values()) {
      const request = this.#first(level, isAdmissible);
      if (request === undefined) continue;
      const rest = level.get(request.key)?.slice(1) ?? [];
      // The key goes to the end of the round: a map keeps the order in which keys were set.
      level.delete(request.key);
      if (rest.length > 0) level.set(request.key, rest);
      this.#forget(request);
      return request;
    }
    return undefined;
  }

  /** Takes a request out of the queue. Its key keeps its place in the round. */
  remove(request: T): void {
    if (!this.#entries.has(request)) return;
    const level = this.#level(request.priority);
    const rest = (level.get(request.key) ?? []).filter((other) => other !== request);
    if (rest.length > 0) level.set(request.key, rest);
    else level.delete(request.key);
    this.#forget(request);
  }

  /** Takes all requests out of the queue. */
  removeAll(): T[] {
    const all = [...this.#entries.keys()];
    this.#levels.clear();
    this.#entries.clear();
    this.#watching = 0;
    return all;
  }

  /** The newest request of the weakest priority: of `key`, or else of the key with most requests of that priority. */
  newestOfWeakest(key?: string): T | undefined {
    for (const level of [...this.#levels.values()].reverse()) {
      const queues = key === undefined ? [...level.values()] : [level.get(key) ?? []];
      const longest = queues.reduce<T[]>((most, queue) => (queue.length > most.length ? queue : most), []);
      if (longest.length > 0) return longest.at(-1);
    }
    return undefined;
  }

  #level(priority: number): Level<T> {
    const known = this.#levels.get(priority);
    if (known !== undefined) return known;
    const level: Level<T> = new Map();
    this.#levels = new Map([...this.#levels, [priority, level] as const].sort(([a], [b]) => a - b));
    return level;
  }

  #first(level: Level<T>, isAdmissible: (key: string) => boolean): T | undefined {
    let first: T | undefined;
    for (const [key, [oldest]] of level) {
      if (oldest === undefined || !isAdmissible(key)) continue;
      if (this.#keysInTurn) return oldest;
      if (first === undefined || this.#arrivalOf(oldest) < this.#arrivalOf(first)) first = oldest;
    }
    return first;
  }

  #arrivalOf(request: T): number {
    return this.#entries.get(request)?.arrival ?? 0;
  }

  #forget(request: T): void {
    this.#entries.delete(request);
    if (request.onAhead !== undefined) this.#watching -= 1;
    this.#reportPositions();
  }

  #reportPositions(): void {
    if (this.#watching === 0) return;
    const requests = [...this.#levels.values()].flatMap((level) => this.#inOrder(level));
    for (const [ahead, request] of requests.entries()) {
      const entry = this.#entries.get(request);
      if (entry === undefined || entry.ahead === ahead) continue;
      entry.ahead = ahead;
      request.onAhead?.(ahead);
    }
  }

  /** The order in which requests are taken as long as no other comes and every key is admissible. */
  #inOrder(level: Level<T>): T[] {
    const ranked = [...level.values()].flatMap((queue) => queue.map((request, round) => ({ request, round })));
    // Sorting is stable: within a round, keys stay in the order of the map.
    ranked.sort((a, b) =>
      this.#keysInTurn ? a.round - b.round : this.#arrivalOf(a.request) - this.#arrivalOf(b.request),
    );
    return ranked.map(({ request }) => request);
  }
}
