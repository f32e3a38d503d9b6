import type { SlotClaim } from './limiter-ports.ts';

/**
 * Notices processes that could take a free slot and don't, because they hang: so that their claims keep no slot from
 * others. After twice `patienceMs` a process gets another chance.
 */
export class UnansweredClaims {
  readonly #patienceMs: number;
  /** Since when a claim could have been met. */
  #since = new Map<string, number>();

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** True if the claim's process did not take what was free for it. */
  covers(claim: SlotClaim): boolean {
    const sinceMs = this.#since.get(keyOf(claim));
    return !claim.isOwn && sinceMs !== undefined && performance.now() - sinceMs >= this.#patienceMs;
  }

  /** Replaces the claims that can be met now with slots that nobody holds. */
  note(met: readonly SlotClaim[]): void {
    const now = performance.now();
    const covered = [...this.#since].filter(([, sinceMs]) => {
      const ageMs = now - sinceMs;
      return ageMs >= this.#patienceMs && ageMs < 2 * this.#patienceMs;
    });
    const current = met.map(keyOf).map((key) => [key, this.#since.get(key) ?? now] as const);
    this.#since = new Map([...current, ...covered]);
  }
}

function keyOf({ owner, kind }: SlotClaim): string {
  return `${owner} ${kind}`;
}
