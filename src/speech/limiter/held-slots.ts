import type { SlotKind } from './limiter-ports.ts';
import { usableSlots } from './slot-policy.ts';

/** A slot in use; `undefined` for a request that has none, since the board can't be reached or couldn't when it began. */
export interface SlotLease {
  readonly kind: SlotKind;
  slot: number | undefined;
}

/** `idle` may be used here at once; `returned` was used last, and may be others' turn. */
interface Held {
  state: 'used' | 'idle' | 'returned';
  sinceMs: number;
}

/** The slots that a process holds, and its requests under way. */
export class HeldSlots {
  readonly #held = new Map<number, Held>();
  readonly #leases = new Set<SlotLease>();

  get size(): number {
    return this.#held.size;
  }

  has(slot: number): boolean {
    return this.#held.has(slot);
  }

  /** Requests under way without a slot. */
  get unbacked(): readonly SlotLease[] {
    return [...this.#leases].filter(({ slot }) => slot === undefined);
  }

  /** Slots that no request uses. */
  get unused(): readonly number[] {
    return [...this.#held].filter(([, { state }]) => state !== 'used').map(([slot]) => slot);
  }

  /** The slot that a request of this kind would get. */
  idleFor(kind: SlotKind, limit: number): number | undefined {
    return usableSlots(kind, limit).find((slot) => this.#held.get(slot)?.state === 'idle');
  }

  /** Adds a slot that this process has taken: for a request, or idle if there is none or it is over by now. */
  add(slot: number, lease?: SlotLease): void {
    // It may have ended while the board answered: nothing would ever release its slot.
    const user = lease !== undefined && this.#leases.has(lease) ? lease : undefined;
    this.#held.set(slot, { state: user === undefined ? 'idle' : 'used', sinceMs: performance.now() });
    if (user !== undefined) user.slot = slot;
  }

  /** Begins a request, with an idle slot or without one. */
  use(kind: SlotKind, slot: number | undefined): SlotLease {
    const lease: SlotLease = { kind, slot: undefined };
    this.#leases.add(lease);
    if (slot !== undefined) this.add(slot, lease);
    return lease;
  }

  /** Ends a request. True if its slot is unused now. */
  release(lease: SlotLease, state: 'idle' | 'returned'): boolean {
    this.#leases.delete(lease);
    if (lease.slot === undefined) return false;
    this.#held.set(lease.slot, { state, sinceMs: performance.now() });
    return true;
  }

  /** Makes unused slots idle: it is this process's turn. */
  offerUnused(): void {
    for (const held of this.#held.values()) if (held.state === 'returned') held.state = 'idle';
  }

  /** Takes these out, except for those in use, and returns what it took out. */
  removeUnused<T extends { readonly slot: number }>(slots: readonly T[]): readonly T[] {
    const removed = slots.filter(({ slot }) => this.#held.has(slot) && this.#held.get(slot)?.state !== 'used');
    for (const { slot } of removed) this.#held.delete(slot);
    return removed;
  }

  /** Unused slots that are beyond the limit, or that nothing used for `idleMs`. */
  expired(limit: number, idleMs: number): readonly number[] {
    const now = performance.now();
    return this.unused.filter((slot) => slot >= limit || now - (this.#held.get(slot)?.sinceMs ?? now) >= idleMs);
  }

  /** Requests under way go on without their slots. */
  loseAll(): void {
    this.#held.clear();
    for (const lease of this.#leases) lease.slot = undefined;
  }
}
