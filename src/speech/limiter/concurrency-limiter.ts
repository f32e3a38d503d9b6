import type { Logger } from '../../log/log.ts';
import { type CallContext, PRIORITIES, type Priority } from '../call-context.ts';
import { SpeechError } from '../speech-error.ts';
import type { SlotLease } from './held-slots.ts';
import {
  type HeldPermit,
  isOverdue,
  nextRequest,
  openDemand,
  type PermitState,
  permitsToPreempt,
} from './permit-policy.ts';
import { PermitQueue, type QueuedCall } from './permit-queue.ts';
import type { SharedSlots, SlotFigures } from './shared-slots.ts';

/** The concurrency the service reports for the whole account. */
export interface ConcurrencyReport {
  readonly limit: number | undefined;
  readonly current: number | undefined;
}

/** How a call takes being ended for live speech. */
export interface Preemption {
  /** True if the holder of the permit ends its request when `preempted` aborts, and can send it again later. */
  readonly isPreemptible: boolean;
  /** How often that happened to this call. It then goes before others of its tenant and priority. */
  readonly preemptions: number;
}

/** The reason with which `preempted` aborts: not a failure; the call must be made again. */
export class PreemptedError extends Error {
  override readonly name = 'PreemptedError';
}

/** Leave to have one request in flight. The holder must release it when the request is over; releasing it twice is safe. */
export interface Permit {
  /** Aborts with `PreemptedError` when live speech needs the permit: the holder must end its request and release it. */
  readonly preempted: AbortSignal;
  /** Passes on the concurrency values in the response to this request. */
  report(report: ConcurrencyReport): void;
  /** Reports that the service refused this request because of too much concurrency. */
  refused(report: ConcurrencyReport): void;
  release(): void;
}

/** Where requests get their permits. */
export interface PermitSource {
  /**
   * Waits for a permit for this call. Without `preemption`, the permit is not taken back.
   * @throws {SpeechError} SPEECH_BUSY when too many wait, SPEECH_CLOSED after `close()`; the signal's reason when aborted.
   */
  acquire(context: CallContext, preemption?: Preemption): Promise<Permit>;
  /** Rejects waiting and new calls with `reason`. Requests in flight are not affected. */
  close(reason: SpeechError): void;
}

/** The limits of the limiter. */
export interface ConcurrencyLimiterOptions {
  /** Maximum requests in flight: SPEECH_CONCURRENCY. */
  readonly concurrency: number;
  /** The limit rises by one after this long without a refusal, in milliseconds. */
  readonly raiseMs: number;
  /** How long the permit of a preempted request stays taken after its release, in milliseconds. */
  readonly preemptionSettleMs: number;
  /** How long a single permit is for speech alone after a preemption, in milliseconds. */
  readonly speechExpectedMs: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
  /** Where other processes use the account too: the slots that all of them share. The limiter starts and closes them. */
  readonly slots?: SharedSlots | undefined;
  readonly log: Logger;
}

/** A snapshot of the limiter. */
export interface LimiterFigures {
  /** The current limit of requests in flight; `concurrency` in quiet times. */
  readonly limit: number;
  readonly underWay: number;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** Calls rejected since the start because the queue was full. */
  readonly turnedAway: number;
  /** Refusals by the service since the start because of too much concurrency. */
  readonly rateLimited: number;
  /** Requests ended since the start because live speech needed their permit; each was sent again. */
  readonly preempted: number;
  /** Where other processes use the account too. */
  readonly shared: SlotFigures | undefined;
}

/** A call is preempted at most this often: each time, the service may charge for what it had done. */
const MAX_PREEMPTIONS = 2;

const NOT_PREEMPTIBLE: Preemption = { isPreemptible: false, preemptions: 0 };

interface InFlight extends HeldPermit {
  isEnding: boolean;
  readonly preempting: AbortController;
  readonly lease: SlotLease | undefined;
  /** Peak number of requests in flight while this one was. */
  peak: number;
}

interface Waiter extends QueuedCall, Preemption {
  readonly grant: (permit: Permit) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Limits the requests of the whole process to `concurrency` in flight, or with `slots` those of all processes together. `permit-policy.ts` says who goes next: one permit
 * stays for live speech, files hold at most half, and a tenant gets no more than its fair share while others wait. Where
 * there is only one permit, live speech takes it from a request that can be repeated. The service's refusals and headers
 * lower the limit; quiet raises it again, one by one. When the queue is full, the newest call of a lower priority is
 * rejected with SPEECH_BUSY, or else the new call.
 */
export class ConcurrencyLimiter implements PermitSource {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #queue: PermitQueue<Waiter>;
  readonly #inFlight = new Set<InFlight>();
  #limit: number;
  #raiseTimer: NodeJS.Timeout | undefined;
  /** Runs while speech is expected. */
  #expectingTimer: NodeJS.Timeout | undefined;
  #closed: SpeechError | undefined;
  #turnedAway = 0;
  #rateLimited = 0;
  #preempted = 0;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#limit = options.concurrency;
    this.#queue = new PermitQueue(options);
    options.slots?.start({
      limit: () => this.#limit,
      onSlots: () => this.#admitAll(),
      onSpeechElsewhere: () => this.#preempt(true),
      onLowered: (limit) => this.#lowerTo(limit),
    });
  }

