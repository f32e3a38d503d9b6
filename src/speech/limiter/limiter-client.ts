import type { CallContext } from '../call-context.ts';
import { fromPlainError } from '../plain-error.ts';
import type { SpeechError } from '../speech-error.ts';
import type { Permit, PermitSource } from './concurrency-limiter.ts';
import type { LimiterAnswer, LimiterRequest } from './limiter-messages.ts';

interface Waiting {
  readonly grant: (slot: Permit) => void;
  readonly deny: (error: Error) => void;
}

/** The process's governor as another thread sees it: asks by `send`, and is handed the answers. */
export class LimiterClient implements PermitSource {
  readonly #send: (request: LimiterRequest) => void;
  readonly #waiting = new Map<number, Waiting>();
  #turns = 0;
  #closed: SpeechError | undefined;

  constructor(send: (request: LimiterRequest) => void) {
    this.#send = send;
  }

  async acquire({ tenant, priority, signal }: CallContext): Promise<Permit> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    this.#turns += 1;
    const turnId = this.#turns;
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const onAbort = (): void => {
      this.#waiting.delete(turnId);
      this.#send({ type: 'turn-over', turnId });
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(turnId, { grant: resolve, deny: reject });
    this.#send({ type: 'turn-wanted', turnId, tenant, priority });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Takes in an answer. One that came too late for its call is ignored: the governor has been told. */
  receive(answer: LimiterAnswer): void {
    const waiting = this.#waiting.get(answer.turnId);
    this.#waiting.delete(answer.turnId);
    if (answer.type === 'turn-granted') waiting?.grant(this.#slot(answer.turnId));
    else waiting?.deny(fromPlainError(answer.error));
  }

  close(reason: SpeechError): void {
    this.#closed = reason;
    for (const [turnId, { deny }] of this.#waiting) {
      this.#send({ type: 'turn-over', turnId });
      deny(reason);
    }
    this.#waiting.clear();
  }

  #slot(turnId: number): Permit {
    let isOver = false;
    return {
      report: (report) => this.#send({ type: 'turn-report', turnId, report, refused: false }),
      refused: (report) => this.#send({ type: 'turn-report', turnId, report, refused: true }),
      release: () => {
        if (isOver) return;
        isOver = true;
        this.#send({ type: 'turn-over', turnId });
      },
    };
  }
}
