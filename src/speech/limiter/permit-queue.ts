import { type CallContext, PRIORITIES, type Priority } from '../call-context.ts';

interface Waiter<T> {
  readonly context: CallContext;
  readonly admit: (turn: T) => void;
  readonly refuse: (reason: unknown) => void;
  readonly forget: () => void;
}

/** Tenants in the order of their turns, each with its waiters, oldest first. */
type Tenants<T> = Map<string, Waiter<T>[]>;

/** Bounds of a waiting line. */
export interface PermitQueueOptions {
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
}

/** A place in the line; `turnedAway` says that somebody, maybe this very call, was refused for it. */
export interface Place<T> {
  readonly turn: Promise<T>;
  readonly turnedAway: boolean;
}

/** Those who wait for a turn: by priority, then tenants in turn, then by age. It is bounded in all and for each tenant. */
export class PermitQueue<T> {
  readonly #options: PermitQueueOptions;
  readonly #queues: ReadonlyMap<Priority, Tenants<T>> = new Map(PRIORITIES.map((priority) => [priority, new Map()]));

  constructor(options: PermitQueueOptions) {
    this.#options = options;
  }

  /**
   * Takes a place. At a bound (the tenant's, or the whole line's) the newest waiter of the weakest priority below the
   * new one's is refused with `busy()`; when there is none, the new one is.
   */
  join(context: CallContext, busy: () => Error): Place<T> {
    const victim = this.#findVictim(context);
    if (victim === 'newcomer') return { turn: Promise.reject(busy()), turnedAway: true };
    if (victim !== undefined) this.#refuse(victim, busy());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const leave = (): void => this.#refuse(waiter, context.signal.reason);
    const waiter: Waiter<T> = {
      context,
      admit: resolve,
      refuse: reject,
      forget: () => context.signal.removeEventListener('abort', leave),
    };
    context.signal.addEventListener('abort', leave, { once: true });
    const tenants = this.#tenants(context.priority);
    const own = tenants.get(context.tenant);
    if (own === undefined) tenants.set(context.tenant, [waiter]);
    else own.push(waiter);
    return { turn: promise, turnedAway: victim !== undefined };
  }

  /** Takes the one whose turn it is out of the line and returns how to admit it; `undefined` when nobody waits. */
  next(): ((turn: T) => void) | undefined {
    for (const tenants of this.#queues.values()) {
      for (const [tenant, waiters] of tenants) {
        const waiter = waiters.shift();
        // The tenant goes to the end of the round: a map keeps the order in which keys were set.
        tenants.delete(tenant);
        if (waiters.length > 0) tenants.set(tenant, waiters);
        if (waiter === undefined) continue;
        waiter.forget();
        return waiter.admit;
      }
    }
    return undefined;
  }

  count(priority: Priority): number {
    return this.#tenants(priority)
      .values()
      .reduce((sum, waiters) => sum + waiters.length, 0);
  }

  refuseAll(reason: Error): void {
    for (const tenants of this.#queues.values()) {
      for (const waiter of [...tenants.values()].flat()) this.#refuse(waiter, reason);
    }
  }

  #findVictim(context: CallContext): Waiter<T> | 'newcomer' | undefined {
    const { maxWaiting, maxWaitingPerTenant } = this.#options;
    const own = PRIORITIES.flatMap((priority) => this.#tenants(priority).get(context.tenant) ?? []);
    if (own.length >= maxWaitingPerTenant) return this.#newestBelow(context, context.tenant) ?? 'newcomer';
    const total = PRIORITIES.reduce((sum, priority) => sum + this.count(priority), 0);
    if (total >= maxWaiting) return this.#newestBelow(context, undefined) ?? 'newcomer';
    return undefined;
  }

  /** The newest waiter of the weakest priority below the caller's, of `tenant` or else of who has most waiting. */
  #newestBelow(context: CallContext, tenant: string | undefined): Waiter<T> | undefined {
    for (const priority of PRIORITIES.toReversed()) {
      if (priority === context.priority) return undefined;
      const tenants = this.#tenants(priority);
      const lists = tenant === undefined ? [...tenants.values()] : [tenants.get(tenant) ?? []];
      const longest = lists.reduce<Waiter<T>[]>((most, list) => (list.length > most.length ? list : most), []);
      const newest = longest.at(-1);
      if (newest !== undefined) return newest;
    }
    return undefined;
  }

  #refuse(waiter: Waiter<T>, reason: unknown): void {
    const { tenant, priority } = waiter.context;
    const tenants = this.#tenants(priority);
    const rest = (tenants.get(tenant) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) tenants.set(tenant, rest);
    else tenants.delete(tenant);
    waiter.forget();
    waiter.refuse(reason);
  }

  #tenants(priority: Priority): Tenants<T> {
    const tenants = this.#queues.get(priority);
    if (tenants === undefined) throw new RangeError(`unknown priority ${priority}`);
    return tenants;
  }
}
