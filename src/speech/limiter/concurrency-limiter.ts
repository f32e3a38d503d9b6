import type { Logger } from '../../log.ts';
import { type CallContext, PRIORITIES, type Priority } from '../call-context.ts';
import { SpeechError } from '../speech-error.ts';
import { PermitQueue } from './permit-queue.ts';

/** What the service said about the whole account's concurrency. */
export interface ConcurrencyReport {
  readonly limit: number | undefined;
  readonly current: number | undefined;
}

/** Leave to have one request under way. It must be released when the request is over; releasing twice is harmless. */
export interface Permit {
  /** Tells the governor what an answer of this request said about concurrency. */
  report(report: ConcurrencyReport): void;
  /** Tells the governor that this request was refused for too much concurrency. */
  refused(report: ConcurrencyReport): void;
  release(): void;
}

/** Where requests get their turn. */
export interface PermitSource {
  /**
   * Waits for this call's turn.
   * @throws {SpeechError} SPEECH_BUSY when too many wait, SPEECH_CLOSED after `close()`; the signal's reason when aborted.
   */
  acquire(context: CallContext): Promise<Permit>;
  /** Turns away all who wait and all who come, with `reason`; what is under way is not touched. */
  close(reason: SpeechError): void;
}

/** How the governor is bounded. */
export interface ConcurrencyLimiterOptions {
  /** Most requests under way at once: SPEECH_CONCURRENCY. */
  readonly concurrency: number;
  readonly raiseMs: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
  readonly log: Logger;
}

/** The governor at one moment. */
export interface LimiterFigures {
  /** Requests allowed at once now; `maxLimit` in quiet times. */
  readonly limit: number;
  readonly maxLimit: number;
  readonly underWay: number;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** Calls turned away because the queue was full, since the start. */
  readonly turnedAway: number;
  /** Refusals by the service for too much concurrency, since the start. */
  readonly rateLimited: number;
}

interface Held {
  /** Most requests that were under way at once while this one was. */
  peak: number;
}

/**
 * Decides whose request goes next: at most `concurrency` for the whole process, stronger priorities first, tenants in
 * turn within a priority. The service's refusals and headers lower the limit; quiet raises it again, one by one. At the
 * bound of the queue the newest waiter of a weaker priority is turned away, or else the new call, with SPEECH_BUSY.
 */
export class ConcurrencyLimiter implements PermitSource {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #held = new Set<Held>();
  readonly #line: PermitQueue<Permit>;
  #limit: number;
  #raiseTimer: NodeJS.Timeout | undefined;
  #closed: SpeechError | undefined;
  #turnedAway = 0;
  #rateLimited = 0;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#limit = options.concurrency;
    this.#line = new PermitQueue(options);
  }

  async acquire(context: CallContext): Promise<Permit> {
    context.signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#held.size < this.#limit) return this.#grant();
    const outcome = this.#line.join(context, () => busyError());
    if (outcome.turnedAway) this.#turnedAway += 1;
    return outcome.turn;
  }

  figures(): LimiterFigures {
    const waiting = Object.fromEntries(PRIORITIES.map((priority) => [priority, this.#line.count(priority)]));
    return {
      limit: this.#limit,
      maxLimit: this.#options.concurrency,
      underWay: this.#held.size,
      waiting: waiting as Record<Priority, number>,
      turnedAway: this.#turnedAway,
      rateLimited: this.#rateLimited,
    };
  }

  close(reason: SpeechError): void {
    this.#closed = reason;
    clearTimeout(this.#raiseTimer);
    this.#line.refuseAll(reason);
  }

  #grant(): Permit {
    const held: Held = { peak: 0 };
    this.#held.add(held);
    for (const each of this.#held) each.peak = Math.max(each.peak, this.#held.size);
    return {
      report: (report) => this.#report(held, report),
      refused: (report) => {
        this.#rateLimited += 1;
        this.#report(held, report);
        this.#lowerTo(this.#held.size - 1);
      },
      release: () => {
        if (this.#held.delete(held)) this.#admit();
      },
    };
  }

  #report(held: Held, { limit, current }: ConcurrencyReport): void {
    if (limit === undefined) return;
    this.#lowerTo(limit);
    // The account is full, others on it included: no more than this process had under way itself.
    if (current !== undefined && current >= limit) this.#lowerTo(held.peak);
  }

  #lowerTo(limit: number): void {
    const lowered = Math.max(1, limit);
    if (this.#closed !== undefined || lowered > this.#limit || lowered >= this.#options.concurrency) return;
    if (lowered < this.#limit) this.#options.log.info({ limit: lowered }, 'speech concurrency lowered');
    this.#limit = lowered;
    this.#raiseLater();
  }

  #raiseLater(): void {
    clearTimeout(this.#raiseTimer);
    this.#raiseTimer = setTimeout(() => {
      this.#limit += 1;
      if (this.#limit < this.#options.concurrency) this.#raiseLater();
      this.#admit();
    }, this.#options.raiseMs);
    this.#raiseTimer.unref();
  }

  #admit(): void {
    while (this.#held.size < this.#limit) {
      const admit = this.#line.next();
      if (admit === undefined) return;
      admit(this.#grant());
    }
  }
}

function busyError(): SpeechError {
  return new SpeechError('SPEECH_BUSY', 'too many calls of the speech service are waiting');
}
