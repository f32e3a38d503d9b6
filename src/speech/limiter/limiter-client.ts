import type { CallContext } from '../call-context.ts';
import { fromPlainError } from '../plain-error.ts';
import type { SpeechError } from '../speech-error.ts';
import { type Permit, type PermitSource, PreemptedError, type Preemption } from './concurrency-limiter.ts';
import type { LimiterAnswer, LimiterRequest } from './limiter-messages.ts';

interface Waiting {
  readonly grant: (permit: Permit) => void;
  readonly deny: (error: Error) => void;
}

/** Another thread's client of the process's limiter. Sends requests through `send` and receives the answers. */
export class LimiterClient implements PermitSource {
  readonly #send: (request: LimiterRequest) => void;
  readonly #waiting = new Map<number, Waiting>();
  /** Permits that are held, by id. */
  readonly #held = new Map<number, AbortController>();
  #lastPermitId = 0;
  #closed: SpeechError | undefined;

  constructor(send: (request: LimiterRequest) => void) {
    this.#send = send;
  }

  async acquire({ tenant, priority, signal }: CallContext, preemption?: Preemption): Promise<Permit> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    this.#lastPermitId += 1;
    const permitId = this.#lastPermitId;
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const onAbort = (): void => {
      this.#waiting.delete(permitId);
      this.#send({ type: 'permit-release', permitId });
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(permitId, { grant: resolve, deny: reject });
    this.#send({ type: 'permit-request', permitId, tenant, priority, preemption });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Handles an answer. Ignores one that arrives too late for its call, since the limiter already knows. */
  receive(answer: LimiterAnswer): void {
    const { permitId } = answer;
    const waiting = this.#waiting.get(permitId);
    this.#waiting.delete(permitId);
    switch (answer.type) {
      case 'permit-granted':
        waiting?.grant(this.#permit(permitId));
        return;
      case 'permit-denied':
        waiting?.deny(fromPlainError(answer.error));
        return;
      case 'permit-preempted':
        this.#held.get(permitId)?.abort(new PreemptedError('live speech needs the permit'));
        return;
    }
  }

  close(reason: SpeechError): void {
    this.#closed = reason;
    for (const [permitId, { deny }] of this.#waiting) {
      this.#send({ type: 'permit-release', permitId });
      deny(reason);
    }
    this.#waiting.clear();
  }

  #permit(permitId: number): Permit {
    const preempting = new AbortController();
    this.#held.set(permitId, preempting);
    return {
      preempted: preempting.signal,
      report: (report) => this.#send({ type: 'permit-report', permitId, report, refused: false }),
      refused: (report) => this.#send({ type: 'permit-report', permitId, report, refused: true }),
      release: () => {
        if (this.#held.delete(permitId)) this.#send({ type: 'permit-release', permitId });
      },
    };
  }
}
