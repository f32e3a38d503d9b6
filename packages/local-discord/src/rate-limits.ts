import { createHash } from 'node:crypto';

/** A route's own limit: `limit` requests in `windowMs` for everything that shares `key`. */
export interface RouteLimit {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** `shared`: a limit of the resource for all clients; it has no headers until it is exceeded. */
  readonly scope?: 'user' | 'shared';
}

/** The limits' verdict on a request; `headers` go with the answer in either case. */
export type RateLimitVerdict =
  | { readonly kind: 'allowed'; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: 'limited';
      readonly headers: Readonly<Record<string, string>>;
      readonly retryAfterS: number;
      readonly global: boolean;
    };

/** Requests of one bot in a second over all routes (Discord API reference, "Global Rate Limit"). */
const GLOBAL_LIMIT: RouteLimit = { key: 'global', limit: 50, windowMs: 1_000 };

/** Beyond this number of windows, ended ones are discarded. */
const MAX_WINDOWS = 1_000;

interface Window {
  used: number;
  endsAtMs: number;
}

/** Counts requests in fixed windows that start with their first request. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Checks a request against the limits; `countsGlobally` is false for interaction routes. */
  take(limits: readonly RouteLimit[], countsGlobally: boolean): RateLimitVerdict {
    const all = countsGlobally ? [GLOBAL_LIMIT, ...limits] : limits;
    const exceeded = all.find((limit) => this.#window(limit).used >= limit.limit);
    if (exceeded !== undefined) return this.#limited(exceeded);
    for (const limit of all) this.#window(limit).used += 1;
    const visible = limits.find((limit) => limit.scope !== 'shared');
    return { kind: 'allowed', headers: visible === undefined ? {} : this.#headers(visible) };
  }

  #limited(limit: RouteLimit): RateLimitVerdict {
    const global = limit === GLOBAL_LIMIT;
    const retryAfterS = this.#secondsLeft(limit);
    const headers = {
      ...(global || limit.scope === 'shared' ? {} : this.#headers(limit)),
      ...(global ? { 'X-RateLimit-Global': 'true' } : {}),
      'X-RateLimit-Scope': global ? 'global' : (limit.scope ?? 'user'),
      'Retry-After': String(Math.ceil(retryAfterS)),
    };
    return { kind: 'limited', headers, retryAfterS, global };
  }

  #headers(limit: RouteLimit): Record<string, string> {
    const window = this.#window(limit);
    return {
      'X-RateLimit-Limit': String(limit.limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit.limit - window.used)),
      'X-RateLimit-Reset': (window.endsAtMs / 1_000).toFixed(3),
      'X-RateLimit-Reset-After': this.#secondsLeft(limit).toFixed(3),
      'X-RateLimit-Bucket': createHash('md5').update(bucketName(limit)).digest('hex'),
    };
  }

  #secondsLeft(limit: RouteLimit): number {
    return Math.max(0.001, (this.#window(limit).endsAtMs - this.#now()) / 1_000);
  }

  #window(limit: RouteLimit): Window {
    const nowMs = this.#now();
    const existing = this.#windows.get(limit.key);
    if (existing !== undefined && existing.endsAtMs > nowMs) return existing;
    const window: Window = { used: 0, endsAtMs: nowMs + limit.windowMs };
    this.#windows.set(limit.key, window);
    if (this.#windows.size > MAX_WINDOWS) this.#forgetEnded(nowMs);
    return window;
  }

  #forgetEnded(nowMs: number): void {
    for (const [key, window] of this.#windows) if (window.endsAtMs <= nowMs) this.#windows.delete(key);
  }
}

/** The bucket is named after the route without the resource: clients add the resource themselves. */
function bucketName(limit: RouteLimit): string {
  return limit.key.split(' ', 1)[0] ?? limit.key;
}
