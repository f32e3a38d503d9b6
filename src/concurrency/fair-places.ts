/** A place. Dispose of it when it is no longer needed. */
export interface FairPlace extends Disposable {
  /** Aborts when a group with fewer places needs this one. */
  readonly signal: AbortSignal;
}

/** How many places there are. Every bound that is left out is infinite. */
interface PlaceLimits {
  readonly limit: number;
  readonly limitPerGroup?: number;
  readonly limitPerKey?: number;
}

/** Whom a place is for. */
interface PlaceRequest {
  /** The server: places are shared fairly between groups. */
  readonly group: string;
  /** Whom in the group. The same key may occur in several groups. */
  readonly key: string;
}

interface Taken {
  readonly key: string;
  readonly leave: AbortController;
}

/**
 * Places of which there are only so many, and for which nobody waits: when all are taken, the newest one of the group with
 * most of them is given to a group that has fewer.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits;
  /** By group, the newest at the end. */
  readonly #taken = new Map<string, Set<Taken>>();
  #count = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Places that are taken. */
  get count(): number {
    return this.#count;
  }

  /** `undefined` when there is no place for this request. */
  take({ group, key }: PlaceRequest): FairPlace | undefined {
    const { limit, limitPerGroup = Number.POSITIVE_INFINITY, limitPerKey = Number.POSITIVE_INFINITY } = this.#limits;
    const here = this.#taken.get(group) ?? new Set();
    const ofKey = [...here].filter((taken) => taken.key === key).length;
    if (here.size >= limitPerGroup || ofKey >= limitPerKey) return undefined;
    if (this.#count >= limit && !this.#makeRoom(here.size)) return undefined;
    const taken: Taken = { key, leave: new AbortController() };
    here.add(taken);
    this.#taken.set(group, here);
    this.#count += 1;
    return { signal: taken.leave.signal, [Symbol.dispose]: () => this.#give(group, taken) };
  }

  /** Takes the newest place of the group with most, if that has more than `fewer` even without it. */
  #makeRoom(fewer: number): boolean {
    const [group, most] = [...this.#taken].reduce((first, other) => (other[1].size > first[1].size ? other : first));
    const newest = [...most].at(-1);
    if (newest === undefined || most.size - 1 <= fewer) return false;
    this.#give(group, newest);
    newest.leave.abort();
    return true;
  }

  #give(group: string, taken: Taken): void {
    const here = this.#taken.get(group);
    if (here?.delete(taken) !== true) return;
    if (here.size === 0) this.#taken.delete(group);
    this.#count -= 1;
  }
}