  async acquire({ tenant, priority, signal }: CallContext, preemption = NOT_PREEMPTIBLE): Promise<Permit> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    const { promise, resolve: grant, reject: refuse } = Promise.withResolvers<Permit>();
    const waiter: Waiter = { tenant, priority, ...preemption, grant, refuse };
    this.#queue.add(waiter);
    this.#admitAll();
    this.#refuseSurplus(waiter);
    const onAbort = (): void => {
      this.#queue.remove(waiter);
      refuse(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  figures(): LimiterFigures {
    const { waiting } = this.#queue;
    const counts = PRIORITIES.map((each) => [each, waiting.filter(({ priority }) => priority === each).length]);
    return {
      limit: this.#limit,
      underWay: this.#inFlight.size,
      waiting: Object.fromEntries(counts) as Record<Priority, number>,
      turnedAway: this.#turnedAway,
      rateLimited: this.#rateLimited,
      preempted: this.#preempted,
      shared: this.#options.slots?.figures(),
    };
  }

  close(reason: SpeechError): void {
    this.#closed = reason;
    clearTimeout(this.#raiseTimer);
    clearTimeout(this.#expectingTimer);
    this.#options.slots?.close();
    for (const waiter of this.#queue.removeAll()) waiter.refuse(reason);
  }

  #state(): PermitState<InFlight, PermitQueue<Waiter>['waiting'][number]> {
    const { waiting, admissions } = this.#queue;
    const { slots } = this.#options;
    return {
      limit: slots?.capacity(this.#limit) ?? this.#limit,
      held: [...this.#inFlight],
      waiting,
      admissions,
      isSpeechExpected: this.#expectingTimer !== undefined,
      hasSlot: slots && ((priority) => slots.canTake(priority)),
    };
  }

  #admitAll(): void {
    for (;;) {
      const state = this.#state();
      const next = nextRequest(state);
      if (next === undefined) break;
      // A request that waited too long keeps the permit that it has at last.
      const isPreemptible =
        next.call.isPreemptible && next.call.preemptions < MAX_PREEMPTIONS && !isOverdue(state, next);
      this.#queue.admit(next.call);
      next.call.grant(this.#permit(next.call, isPreemptible));
    }
    this.#preempt();
    this.#options.slots?.want(openDemand(this.#state()));
  }

  /** `isElsewhere`: live speech of another process waits. */
  #preempt(isElsewhere = false): void {
    const { waiting, ...state } = this.#state();
    const elsewhere = { tenant: '', priority: 'speech', since: 0 } as const;
    for (const request of permitsToPreempt({ ...state, waiting: isElsewhere ? [...waiting, elsewhere] : waiting })) {
      this.#expectSpeech();
      request.isEnding = true;
      this.#preempted += 1;
      this.#options.log.info({ priority: request.priority }, 'a request is repeated later, since speech waits');
      request.preempting.abort(new PreemptedError('live speech needs the permit'));
    }
  }

  #expectSpeech(): void {
    if (this.#closed !== undefined) return;
    clearTimeout(this.#expectingTimer);
    this.#expectingTimer = setTimeout(() => {
      this.#expectingTimer = undefined;
      this.#admitAll();
    }, this.#options.speechExpectedMs).unref();
  }

  #refuseSurplus(newest: Waiter): void {
    if (!this.#queue.has(newest)) return;
    const surplus = this.#queue.surplus(newest);
    if (surplus === undefined) return;
    this.#turnedAway += 1;
    this.#queue.remove(surplus);
    surplus.refuse(new SpeechError('SPEECH_BUSY', 'too many calls of the speech service are waiting'));
  }

  #permit({ tenant, priority }: Waiter, isPreemptible: boolean): Permit {
    const preempting = new AbortController();
    const lease = this.#options.slots?.take(priority);
    const request: InFlight = { tenant, priority, isPreemptible, isEnding: false, preempting, lease, peak: 0 };
    this.#inFlight.add(request);
    for (const each of this.#inFlight) each.peak = Math.max(each.peak, this.#inFlight.size);
    return {
      preempted: preempting.signal,
      report: (report) => this.#report(request, report),
      refused: (report) => {
        this.#rateLimited += 1;
        this.#report(request, report);
        this.#lowerTo((this.#options.slots?.takenByAll ?? this.#inFlight.size) - 1);
        this.#options.slots?.tellLowered(this.#limit);
      },
      release: () => {
        if (request.isEnding) setTimeout(() => this.#release(request), this.#options.preemptionSettleMs).unref();
        else this.#release(request);
      },
    };
  }

  #release(request: InFlight): void {
    if (!this.#inFlight.delete(request)) return;
    if (request.lease !== undefined) this.#options.slots?.giveBack(request.lease);
    this.#admitAll();
  }

  #report(request: InFlight, { limit, current }: ConcurrencyReport): void {
    if (limit === undefined) return;
    this.#lowerTo(limit);
    // Other processes are among those that the service counts.
    if (this.#options.slots !== undefined) return;
    // Other clients use the account too: allow no more than this process itself had in flight.
    if (current !== undefined && current >= limit) this.#lowerTo(request.peak);
  }

  #lowerTo(limit: number): void {
    // A live event may name a fraction, from which the limit would rise beyond its maximum.
    const lowered = Math.max(1, Math.floor(limit));
    const current = this.#limit;
    if (this.#closed !== undefined || lowered > current || lowered >= this.#options.concurrency) return;
    if (lowered < current) this.#options.log.info({ limit: lowered }, 'speech concurrency lowered');
    this.#limit = lowered;
    this.#preempt();
    this.#raiseLater();
  }

  #raiseLater(): void {
    clearTimeout(this.#raiseTimer);
    this.#raiseTimer = setTimeout(() => {
      this.#limit += 1;
      if (this.#limit < this.#options.concurrency) this.#raiseLater();
      this.#admitAll();
    }, this.#options.raiseMs);
    this.#raiseTimer.unref();
  }
}
