import { type RawData, WebSocket } from 'ws';
import { type Backoff, backoffMs } from '../../async.ts';
import type { Logger } from '../../log.ts';
import type { ConcurrencyReport } from '../limiter/concurrency-limiter.ts';
import { SpeechError } from '../speech-error.ts';
import type { LiveCircuitBreaker } from './live-circuit-breaker.ts';
import { connectLive, type LiveEndpoint } from './live-connection.ts';
import { decodeLiveEvent } from './live-messages.ts';

/** Waits before another attempt to open a warm socket. */
const WARM_BACKOFF: Backoff = { baseMs: 1_000, maxMs: 30_000, jitter: 'full' };

/** What the pool is made of. */
export interface LivePoolOptions {
  readonly endpoint: LiveEndpoint;
  readonly breaker: LiveCircuitBreaker;
  /** Most idle sockets kept at once. */
  readonly maxIdle: number;
  readonly pingMs: number;
  readonly surplusIdleMs: number;
  readonly log: Logger;
}

/** A socket for one session, which may be paused. `reused` says that it was open before, so it may turn out to be stale. */
export interface TakenSocket {
  readonly socket: WebSocket;
  readonly reused: boolean;
}

interface IdleSocket {
  readonly socket: WebSocket;
  readonly idleSinceMs: number;
  /** When the service last gave a sign of life. */
  heardAtMs: number;
  readonly detach: () => void;
}

/**
 * Open live sockets that wait for a session. While any hold is open at least one is kept ready and made again when it
 * is taken or dies, and sockets of finished sessions are taken back; without a hold there are none. Idle sockets are
 * pinged; one that stays silent for one and a half intervals is replaced.
 */
export class LivePool {
  readonly #options: LivePoolOptions;
  readonly #sockets = new Set<WebSocket>();
  readonly #closing = new AbortController();
  #idle: IdleSocket[] = [];
  #holds = 0;
  #warming = false;
  #failures = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;

  constructor(options: LivePoolOptions) {
    this.#options = options;
  }

  /** Idle sockets that are ready now. */
  get idleCount(): number {
    return this.#idle.length;
  }

