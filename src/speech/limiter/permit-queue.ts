import { PRIORITIES } from '../call-context.ts';
import type { WaitingRequest } from './permit-policy.ts';

/** A request in the queue. */
export interface QueuedCall extends Omit<WaitingRequest, 'since'> {
  /** How often it held a permit before and was ended for live speech. */
  readonly preemptions: number;
}

/** The bounds of the queue. */
export interface PermitQueueOptions {
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
}

interface Entry<T> extends WaitingRequest {
  readonly call: T;
  since: number;
}

/** The calls that wait for a permit, and when their groups (tenant and priority) were last served. */
export class PermitQueue<T extends QueuedCall> {
  readonly #options: PermitQueueOptions;
  #entries: Entry<T>[] = [];
  #admissions = 0;

  constructor(options: PermitQueueOptions) {
    this.#options = options;
  }

  /** As `PermitState` has them. */
  get waiting(): readonly (WaitingRequest & { readonly call: T })[] {
    return this.#entries;
  }

  get admissions(): number {
    return this.#admissions;
  }

  has(call: T): boolean {
    return this.#entries.some((entry) => entry.call === call);
  }

  /** Adds a call: at the end, or in front if it held a permit before. */
  add(call: T): void {
    const { tenant, priority } = call;
    const since = this.#entries.find((entry) => isOfGroup(entry, call))?.since ?? this.#admissions;
    const entry = { call, tenant, priority, since };
    if (call.preemptions > 0) this.#entries.unshift(entry);
    else this.#entries.push(entry);
  }

  /** Takes out a call that gets a permit. Its group goes to the end of the round. */
  admit(call: T): void {
    this.#admissions += 1;
    this.remove(call);
    for (const entry of this.#entries) if (isOfGroup(entry, call)) entry.since = this.#admissions;
  }

  /** Takes out a call; nothing if it is not in the queue. */
  remove(call: T): void {
    this.#entries = this.#entries.filter((entry) => entry.call !== call);
  }

  /** Takes out all calls. */
  removeAll(): T[] {
    return this.#entries.splice(0).map(({ call }) => call);
  }

  /**
   * The call to refuse because the queue is full with `newest`, which is in it: the newest of the weakest priority below
   * its own, of its own tenant or of the one with most of them waiting; else `newest` itself. A call that held a permit
   * before is never refused. `undefined` when there is room.
   */
  surplus(newest: T): T | undefined {
    const { maxWaiting, maxWaitingPerTenant } = this.#options;
    if (newest.preemptions > 0) return undefined;
    const own = this.#entries.filter(({ tenant }) => tenant === newest.tenant);
    const isTenantFull = own.length > maxWaitingPerTenant;
    if (!isTenantFull && this.#entries.length <= maxWaiting) return undefined;
    const weaker = (isTenantFull ? own : this.#entries)
      .map(({ call }) => call)
      .filter((call) => call.preemptions === 0 && levelOf(call) > levelOf(newest));
    const weakest = weaker.filter((call) => levelOf(call) === Math.max(...weaker.map(levelOf)));
    const byTenant = Map.groupBy(weakest, ({ tenant }) => tenant);
    const most = [...byTenant.values()].reduce<T[]>((a, b) => (b.length > a.length ? b : a), []);
    return most.at(-1) ?? newest;
  }
}

function isOfGroup(entry: WaitingRequest, { tenant, priority }: QueuedCall): boolean {
  return entry.tenant === tenant && entry.priority === priority;
}

function levelOf({ priority }: QueuedCall): number {
  return PRIORITIES.indexOf(priority);
}
