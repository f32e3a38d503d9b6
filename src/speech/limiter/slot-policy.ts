import { type BoardView, SLOT_KINDS, type SlotClaim, type SlotKind } from './limiter-ports.ts';
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
 * Shares out the slots that nobody uses, one for each claim: first claims of live speech and those that are overdue, then
 * the others; of these, the one that waits longest. All processes come to the same result from the same view.
 */
export function allot(
  view: Pick<BoardView, 'taken' | 'claims'>,
  { idle, limit }: { readonly idle: readonly number[]; readonly limit: number },
): Allotment {
  const free = new Set(usableSlots('speech', limit).filter((slot) => !view.taken.has(slot)));
  const ours = new Set(idle);
  const take: { slot: number; kind: SlotKind }[] = [];
  const yielded: { slot: number; owner: number }[] = [];
  const keep: SlotKind[] = [];
  const met: SlotClaim[] = [];
  for (const claim of view.claims.toSorted(byTurn)) {
    const usable = usableSlots(claim.kind, limit);
    const freeSlot = usable.find((slot) => free.has(slot));
    const ownSlot = usable.find((slot) => ours.has(slot));
    if (claim.isOwn && ownSlot !== undefined) {
      ours.delete(ownSlot);
      keep.push(claim.kind);
    } else if (freeSlot !== undefined) {
      free.delete(freeSlot);
      if (claim.isOwn) take.push({ slot: freeSlot, kind: claim.kind });
      else met.push(claim);
    } else if (ownSlot !== undefined) {
      ours.delete(ownSlot);
      yielded.push({ slot: ownSlot, owner: claim.owner });
    }
  }
  return { take, yield: yielded, keep, met };
}

function byTurn(a: SlotClaim, b: SlotClaim): number {
  return levelOf(a) - levelOf(b) || b.waitedMs - a.waitedMs || a.owner - b.owner;
}

function levelOf({ kind, waitedMs }: SlotClaim): number {
  return kind === 'speech' || waitedMs >= CLAIM_OVERDUE_MS ? 0 : SLOT_KINDS.indexOf('background');
}

/**
 * The slots that a process may use without a connection to the board: what is left when all processes that were last seen
 * do the same, but at least one, so that speech goes on.
 */
export function shareWhileAway(limit: number, processes: number): number {
  return Math.max(1, Math.floor(limit / Math.max(1, processes)));
}
