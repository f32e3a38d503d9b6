/** Requests of several priorities: the strongest first, those of one priority in the order of arrival. */
export class GatewayQueue<Request> {
  /** By rank, 0 the strongest. */
  readonly #waiting: readonly Set<Request>[];

  constructor(ranks: number) {
    this.#waiting = Array.from({ length: ranks }, () => new Set<Request>());
  }

  /** Requests that wait. */
  get size(): number {
    return this.#waiting.reduce((sum, requests) => sum + requests.size, 0);
  }

  /** Requests of a rank that wait. */
  sizeOf(rank: number): number {
    return this.#waiting[rank]?.size ?? 0;
  }

  add(request: Request, rank: number): void {
    this.#waiting[rank]?.add(request);
  }

  /** Takes the first request of the strongest rank that `isAdmissible` out of the queue. */
  take(isAdmissible: (rank: number) => boolean): Request | undefined {
    for (const [rank, requests] of this.#waiting.entries()) {
      const [first] = requests;
      if (first === undefined || !isAdmissible(rank)) continue;
      requests.delete(first);
      return first;
    }
    return undefined;
  }

  remove(request: Request): void {
    for (const requests of this.#waiting) requests.delete(request);
  }

  removeAll(): Request[] {
    return this.#waiting.flatMap((requests) => {
      const all = [...requests];
      requests.clear();
      return all;
    });
  }

  /** The newest request of the weakest rank that has one, if that is weaker than `rank`. */
  newestBelow(rank: number): Request | undefined {
    return [...(this.#waiting.findLast((requests, weaker) => weaker > rank && requests.size > 0) ?? [])].at(-1);
  }
}
