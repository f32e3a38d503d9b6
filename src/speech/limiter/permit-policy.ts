import { PRIORITIES, type Priority } from '../call-context.ts';
import type { SlotDemand, SlotKind } from './limiter-ports.ts';

/** A request that holds a permit. */
export interface HeldPermit {
  readonly tenant: string;
  readonly priority: Priority;
  /** True if its holder ends it when asked to, and sends it again later. */
  readonly isPreemptible: boolean;
  /** True if its holder has been asked to end it. It still counts as in flight. */
  readonly isEnding: boolean;
}

/** A request that waits for a permit. Those of one tenant and priority are a group, which is served in order. */
export interface WaitingRequest {
  readonly tenant: string;
  readonly priority: Priority;
  /** The number of admissions when its group began to wait or was last served. */
  readonly since: number;
}

/** What the next admission depends on. */
export interface PermitState<H extends HeldPermit = HeldPermit, W extends WaitingRequest = WaitingRequest> {
  /** Maximum permits held at a time, at least 1. */
  readonly limit: number;
  /** Oldest first. */
  readonly held: readonly H[];
  /** The requests of each group in order; groups in order of arrival. */
  readonly waiting: readonly W[];
  /** Permits granted since the start. */
  readonly admissions: number;
  /** True shortly after a request was ended for live speech: then a single permit is for speech alone. */
  readonly isSpeechExpected: boolean;
  /** False where this process has no slot for the kind now; `undefined` for a process that shares with no other. */
  readonly hasSlot?: ((priority: Priority) => boolean) | undefined;
}

/**
 * A group is overdue when this many admissions for each waiting group passed without it. Overdue groups together get at
 * most about one of so many permits, so that priorities keep their meaning under a heavy load and nobody waits forever.
 */
export const OVERDUE_AFTER = 8;

/** Maximum permits that all but live speech hold: one stays for speech. A single permit is shared, unless it is expected. */
export function backgroundLimit(limit: number, isSpeechExpected = false): number {
  return Math.max(isSpeechExpected ? 0 : 1, limit - 1);
}

/** Maximum permits that files hold: half. */
export function filesLimit(limit: number): number {
  return Math.max(1, Math.floor(limit / 2));
}

/** The kind of slot that a call needs. */
export function slotKindOf(priority: Priority): SlotKind {
  return priority === 'speech' || priority === 'files' ? priority : 'background';
}

/** The fair share of a tenant, in permits, when `tenants` hold permits or wait for them. */
export function fairShare(limit: number, tenants: number): number {
  return Math.ceil(limit / Math.max(1, tenants));
}

/**
 * The request that gets the next permit; `undefined` when none may. Of the requests that fit within the limits of their
 * kind: first groups that are overdue, longest first; then those of tenants below their fair share; of these by priority,
 * then of the tenant that holds least, then the group that was served longest ago.
 */
export function nextRequest<W extends WaitingRequest>(state: PermitState<HeldPermit, W>): W | undefined {
  const { limit, held, waiting } = state;
  if (held.length >= limit) return undefined;
  const fits = fitsOf(state);
  const heldBy = countBy(held.map(({ tenant }) => tenant));
  const share = fairShare(limit, new Set([...heldBy.keys(), ...waiting.map(({ tenant }) => tenant)]).size);
  const heads = headsOf(waiting);
  const ranked = heads
    .filter(({ priority }) => fits(priority))
    .map((request) => ({
      request,
      rank: rankOf(state, request, { heads, share, holds: heldBy.get(request.tenant) ?? 0 }),
    }))
    // Sorting is stable: of equal ranks, the one that came first goes first.
    .sort((a, b) => compare(a.rank, b.rank));
  return ranked[0]?.request;
}

/** True if the group of a request waited too long. */
export function isOverdue(state: PermitState, request: WaitingRequest): boolean {
  return isOverdueAmong(state, request, headsOf(state.waiting));
}

/**
 * The requests to end so that live speech which waits gets a permit: none while other speech holds one, since that
 * passes its permit on. Weakest priority first, then the newest. None if that would not free a permit.
 */
export function permitsToPreempt<H extends HeldPermit>({ limit, held, waiting }: PermitState<H>): readonly H[] {
  if (!waiting.some(({ priority }) => priority === 'speech')) return [];
  if (held.some(({ priority }) => priority === 'speech')) return [];
  const needed = held.filter(({ isEnding }) => !isEnding).length - (limit - 1);
  if (needed <= 0) return [];
  const candidates = held
    .filter(({ isPreemptible, isEnding }) => isPreemptible && !isEnding)
    .reverse()
    .sort((a, b) => levelOf(b) - levelOf(a));
  return candidates.length < needed ? [] : candidates.slice(0, needed);
}

/** How many more requests of each kind of slot could be sent now, were there slots for them. */
export function openDemand({ limit, held, waiting, isSpeechExpected }: PermitState): SlotDemand {
  const background = held.filter(({ priority }) => priority !== 'speech').length;
  const files = held.filter(({ priority }) => priority === 'files').length;
  const room = { all: limit - held.length, background: backgroundLimit(limit, isSpeechExpected) - background };
  const most = {
    speech: room.all,
    background: room.background,
    files: Math.min(room.background, filesLimit(limit) - files),
  };
  const counted = (kind: SlotKind): number => {
    const count = waiting.filter(({ priority }) => slotKindOf(priority) === kind).length;
    return Math.max(0, Math.min(count, room.all, most[kind]));
  };
  return { speech: counted('speech'), background: counted('background'), files: counted('files') };
}

function fitsOf({ limit, held, isSpeechExpected, hasSlot }: PermitState): (priority: Priority) => boolean {
  const background = held.filter(({ priority }) => priority !== 'speech').length;
  const files = held.filter(({ priority }) => priority === 'files').length;
  return (priority) => {
    if (hasSlot?.(priority) === false) return false;
    if (priority === 'speech') return true;
    return background < backgroundLimit(limit, isSpeechExpected) && (priority !== 'files' || files < filesLimit(limit));
  };
}

function rankOf(
  state: PermitState,
  request: WaitingRequest,
  {
    heads,
    share,
    holds,
  }: { readonly heads: readonly WaitingRequest[]; readonly share: number; readonly holds: number },
): readonly number[] {
  const isAtShare = holds < share ? 0 : 1;
  return isOverdueAmong(state, request, heads)
    ? [0, request.since]
    : [1, isAtShare, levelOf(request), holds, request.since];
}

function isOverdueAmong(
  { admissions }: PermitState,
  { since }: WaitingRequest,
  heads: readonly WaitingRequest[],
): boolean {
  return admissions - since >= OVERDUE_AFTER * heads.length;
}

/** The first request of each group. */
function headsOf<W extends WaitingRequest>(waiting: readonly W[]): W[] {
  const groups = new Map<string, W>();
  for (const request of waiting) {
    const group = `${request.priority} ${request.tenant}`;
    if (!groups.has(group)) groups.set(group, request);
  }
  return [...groups.values()];
}

function levelOf({ priority }: { readonly priority: Priority }): number {
  return PRIORITIES.indexOf(priority);
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
