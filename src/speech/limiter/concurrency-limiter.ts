import { FairSemaphore } from '../../fair-semaphore.ts';
import type { Logger } from '../../log.ts';
import { type CallContext, PRIORITIES, type Priority } from '../call-context.ts';
import { SpeechError } from '../speech-error.ts';

/** The concurrency the service reports for the whole account. */
export interface ConcurrencyReport {
  readonly limit: number | undefined;
  readonly current: number | undefined;
}

/** Permission for one request in flight. The holder must release it when the request ends; releasing twice is safe. */
export interface Permit {
  /** Passes on the concurrency values in the response to this request. */
  report(report: ConcurrencyReport): void;
  /** Reports that the service refused this request because of too much concurrency. */
  refused(report: ConcurrencyReport): void;
  release(): void;
}

/** Where requests get their permits. */
export interface PermitSource {
  /**
   * Waits for a permit for this call.
   * @throws {SpeechError} SPEECH_BUSY when too many wait, SPEECH_CLOSED after `close()`; the signal's reason when aborted.
   */
  acquire(context: CallContext): Promise<Permit>;
  /** Rejects waiting and new calls with `reason`. Requests in flight are not affected. */
  close(reason: SpeechError): void;
}

/** The limits of the limiter. */
export interface ConcurrencyLimiterOptions {
  /** Maximum requests in flight: SPEECH_CONCURRENCY. */
  readonly concurrency: number;
  /** The limit rises by one after this long without a refusal, in milliseconds. */
  readonly raiseMs: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
  readonly log: Logger;
}

/** A snapshot of the limiter. */
export interface LimiterFigures {
  /** The current limit of requests in flight; `maxLimit` in quiet times. */
  readonly limit: number;
  readonly maxLimit: number;
  readonly underWay: number;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** Calls rejected since the start because the queue was full. */
  readonly turnedAway: number;
  /** Refusals by the service since the start because of too much concurrency. */
  readonly rateLimited: number;
}

interface InFlight {
  /** Peak number of requests in flight while this one was. */
  peak: number;
}

/**
 * Limits the requests of the whole process to `concurrency` in flight. Higher priorities go first; within a priority,
 * tenants are served round robin. The service's refusals and headers lower the limit; quiet raises it again, one by one.
 * When the queue is full, the newest call of a lower priority is rejected with SPEECH_BUSY, or else the new call.
 */
export class ConcurrencyLimiter implements PermitSource {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #semaphore: FairSemaphore;
  readonly #inFlight = new Set<InFlight>();
  #raiseTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #turnedAway = 0;
  #rateLimited = 0;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#semaphore = new FairSemaphore({
      limit: options.concurrency,
      maxWaiting: options.maxWaiting,
      maxWaitingPerKey: options.maxWaitingPerTenant,
      keysInTurn: true,
      createFullError: () => {
        this.#turnedAway += 1;
        return new SpeechError('SPEECH_BUSY', 'too many calls of the speech service are waiting');
      },
    });
  }

  async acquire({ tenant, priority, signal }: CallContext): Promise<Permit> {
    const request = { key: tenant, priority: PRIORITIES.indexOf(priority), signal };
    return this.#permit(await this.#semaphore.acquire(request));
  }

  figures(): LimiterFigures {
    const waiting = PRIORITIES.map((priority, index) => [priority, this.#semaphore.waiting(index)]);
    return {
      limit: this.#semaphore.limit,
      maxLimit: this.#options.concurrency,
      underWay: this.#semaphore.held,
      waiting: Object.fromEntries(waiting) as Record<Priority, number>,
      turnedAway: this.#turnedAway,
      rateLimited: this.#rateLimited,
    };
  }

  close(reason: SpeechError): void {
    this.#isClosed = true;
    clearTimeout(this.#raiseTimer);
    this.#semaphore.close(reason);
  }

  #permit(lease: Disposable): Permit {
    const request: InFlight = { peak: 0 };
    this.#inFlight.add(request);
    for (const each of this.#inFlight) each.peak = Math.max(each.peak, this.#semaphore.held);
    return {
      report: (report) => this.#report(request, report),
      refused: (report) => {
        this.#rateLimited += 1;
        this.#report(request, report);
        this.#lowerTo(this.#semaphore.held - 1);
      },
      release: () => {
        this.#inFlight.delete(request);
        lease[Symbol.dispose]();
      },
    };
  }

  #report(request: InFlight, { limit, current }: ConcurrencyReport): void {
    if (limit === undefined) return;
    this.#lowerTo(limit);
    // Other clients use the account too: allow no more than this process itself had in flight.
    if (current !== undefined && current >= limit) this.#lowerTo(request.peak);
  }

  #lowerTo(limit: number): void {
    const lowered = Math.max(1, limit);
    const current = this.#semaphore.limit;
    if (this.#isClosed || lowered > current || lowered >= this.#options.concurrency) return;
    if (lowered < current) this.#options.log.info({ limit: lowered }, 'speech concurrency lowered');
    this.#semaphore.limit = lowered;
    this.#raiseLater();
  }

  #raiseLater(): void {
    clearTimeout(this.#raiseTimer);
    this.#raiseTimer = setTimeout(() => {
      const raised = this.#semaphore.limit + 1;
      if (raised < this.#options.concurrency) this.#raiseLater();
      this.#semaphore.limit = raised;
    }, this.#options.raiseMs);
    this.#raiseTimer.unref();
  }
}