  /** Keeps a socket warm until the hold is disposed of. */
  hold(): Disposable {
    let held = true;
    this.#holds += 1;
    this.#keepWarm();
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#holds -= 1;
        if (this.#holds === 0) this.#coolDown();
      },
    };
  }

  /**
   * An open socket: a warm one if there is one and `fresh` is not asked for, else a new one. Whoever takes it gives it
   * back or closes it.
   * @throws what `connectLive` throws.
   */
  async take(
    signal: AbortSignal,
    fresh: boolean,
    onAnswer: (status: number, report: ConcurrencyReport) => void,
  ): Promise<TakenSocket> {
    while (!fresh) {
      const warm = this.#idle.at(-1);
      if (warm === undefined) break;
      this.#remove(warm);
      if (this.#isAlive(warm)) {
        this.#keepWarm();
        return { socket: warm.socket, reused: true };
      }
      warm.socket.terminate();
    }
    this.#keepWarm();
    return { socket: await this.#connect(signal, onAnswer), reused: false };
  }

  /** Takes a socket back after a session that came to its proper end, or closes it when it is not needed. */
  giveBack(socket: WebSocket): void {
    this.#failures = 0;
    const needed = this.#holds > 0 && this.#idle.length < this.#options.maxIdle;
    if (needed && socket.readyState === WebSocket.OPEN) this.#keep(socket);
    else socket.close(1000);
  }

  /** Closes every socket, those in use too; resolves when they are closed. */
  async close(reason: SpeechError): Promise<void> {
    this.#holds = 0;
    this.#closing.abort(reason);
    this.#coolDown();
    const closed = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.#sockets) socket.terminate();
    await Promise.all(closed);
  }

  #keepWarm(): void {
    if (this.#holds === 0 || this.#idle.length > 0 || this.#warming || this.#retryTimer !== undefined) return;
    this.#warming = true;
    this.#connect(this.#closing.signal, () => {}).then(
      (socket) => {
        this.#warming = false;
        if (this.#holds > 0 && socket.readyState === WebSocket.OPEN) this.#keep(socket);
        else socket.terminate();
      },
      (error: unknown) => {
        this.#warming = false;
        if (this.#closing.signal.aborted) return;
        this.#options.log.warn({ err: error }, 'no warm live socket');
        this.#keepWarmLater();
      },
    );
  }

  #keepWarmLater(): void {
    if (this.#holds === 0 || this.#retryTimer !== undefined) return;
    this.#failures += 1;
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        this.#keepWarm();
      },
      backoffMs(this.#failures, WARM_BACKOFF),
    );
    this.#retryTimer.unref();
  }

  async #connect(
    signal: AbortSignal,
    onAnswer: (status: number, report: ConcurrencyReport) => void,
  ): Promise<WebSocket> {
    try {
      const socket = await connectLive(this.#options.endpoint, signal, onAnswer);
      this.#options.breaker.connected();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (socket.readyState === WebSocket.CLOSED) this.#sockets.delete(socket);
      return socket;
    } catch (error) {
      // A refusal for too much concurrency passes by itself.
      if (error instanceof SpeechError && error.code !== 'SPEECH_RATE_LIMITED' && !signal.aborted) {
        this.#options.breaker.connectFailed();
      }
      throw error;
    }
  }

  #keep(socket: WebSocket): void {
    const now = performance.now();
    const onPong = (): void => {
      idle.heardAtMs = performance.now();
      this.#failures = 0;
    };
    const onMessage = (data: RawData, isBinary: boolean): void => {
      if (!isHarmless(data, isBinary)) this.#lose(idle);
    };
    const onClose = (): void => this.#lose(idle);
    const detach = (): void => {
      socket.off('pong', onPong).off('message', onMessage).off('close', onClose);
    };
    const idle: IdleSocket = { socket, idleSinceMs: now, heardAtMs: now, detach };
    socket.on('pong', onPong).on('message', onMessage).on('close', onClose);
    this.#idle.push(idle);
    socket.resume();
    this.#pingTimer ??= setInterval(() => this.#ping(), this.#options.pingMs).unref();
  }

  #ping(): void {
    const now = performance.now();
    for (const idle of [...this.#idle]) {
      const isSurplus = this.#idle.length > 1 && now - idle.idleSinceMs >= this.#options.surplusIdleMs;
      if (!this.#isAlive(idle)) this.#lose(idle);
      else if (isSurplus) {
        this.#remove(idle);
        idle.socket.close(1000);
      } else idle.socket.ping();
    }
  }

  /** Open, and heard within one and a half ping intervals. */
  #isAlive({ socket, heardAtMs }: IdleSocket): boolean {
    return socket.readyState === WebSocket.OPEN && performance.now() - heardAtMs < 1.5 * this.#options.pingMs;
  }

  /** An idle socket died or cannot be trusted any more. */
  #lose(idle: IdleSocket): void {
    this.#remove(idle);
    idle.socket.terminate();
    if (this.#idle.length === 0) this.#keepWarmLater();
  }

  #remove(idle: IdleSocket): void {
    idle.detach();
    this.#idle = this.#idle.filter((other) => other !== idle);
    if (this.#idle.length > 0) return;
    clearInterval(this.#pingTimer);
    this.#pingTimer = undefined;
  }

  #coolDown(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    for (const idle of this.#idle) {
      this.#remove(idle);
      idle.socket.close(1000);
    }
  }
}

/** Log lines and unknown events may come at any time; audio, an error or garbage belong to no session here. */
function isHarmless(data: RawData, isBinary: boolean): boolean {
  if (Array.isArray(data)) return false;
  try {
    const event = decodeLiveEvent(new Uint8Array(data), isBinary);
    return event === undefined || event.event === 'log';
  } catch {
    return false;
  }
}
