import type { BoardView, SlotClaim, SlotDemand, SlotKind } from './limiter-ports.ts';
import { filesLimit } from './permit-policy.ts';

/** From then on a claim of any kind goes before younger claims of live speech, so that nobody waits forever. */
export const CLAIM_OVERDUE_MS = 5_000;

/**
 * The slots that a kind may use when there are `limit` of them, the preferred ones first: what fewer kinds may use comes
 * first. So the rules of the account hold without talk among processes: slot 0 stays for speech, and files get the last half.
 */
export function usableSlots(kind: SlotKind, limit: number): readonly number[] {
  const all = Array.from({ length: limit }, (_, slot) => slot);
  if (limit === 1 || kind === 'speech') return all;
  const shared = all.slice(1);
  return kind === 'background' ? shared : shared.slice(-filesLimit(limit)).reverse();
}

/** What one process does about a view of the board. */
export interface Allotment {
  /** Slots that nobody holds and that are this process's turn. */
  readonly take: readonly { readonly slot: number; readonly kind: SlotKind }[];
  /** Own idle slots that are others' turn. */
  readonly yield: readonly { readonly slot: number; readonly owner: number }[];
  /** Own claims that own idle slots meet. */
  readonly keep: readonly SlotKind[];
  /** Claims of others that can be met with slots that nobody holds: they only have to take them. */
  readonly met: readonly SlotClaim[];
}

/**
 * Shares out the slots that nobody uses: first to claims of live speech and those that are overdue, then to the others; of
 * these, to the process that uses least, then to the one that waits longest. Others get one at a time, because how many
 * they want is not known. All processes come to the same result from the same view.
 */
export function allot(
  view: Pick<BoardView, 'taken' | 'claims'>,
  own: { readonly idle: readonly number[]; readonly limit: number; readonly demand: SlotDemand },
): Allotment {
  const { idle, limit, demand } = own;
  const free = new Set(usableSlots('speech', limit).filter((slot) => !view.taken.has(slot)));
  const ours = new Set(idle);
  const uses = new Map<number, number>();
  for (const [slot, owner] of view.taken) if (!ours.has(slot)) uses.set(owner, (uses.get(owner) ?? 0) + 1);
  const waiting = new Map(view.claims.map((claim) => [claim, claim.isOwn ? demand[claim.kind] : 1]));
  const result = { take: [], yield: [], keep: [], met: [] } as Mutable<Allotment>;
  for (;;) {
    const claim = [...waiting.keys()].sort((a, b) => compareTurns(a, b, uses))[0];
    if (claim === undefined) return result;
    const usable = usableSlots(claim.kind, limit);
    const [first, second] = claim.isOwn ? [ours, free] : [free, ours];
    const slot = usable.find((each) => first.has(each)) ?? usable.find((each) => second.has(each));
    const left = (waiting.get(claim) ?? 0) - 1;
    if (slot === undefined || left <= 0) waiting.delete(claim);
    else waiting.set(claim, left);
    if (slot === undefined) continue;
    uses.set(claim.owner, (uses.get(claim.owner) ?? 0) + 1);
    const isFree = free.delete(slot);
    ours.delete(slot);
    if (!claim.isOwn && isFree) result.met.push(claim);
    else if (!claim.isOwn) result.yield.push({ slot, owner: claim.owner });
    else if (isFree) result.take.push({ slot, kind: claim.kind });
    else result.keep.push(claim.kind);
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

function compareTurns(a: SlotClaim, b: SlotClaim, uses: ReadonlyMap<number, number>): number {
  return (
    levelOf(a) - levelOf(b) ||
    (uses.get(a.owner) ?? 0) - (uses.get(b.owner) ?? 0) ||
    b.waitedMs - a.waitedMs ||
    a.owner - b.owner
  );
}

function levelOf({ kind, waitedMs }: SlotClaim): number {
  return kind === 'speech' || waitedMs >= CLAIM_OVERDUE_MS ? 0 : 1;
}

/**
 * The slots that a process may use without a connection to the board: what is left when all processes that were last seen
 * do the same, but at least one, so that speech continues.
 */
export function shareWhileAway(limit: number, processes: number): number {
  return Math.max(1, Math.floor(limit / Math.max(1, processes)));
}
