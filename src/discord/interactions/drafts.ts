import { randomUUID } from 'node:crypto';

/** The outcome of taking a draft. */
export type TakenDraft<T> =
  | { readonly kind: 'taken'; readonly draft: T }
  /** It was taken before. */
  | { readonly kind: 'answered' }
  /** It has expired, or this process never knew it. */
  | { readonly kind: 'unknown' };

interface Entry<T> {
  readonly group: string;
  /** `undefined` once it was taken. */
  draft: T | undefined;
  /** As people read it. */
  readonly expiresAtMs: number;
  /** The same by `performance.now()`: nobody's setting of the clock takes a question away. */
  readonly keptUntilMs: number;
}

/**
 * What people were asked to confirm, in memory until they answer. Each draft is taken once, however often a button is
 * pressed. Beyond `max`, the group with most of them loses its oldest: no server takes another one's questions away.
 */
export class Drafts<T extends object> {
  readonly #keptForMs: number;
  readonly #max: number;
  /** In order of expiry. */
  readonly #entries = new Map<string, Entry<T>>();

  constructor({ keptForMs, max }: { readonly keptForMs: number; readonly max: number }) {
    this.#keptForMs = keptForMs;
    this.#max = max;
  }

  /** Keeps a draft of a server, or of a person outside of servers; returns its id (36 characters) and when it expires, by `Date.now()`. */
  add(group: string, draft: T): { readonly id: string; readonly expiresAtMs: number } {
    this.#forgetExpired();
    if (this.#entries.size >= this.#max) this.#makeRoom();
    const id = randomUUID();
    const expiresAtMs = Date.now() + this.#keptForMs;
    this.#entries.set(id, { group, draft, expiresAtMs, keptUntilMs: performance.now() + this.#keptForMs });
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

  /** Lets a draft be taken again until it expires; `undefined` when it has expired. */
  putBack(id: string, draft: T): { readonly expiresAtMs: number } | undefined {
    this.#forgetExpired();
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    entry.draft = draft;
    return { expiresAtMs: entry.expiresAtMs };
  }

  #makeRoom(): void {
    const groups = Map.groupBy(this.#entries, ([, { group }]) => group).values();
    const most = groups.reduce((first, other) => (other.length > first.length ? other : first));
    const [oldest] = most;
    if (oldest !== undefined) this.#entries.delete(oldest[0]);
  }

  #forgetExpired(): void {
    const nowMs = performance.now();
    for (const [id, { keptUntilMs }] of this.#entries) {
      if (keptUntilMs > nowMs) return;
      this.#entries.delete(id);
    }
  }
}
