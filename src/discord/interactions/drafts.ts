import { randomUUID } from 'node:crypto';

/** What became of something that somebody was asked about. */
export type TakenDraft<T> =
  | { readonly kind: 'taken'; readonly draft: T }
  /** It was answered before. */
  | { readonly kind: 'answered' }
  /** It has expired, or this process never knew it. */
  | { readonly kind: 'unknown' };

interface Entry<T> {
  /** `undefined` once it was answered. */
  draft: T | undefined;
  readonly expiresAtMs: number;
}

/**
 * What people were asked to confirm, in memory until they answer: each is taken once, however often a button is pressed.
 * Beyond `max` the oldest is forgotten.
 */
export class Drafts<T extends object> {
  readonly #keptForMs: number;
  readonly #max: number;
  /** In the order of their expiry. */
  readonly #entries = new Map<string, Entry<T>>();

  constructor({ keptForMs, max }: { readonly keptForMs: number; readonly max: number }) {
    this.#keptForMs = keptForMs;
    this.#max = max;
  }

  /** Keeps a draft; gives its id (36 characters) and when it expires, by `Date.now()`. */
  add(draft: T): { readonly id: string; readonly expiresAtMs: number } {
    this.#forgetExpired();
    const oldest = this.#entries.size >= this.#max ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    const id = randomUUID();
    const expiresAtMs = Date.now() + this.#keptForMs;
    this.#entries.set(id, { draft, expiresAtMs });
    return { id, expiresAtMs };
  }

  /** Takes a draft out, for good unless it is put back. */
  take(id: string): TakenDraft<T> {
    this.#forgetExpired();
    const entry = this.#entries.get(id);
    if (entry === undefined) return { kind: 'unknown' };
    const { draft } = entry;
    if (draft === undefined) return { kind: 'answered' };
    entry.draft = undefined;
    return { kind: 'taken', draft };
  }

  /** Lets a draft be answered once more, as long as it could be before; `undefined` when that time is over. */
  putBack(id: string, draft: T): { readonly expiresAtMs: number } | undefined {
    this.#forgetExpired();
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    entry.draft = draft;
    return { expiresAtMs: entry.expiresAtMs };
  }

  #forgetExpired(): void {
    const nowMs = Date.now();
    for (const [id, { expiresAtMs }] of this.#entries) {
      if (expiresAtMs > nowMs) return;
      this.#entries.delete(id);
    }
  }
}
