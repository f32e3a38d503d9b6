/** A viewer's place. Dispose of it when they are gone. */
export interface ViewerPlace extends Disposable {
  /** Aborts when a viewer of another guild needs the place more. */
  readonly signal: AbortSignal;
}

/** How many places there are. */
interface PlaceLimits {
  /** Of one address. */
  readonly perLink: number;
  /** In all. */
  readonly inAll: number;
}

interface Taken {
  readonly secret: string;
  readonly leave: AbortController;
}

/**
 * The places of viewers, shared fairly between guilds: when all are taken, the newest viewer of the guild with most of them
 * makes room for a viewer of a guild that has fewer.
 */
export class ViewerPlaces {
  readonly #limits: PlaceLimits;
  /** By guild id, the newest at the end. */
  readonly #taken = new Map<string, Set<Taken>>();
  #count = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** `undefined` when there is no place for a viewer of this address. */
  take(guildId: string, secret: string): ViewerPlace | undefined {
    const here = this.#taken.get(guildId) ?? new Set();
    const ofLink = [...here].filter((taken) => taken.secret === secret).length;
    if (ofLink >= this.#limits.perLink) return undefined;
    if (this.#count >= this.#limits.inAll && !this.#makeRoom(here.size)) return undefined;
    const taken: Taken = { secret, leave: new AbortController() };
    here.add(taken);
    this.#taken.set(guildId, here);
    this.#count += 1;
    return { signal: taken.leave.signal, [Symbol.dispose]: () => this.#give(guildId, taken) };
  }

  /** Sends the newest viewer of the guild with most away, if it has more than `fewer` even without them. */
  #makeRoom(fewer: number): boolean {
    const [guildId, most] = [...this.#taken].reduce((first, other) => (other[1].size > first[1].size ? other : first));
    const newest = [...most].at(-1);
    if (newest === undefined || most.size - 1 <= fewer) return false;
    this.#give(guildId, newest);
    newest.leave.abort();
    return true;
  }

  #give(guildId: string, taken: Taken): void {
    const here = this.#taken.get(guildId);
    if (here?.delete(taken) !== true) return;
    if (here.size === 0) this.#taken.delete(guildId);
    this.#count -= 1;
  }
}
