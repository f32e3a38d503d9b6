import type { CaptionNotice, ClipRefusal } from './captions-ports.ts';

/** Collects what goes wrong with one session's captions, so that readers get one notice instead of many. */
export class CaptionNotices {
  readonly #announce: (notice: CaptionNotice) => void;
  readonly #intervalMs: number;
  #lostMs = 0;
  #refusals: ClipRefusal[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Losses and refusals within `intervalMs` become one notice each. */
  constructor(announce: (notice: CaptionNotice) => void, intervalMs: number) {
    this.#announce = announce;
    this.#intervalMs = intervalMs;
  }

  /** Speech was lost because the disk space for pending clips is full. */
  lost(durationMs: number): void {
    this.#lostMs += durationMs;
    this.#schedule();
  }

  /** The service rejected a clip for good. */
  refused(refusal: ClipRefusal): void {
    this.#refusals.push(refusal);
    this.#schedule();
  }

  /** The service has been unusable for a while; `code` is that of the newest error. */
  outage(code: string): void {
    this.#announce({ kind: 'outage', code });
  }

  /** Drops what would name a person. */
  forget(userId: string): void {
    this.#refusals = this.#refusals.filter((refusal) => refusal.userId !== userId);
  }

  /** Announces what is still collected. */
  close(): void {
    clearTimeout(this.#timer);
    this.#flush();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#flush(), this.#intervalMs);
  }

  #flush(): void {
    const [durationMs, refusals] = [this.#lostMs, this.#refusals];
    this.#timer = undefined;
    this.#lostMs = 0;
    this.#refusals = [];
    if (durationMs > 0) this.#announce({ kind: 'lost', durationMs });
    if (refusals.length > 0) this.#announce({ kind: 'refused', refusals });
  }
}
