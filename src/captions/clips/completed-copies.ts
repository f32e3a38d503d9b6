/** Clips that are remembered: a hundred people may be speaking when captions end. */
const MAX_KNOWN = 1_000;

/**
 * The clips that were made of their copies, because the voice thread did not complete them in time. It may do so later,
 * when other captions have begun.
 */
export class CompletedCopies {
  /** Clip ids, oldest first. */
  readonly #clipIds = new Set<string>();

  add(clipId: string): void {
    this.#clipIds.add(clipId);
    const [oldest] = this.#clipIds;
    if (this.#clipIds.size > MAX_KNOWN && oldest !== undefined) this.#clipIds.delete(oldest);
  }

  has(clipId: string): boolean {
    return this.#clipIds.has(clipId);
  }
}
