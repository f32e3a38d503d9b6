import type { Transferable } from 'node:worker_threads';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { PermitSource } from '../../speech/limiter/concurrency-limiter.ts';
import { createLimiterHost, type LimiterHost } from '../../speech/limiter/limiter-host.ts';
import { fromPlainError } from '../../speech/plain-error.ts';
import type {
  FromVoiceThread,
  GatewayVoiceDispatch,
  ToVoiceThread,
  TranscribeCall,
  VoiceCall,
  VoiceEngine,
  VoiceEvent,
  VoiceOutcome,
} from '../voice-api.ts';
import { SessionJournal } from './session-journal.ts';
import { type WorkerWatchdog, watchThread } from './worker-watchdog.ts';

/** Waits before a thread is replaced: none after a first death, then these, doubling, if the last one lived briefly. */
const RESTART = { baseMs: 1_000, maxMs: 30_000, soundAfterMs: 60_000 };

/** Calls wait for the next thread unless it takes longer than this to be started: somebody waits for the answer. */
const PATIENCE_MS = 5_000;

/** How long a thread may take to leave its channels. The engine's own deadlines are shorter. */
const CLOSE_TIMEOUT_MS = 4_000;

/** The part of a `Worker` of node:worker_threads that carries voice. */
export interface VoiceThread {
  postMessage(message: ToVoiceThread, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: FromVoiceThread) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** What a voice worker is made of. */
export interface WorkerSupervisorOptions {
  readonly startThread: () => VoiceThread;
  readonly turns: PermitSource;
  readonly onEvent: (event: VoiceEvent) => void;
  readonly log: Logger;
}

type ArgumentsOf<Method extends VoiceCall['method']> = Readonly<Parameters<VoiceEngine[Method]>>;
type OutcomeOf<Method extends VoiceCall['method']> = Awaited<ReturnType<VoiceEngine[Method]>>;

interface Pending {
  readonly call: VoiceCall | TranscribeCall;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly thread: VoiceThread;
  readonly desk: LimiterHost;
  readonly watch: WorkerWatchdog;
}

/**
 * A voice thread as the main thread sees it, over all its deaths: calls go in, outcomes and events come out. When the
 * thread dies another takes its place, makes its sessions again, and gets the calls that were not answered. If that one
 * does not come soon, calls fail with VOICE_THREAD_LOST meanwhile, but for those to leave and to listen.
 */
export class WorkerSupervisor {
  readonly #options: WorkerSupervisorOptions;
  readonly #ledger = new SessionJournal();
  readonly #pending = new Map<number, Pending>();
  readonly #closed = Promise.withResolvers<void>();
  #running: Running | undefined;
  #calls = 0;
  #startedAtMs = 0;
  #briefLives = 0;
  /** No thread runs, and the next one does not come soon. */
  #isDown = false;
  #restartTimer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(options: WorkerSupervisorOptions) {
    this.#options = options;
    this.#start();
  }

  /** Calls one of the engine's methods; the thread answers with that method's outcome. */
  call<Method extends VoiceCall['method']>(method: Method, args: ArgumentsOf<Method>): Promise<OutcomeOf<Method>> {
    const { answer } = this.#ask({ method, args } as unknown as VoiceCall);
    return answer as Promise<OutcomeOf<Method>>;
  }

