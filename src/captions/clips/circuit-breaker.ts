import { backoffMs } from '../../concurrency/async.ts';
import type { CaptionTimings } from '../caption-timings.ts';

/** What a circuit breaker works with. */
export interface CircuitBreakerOptions {
  readonly timings: Pick<CaptionTimings, 'probeBaseMs' | 'probeMaxMs' | 'outageAnnounceAfterMs'>;
  readonly monotonicMs: () => number;
  /** Called once for an outage that lasts, with the code of its newest error. */
  readonly onLasting: (code: string) => void;
}

/** One outage, from its first failure to the next success. */
interface Outage {
  /** Of the newest error. */
  code: string;
  failedProbes: number;
  /** When the next probe may go, as `performance.now()`. */
  probeAtMs: number;
  readonly timer: NodeJS.Timeout;
}

/** `half-open`: a probe is under way. */
type BreakerState = { readonly kind: 'closed' } | { readonly kind: 'open' | 'half-open'; readonly outage: Outage };

/**
 * Tracks whether requests succeed. The first failure opens the breaker; any success closes it. While it is open, one
 * probe at a time goes out, at growing intervals. It does not hold back requests itself.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #state: BreakerState = { kind: 'closed' };
  #successes = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** When the next probe may go, as `performance.now()`; `undefined` while the breaker is closed. */
  get probeAtMs(): number | undefined {
    return this.#state.kind === 'closed' ? undefined : this.#state.outage.probeAtMs;
  }

  /** The code of the outage's newest error; `undefined` while the breaker is closed. */
  get code(): string | undefined {
    return this.#state.kind === 'closed' ? undefined : this.#state.outage.code;
  }

  /** Requests that succeeded since the start: distinguishes the failure of one clip from an outage. */
  get successes(): number {
    return this.#successes;
  }

  /** Records that a probe goes out; nothing while the breaker is closed. */
  probeStarted(): void {
    if (this.#state.kind === 'open') this.#state = { kind: 'half-open', outage: this.#state.outage };
  }

  /** Records that a probe ended without an answer, for a reason that is not the service's: another may go immediately. */
  probeAbandoned(): void {
    if (this.#state.kind === 'half-open') this.#state = { kind: 'open', outage: this.#state.outage };
  }

  /** Closes the breaker. Returns whether this ended an outage. */
  succeeded(): boolean {
    this.#successes += 1;
    if (this.#state.kind === 'closed') return false;
    clearTimeout(this.#state.outage.timer);
    this.#state = { kind: 'closed' };
    return true;
  }

  /** Opens the breaker. The failure of a probe delays the next one. */
  failed(code: string, wasProbe: boolean): void {
    if (this.#state.kind === 'closed') {
      this.#state = { kind: 'open', outage: this.#createOutage(code) };
      return;
    }
    const { kind, outage } = this.#state;
    outage.code = code;
    if (!wasProbe || kind !== 'half-open') return;
    outage.failedProbes += 1;
    outage.probeAtMs = this.#nextProbeAtMs(outage.failedProbes);
    this.#state = { kind: 'open', outage };
  }

  close(): void {
    if (this.#state.kind !== 'closed') clearTimeout(this.#state.outage.timer);
  }

  #createOutage(code: string): Outage {
    const { timings, onLasting } = this.#options;
    const outage: Outage = {
      code,
      failedProbes: 0,
      probeAtMs: this.#nextProbeAtMs(0),
      timer: setTimeout(() => onLasting(outage.code), timings.outageAnnounceAfterMs).unref(),
    };
    return outage;
  }

  #nextProbeAtMs(failedProbes: number): number {
    const { timings, monotonicMs } = this.#options;
    const backoff = { baseMs: timings.probeBaseMs, maxMs: timings.probeMaxMs, jitter: 'none' } as const;
    return monotonicMs() + backoffMs(failedProbes + 1, backoff);
  }
}
