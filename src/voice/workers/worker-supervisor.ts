import type { Transferable } from 'node:worker_threads';
import { type Backoff, backoffMs, untilAborted, withinTime } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { PermitSource } from '../../speech/limiter/concurrency-limiter.ts';
import { createLimiterHost, type LimiterHost } from '../../speech/limiter/limiter-host.ts';
import { fromPlainError } from '../../speech/plain-error.ts';
import { RequestScope } from '../../telemetry/request-scope.ts';
import type { GatewayVoiceDispatch } from '../gateway-messages.ts';
import type { QueueRecord } from '../session-record.ts';
import type { VoiceEngine, VoiceEvent } from '../voice-api.ts';
import type { VoiceFigures, VoiceObservation, VoiceThreadReport } from '../voice-figures.ts';
import { createHungWorkerWatchdog } from './hung-worker-watchdog.ts';
import { PendingCalls } from './pending-calls.ts';
import { SessionJournal } from './session-journal.ts';
import { ThreadFigures } from './thread-figures.ts';
import { isCancellable, splitSignal } from './worker-call.ts';
import type {
  FromVoiceThread,
  ToVoiceThread,
  VoiceCall,
  VoiceMethod,
  VoiceOutcome,
  VoiceOutcomeOf,
} from './worker-messages.ts';

/** Waits before restarts, from the second crash in a row on; the first restart is immediate. */
const RESTART_BACKOFF: Backoff = { baseMs: 1_000, maxMs: 30_000, jitter: 'none' };

/** A thread that ran this long was healthy: its crash begins a new row. */
const HEALTHY_AFTER_MS = 60_000;

/** Calls wait for a restart only if it takes no longer than this: somebody waits for the reply. */
const MAX_CALL_DELAY_MS = 5_000;

/** What the thread's answer that it is silent may take beyond the time that it was given. */
const HALT_MARGIN_MS = 300;

/** Limit for leaving all channels. The engine's own deadlines are shorter. */
const CLOSE_TIMEOUT_MS = 4_000;

/** The part of a `Worker` of node:worker_threads that a supervisor uses. */
export interface VoiceThread {
  postMessage(message: ToVoiceThread, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: FromVoiceThread) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** What a supervisor is made of. */
export interface WorkerSupervisorOptions {
  readonly startThread: () => VoiceThread;
  readonly permits: PermitSource;
  readonly onEvent: (event: VoiceEvent) => void;
  /** Calls take the request that they are made for along. Default: none is known. */
  readonly scope?: RequestScope | undefined;
  /** Receives what statistics are made of. */
  readonly onObservation?: (observation: VoiceObservation) => void;
  readonly log: Logger;
}

/**
 * One voice thread as the main thread sees it, over all restarts: calls go in, outcomes and events come out. When the
 * thread crashes, a new one restores its sessions and receives the calls that have no outcome yet. If the restart takes
 * long, calls fail with VOICE_THREAD_LOST meanwhile, except those that the journal answers: `leave`, `listen` and
 * `changeSpeakers`.
 */
export class WorkerSupervisor {
  readonly #options: WorkerSupervisorOptions;
  readonly #scope: RequestScope;
  readonly #journal = new SessionJournal();
  readonly #calls = new PendingCalls();
  readonly #figures = new ThreadFigures(() => this.#post({ type: 'figures' }));
  readonly #closed = Promise.withResolvers<void>();
  readonly #halted = Promise.withResolvers<void>();
  /** `undefined` between a crash and the restart. */
  #thread: VoiceThread | undefined;
  #startedAtMs = 0;
  #crashesInRow = 0;
  /** No thread runs, and the restart is too far off for calls to wait. */
  #isOffline = false;
  #restartTimer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: WorkerSupervisorOptions) {
    this.#options = options;
    this.#scope = options.scope ?? new RequestScope();
    this.#start();
  }

