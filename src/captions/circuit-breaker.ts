import type { CaptionTimings } from './caption-timings.ts';

/** What an outage is followed with. */
export interface CircuitBreakerOptions {
  readonly timings: Pick<CaptionTimings, 'probeBaseMs' | 'probeMaxMs' | 'outageAnnounceAfterMs'>;
  readonly monotonicMs: () => number;
  /** Called once for an outage that lasts, with the code of its newest error. */
  readonly onLasting: (code: string) => void;
}

interface UnderWay {
  code: string;
  probeAtMs: number;
  probeDelayMs: number;
  readonly timer: NodeJS.Timeout;
}

/** Whether requests succeed: an outage begins with a failure and ends with the next success, whichever clips they are. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #underWay: UnderWay | undefined;
  #successes = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** When the next probe may go, as `performance.now()`; `undefined` when there is no outage. */
  get probeAtMs(): number | undefined {
    return this.#underWay?.probeAtMs;
  }

  /** Requests that succeeded since the start: tells a failure of one from a failure of all. */
  get successes(): number {
    return this.#successes;
  }

  /** True when this success ended an outage. */
  succeeded(): boolean {
    this.#successes += 1;
    const was = this.#underWay;
    clearTimeout(was?.timer);
    this.#underWay = undefined;
    return was !== undefined;
  }

  failed(code: string, wasProbe: boolean): void {
    const { timings, monotonicMs, onLasting } = this.#options;
    if (this.#underWay === undefined) {
      const timer = setTimeout(() => onLasting(this.#underWay?.code ?? code), timings.outageAnnounceAfterMs);
      timer.unref();
      const probeDelayMs = timings.probeBaseMs;
      this.#underWay = { code, probeDelayMs, probeAtMs: monotonicMs() + probeDelayMs, timer };
      return;
    }
    this.#underWay.code = code;
    if (!wasProbe) return;
    this.#underWay.probeDelayMs = Math.min(timings.probeMaxMs, this.#underWay.probeDelayMs * 2);
    this.#underWay.probeAtMs = monotonicMs() + this.#underWay.probeDelayMs;
  }

  close(): void {
    clearTimeout(this.#underWay?.timer);
  }
}