  /** @throws {MynahError} VOICE_THREAD_LOST when the thread dies; else as the speech service's own. */
  readonly transcribe: VoiceEngine['transcribe'] = async (request, { signal, ...context }) => {
    signal.throwIfAborted();
    const { callId, answer } = this.#ask({ method: 'transcribe', request, context });
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => {
      this.#pending.delete(callId);
      this.#post({ type: 'abort', callId });
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return (await Promise.race([answer, aborted])) as Awaited<ReturnType<VoiceEngine['transcribe']>>;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  dispatch(packet: GatewayVoiceDispatch): void {
    this.#ledger.onDispatch(packet);
    if (this.#running === undefined && !this.#over) this.#tell(this.#ledger.catchUp());
    this.#post({ type: 'dispatch', packet });
  }

  /** Leaves every channel and ends the thread, by force when it takes too long. */
  async close(): Promise<void> {
    if (!this.#over) {
      this.#over = true;
      clearTimeout(this.#restartTimer);
      if (this.#running === undefined) this.#closed.resolve();
      this.#post({ type: 'close' });
    }
    const timer = setTimeout(() => this.#closed.resolve(), CLOSE_TIMEOUT_MS);
    await this.#closed.promise;
    clearTimeout(timer);
    this.#settleAll(() => true, closedError());
    await this.#running?.thread.terminate();
  }

  #ask(call: VoiceCall | TranscribeCall): { readonly callId: number; readonly answer: Promise<unknown> } {
    this.#calls += 1;
    const callId = this.#calls;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.#over) reject(closedError());
    else {
      this.#pending.set(callId, { call, resolve, reject });
      if (this.#isDown) this.#standIn(callId, call);
      else this.#post({ type: 'call', callId, call });
    }
    return { callId, answer: promise };
  }

  /** While there is no thread calls wait for the next one, and dispatches are heeded by the ledger. */
  #post(message: ToVoiceThread): void {
    this.#running?.thread.postMessage(message);
  }

  #start(): void {
    const thread = this.#options.startThread();
    const desk = createLimiterHost(this.#options.turns, (answer) => thread.postMessage(answer));
    const watch = watchThread({
      ping: () => thread.postMessage({ type: 'ping' }),
      onHung: () => {
        this.#options.log.error('a voice thread hangs and is ended');
        void thread.terminate();
      },
    });
    this.#running = { thread, desk, watch };
    this.#startedAtMs = performance.now();
    this.#isDown = false;
    thread.on('message', (message) => {
      watch.onSign();
      this.#onMessage(message, desk);
    });
    thread.on('error', (err) => this.#options.log.error({ err }, 'a voice thread failed'));
    thread.on('exit', () => {
      watch.close();
      desk.close();
      this.#running = undefined;
      if (this.#over) this.#closed.resolve();
      else this.#replace();
    });
    const { sessions } = this.#ledger;
    if (sessions.length > 0) this.#post({ type: 'restore', sessions });
    for (const [callId, { call }] of this.#pending) this.#post({ type: 'call', callId, call });
  }

  #replace(): void {
    const livedMs = performance.now() - this.#startedAtMs;
    this.#briefLives = livedMs < RESTART.soundAfterMs ? this.#briefLives + 1 : 0;
    const delayMs = this.#briefLives < 2 ? 0 : Math.min(RESTART.maxMs, RESTART.baseMs * 2 ** (this.#briefLives - 2));
    const owed = this.#ledger.afterDeath();
    const sessions = this.#ledger.sessions.length;
    this.#options.log.error({ livedMs, delayMs, sessions }, 'a voice thread died and is replaced');
    this.#isDown = delayMs > PATIENCE_MS;
    this.#settleAll(({ call }) => call.method === 'transcribe', lostError());
    this.#tell(owed);
    if (this.#isDown) for (const [callId, { call }] of this.#pending) this.#standIn(callId, call);
    this.#restartTimer = setTimeout(() => this.#start(), delayMs);
  }

  /** Answers in the place of a thread that does not come soon: nobody is left to wait for one that may never come. */
  #standIn(callId: number, call: VoiceCall | TranscribeCall): void {
    const settled = call.method === 'transcribe' ? undefined : this.#ledger.standIn(call);
    this.#tell(settled?.events ?? []);
    this.#settle(callId, ({ resolve, reject }) => {
      if (settled === undefined) reject(lostError());
      else resolve(settled.outcome);
    });
  }

  #tell(events: readonly VoiceEvent[]): void {
    for (const event of events) this.#options.onEvent(event);
  }

  #onMessage(message: FromVoiceThread, desk: LimiterHost): void {
    switch (message.type) {
      case 'outcome':
        this.#settle(message.callId, ({ call, resolve }) => {
          if (call.method !== 'transcribe')
            this.#ledger.onOutcome({ ...call, outcome: message.outcome } as VoiceOutcome);
          resolve(message.outcome);
        });
        return;
      case 'failure':
        this.#settle(message.callId, ({ reject }) => reject(fromPlainError(message.error)));
        return;
      case 'event':
        if (this.#ledger.onEvent(message.event)) this.#options.onEvent(message.event);
        return;
      case 'pong':
        return;
      case 'closed':
        this.#closed.resolve();
        return;
      default:
        desk.receive(message);
    }
  }

  #settle(callId: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(callId);
    this.#pending.delete(callId);
    if (pending !== undefined) how(pending);
  }

  #settleAll(which: (pending: Pending) => boolean, error: MynahError): void {
    for (const [callId, pending] of this.#pending) {
      if (which(pending)) this.#settle(callId, ({ reject }) => reject(error));
    }
  }
}

function closedError(): MynahError {
  return new MynahError('VOICE_CLOSED', 'the voice engine was closed');
}

function lostError(): MynahError {
  return new MynahError('VOICE_THREAD_LOST', 'the voice thread is gone', { retryable: true });
}