  /**
   * Calls one of the engine's methods in the thread.
   * @throws {MynahError} VOICE_THREAD_LOST, VOICE_CLOSED, or what the method throws; the reason of a cancellable call's
   * signal when it aborts.
   */
  async call<Method extends VoiceMethod>(
    method: Method,
    args: Parameters<VoiceEngine[Method]>,
  ): Promise<VoiceOutcomeOf<Method>> {
    const { call: alone, signal } = splitSignal(method, args);
    const call: VoiceCall = { ...alone, request: this.#scope.current };
    const outcome = signal === undefined ? this.#send(call).outcome : this.#sendCancellable(call, signal);
    return (await outcome) as VoiceOutcomeOf<Method>;
  }

  /** Sessions and items as far as the thread has reported them. */
  get figures(): VoiceFigures {
    return this.#journal.figures;
  }

  /** Asks the thread what it knows of itself; resolves within a second. */
  report(): Promise<Omit<VoiceThreadReport, 'thread'>> {
    return this.#figures.read();
  }

  /** The sessions as far as the thread has reported them. */
  get records(): readonly QueueRecord[] {
    return this.#journal.sessions;
  }

  /** As in `LastingVoiceEngine`. */
  async halt(withinMs: number): Promise<void> {
    if (this.#thread === undefined) return;
    this.#post({ type: 'halt', withinMs });
    await withinTime(this.#halted.promise, withinMs + HALT_MARGIN_MS, undefined);
  }

  dispatch(packet: GatewayVoiceDispatch): void {
    this.#journal.onDispatch(packet);
    if (this.#thread === undefined && !this.#isClosing) this.#report(this.#journal.reconcile());
    this.#post({ type: 'dispatch', packet });
  }

  /** Leaves every channel and ends the thread, by force after 4 s. */
  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      clearTimeout(this.#restartTimer);
      if (this.#thread === undefined) this.#closed.resolve();
      this.#post({ type: 'close' });
    }
    await withinTime(this.#closed.promise, CLOSE_TIMEOUT_MS, undefined);
    this.#calls.rejectAll(closedError());
    await this.#thread?.terminate();
  }

  async #sendCancellable(call: VoiceCall, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const { callId, outcome } = this.#send(call);
    try {
      return await untilAborted(outcome, signal);
    } finally {
      if (this.#calls.forget(callId)) this.#post({ type: 'abort', callId });
    }
  }

  #send(call: VoiceCall): { readonly callId: number; readonly outcome: Promise<unknown> } {
    const added = this.#calls.add(call);
    if (this.#isClosing) this.#calls.reject(added.callId, closedError());
    else if (this.#isOffline) this.#replyOffline(added.callId, call);
    else this.#post({ type: 'call', callId: added.callId, call });
    return added;
  }

  /** Between a crash and the restart, calls stay pending and the journal follows dispatches. */
  #post(message: ToVoiceThread): void {
    this.#thread?.postMessage(message);
  }

  #start(): void {
    const { startThread, permits, log } = this.#options;
    const thread = startThread();
    const limiterHost = createLimiterHost(permits, (answer) => thread.postMessage(answer), log);
    const worker = { ping: () => thread.postMessage({ type: 'ping' }), terminate: () => void thread.terminate() };
    const watchdog = createHungWorkerWatchdog(worker, log);
    this.#thread = thread;
    this.#figures.onStart();
    this.#startedAtMs = performance.now();
    this.#isOffline = false;
    thread.on('message', (message) => {
      watchdog.onMessage();
      this.#onMessage(message, limiterHost);
    });
    thread.on('error', (err) => log.error({ err }, 'a voice thread failed'));
    thread.on('exit', () => {
      watchdog.close();
      limiterHost.close();
      this.#thread = undefined;
      this.#figures.onEnd();
      if (this.#isClosing) this.#closed.resolve();
      else this.#onCrash();
    });
    const { sessions } = this.#journal;
    if (sessions.length > 0) this.#post({ type: 'restore', sessions });
    for (const [callId, call] of this.#calls) this.#post({ type: 'call', callId, call });
  }

  #onCrash(): void {
    const ranMs = performance.now() - this.#startedAtMs;
    this.#crashesInRow = ranMs < HEALTHY_AFTER_MS ? this.#crashesInRow + 1 : 0;
    const delayMs = this.#crashesInRow < 2 ? 0 : backoffMs(this.#crashesInRow - 1, RESTART_BACKOFF);
    const missedEvents = this.#journal.onCrash();
    const sessions = this.#journal.sessions.length;
    // Each crash has its line: `repeats` says that they are counted here.
    this.#options.log.error(
      { ranMs, delayMs, sessions, repeats: this.#crashesInRow },
      'a voice thread crashed and is restarted',
    );
    this.#isOffline = delayMs > MAX_CALL_DELAY_MS;
    for (const [callId, call] of this.#calls) if (isCancellable(call)) this.#calls.reject(callId, lostError());
    this.#report(missedEvents);
    if (this.#isOffline) for (const [callId, call] of this.#calls) this.#replyOffline(callId, call);
    this.#restartTimer = setTimeout(() => this.#start(), delayMs);
  }

  #replyOffline(callId: number, call: VoiceCall): void {
    const reply = this.#journal.replyOffline(call);
    this.#report(reply?.events ?? []);
    if (reply === undefined) this.#calls.reject(callId, lostError());
    else this.#calls.resolve(callId, reply.outcome);
  }

  #report(events: readonly VoiceEvent[]): void {
    for (const event of events) this.#options.onEvent(event);
  }

  #onEvent(event: VoiceEvent): void {
    if (this.#journal.onEvent(event)) this.#options.onEvent(event);
  }

  #onMessage(message: FromVoiceThread, limiterHost: LimiterHost): void {
    switch (message.type) {
      case 'outcome': {
        const call = this.#calls.resolve(message.callId, message.outcome);
        if (call !== undefined) this.#journal.onOutcome({ ...call, outcome: message.outcome } as VoiceOutcome);
        return;
      }
      case 'failure':
        this.#calls.reject(message.callId, fromPlainError(message.error));
        return;
      case 'event':
        this.#onEvent(message.event);
        return;
      case 'progress':
        for (const event of message.events) this.#onEvent(event);
        return;
      case 'pong':
        return;
      case 'figures':
        this.#figures.onAnswer(message.figures);
        return;
      case 'observed':
        this.#options.onObservation?.(message.observation);
        return;
      case 'halted':
        this.#halted.resolve();
        return;
      case 'closed':
        this.#closed.resolve();
        return;
      default:
        limiterHost.receive(message);
    }
  }
}

function closedError(): MynahError {
  return new MynahError('VOICE_CLOSED', 'the voice engine was closed');
}

function lostError(): MynahError {
  return new MynahError('VOICE_THREAD_LOST', 'the voice thread crashed', { retryable: true });
}
