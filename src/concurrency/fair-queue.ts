/** A request that waits in a queue. */
export interface QueuedRequest {
  /** Whose turn it is first: a server. */
  readonly group: string;
  /** Whose turn it is within the group: a person. */
  readonly key: string;
  /** Receives the number of requests that go first, at every change. */
  readonly onAhead?: ((ahead: number) => void) | undefined;
}

/** Requests of one group by key, oldest first. The order of the keys is the order of their turns. */
type Group<T> = Map<string, T[]>;

/**
 * A queue of requests: groups in turn, within a group keys in turn, and of one key the oldest first. A group or key goes to
 * the end of its round whenever a request of its own is taken, and whenever it queues again: no other can overtake it
 * twice.
 */
export class FairQueue<T extends QueuedRequest> {
  /** The order of the groups is the order of their turns. */
  readonly #groups = new Map<string, Group<T>>();
  /** How many each request was last reported to go before it. */
  readonly #ahead = new Map<T, number>();
  /** Requests that want to know their position. */
  #watching = 0;

  /** Requests that wait. */
  get size(): number {
    return this.#ahead.size;
  }

  /** Requests of a group that wait. */
  sizeOfGroup(group: string): number {
    return Iterator.from(this.#groups.get(group)?.values() ?? []).reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Requests of a key that wait, whatever its group. */
  sizeOfKey(key: string): number {
    return this.#groups.values().reduce((sum, group) => sum + (group.get(key)?.length ?? 0), 0);
  }

  add(request: T): void {
    this.#ahead.set(request, -1);
    if (request.onAhead !== undefined) this.#watching += 1;
    const group: Group<T> = this.#groups.get(request.group) ?? new Map();
    this.#groups.set(request.group, group);
    const queue = group.get(request.key);
    if (queue === undefined) group.set(request.key, [request]);
    else queue.push(request);
    this.#reportPositions();
  }

  /** Takes the first request that `isAdmissible` out of the queue; `undefined` when there is none. */
  take(isAdmissible: (request: T) => boolean): T | undefined {
    for (const [name, group] of this.#groups) {
      for (const [key, [oldest]] of group) {
        if (oldest === undefined || !isAdmissible(oldest)) continue;
        this.#drop(oldest);
        // They go to the end of their rounds: a map keeps the order in which keys were set.
        moveToEnd(group, key);
        moveToEnd(this.#groups, name);
        this.#forget(oldest);
        return oldest;
      }
    }
    return undefined;
  }

  /** Takes a request out of the queue. Its group and key keep their places in the rounds. */
  remove(request: T): void {
    if (!this.#ahead.has(request)) return;
    this.#drop(request);
    this.#forget(request);
  }

  #drop(request: T): void {
    const group = this.#groups.get(request.group);
    const rest = (group?.get(request.key) ?? []).filter((other) => other !== request);
    if (rest.length > 0) group?.set(request.key, rest);
    else group?.delete(request.key);
    if (group?.size === 0) this.#groups.delete(request.group);
  }

  #forget(request: T): void {
    this.#ahead.delete(request);
    if (request.onAhead !== undefined) this.#watching -= 1;
    this.#reportPositions();
  }

  #reportPositions(): void {
    if (this.#watching === 0) return;
    const groups = [...this.#groups.values()].map((group) => inTurn([...group.values()]));
    for (const [ahead, request] of inTurn(groups).entries()) {
      if (this.#ahead.get(request) === ahead) continue;
      this.#ahead.set(request, ahead);
      request.onAhead?.(ahead);
    }
  }
}

/** One of each list, then the next one of each, and so on: the order of turns as long as nobody else comes. */
export function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const ranked = lists.flatMap((list) => list.map((item, round) => ({ item, round })));
  // Sorting is stable: within a round, lists keep their order.
  return ranked.sort((a, b) => a.round - b.round).map(({ item }) => item);
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
