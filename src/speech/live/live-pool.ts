import { type RawData, WebSocket } from 'ws';
import { type Backoff, backoffMs } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';
import type { ConcurrencyReport } from '../limiter/concurrency-limiter.ts';
import { SpeechError } from '../speech-error.ts';
import type { LiveCircuitBreaker } from './live-circuit-breaker.ts';
import { connectLive, type LiveEndpoint } from './live-connection.ts';
import { decodeLiveFrame } from './live-messages.ts';

/** Delays between attempts to open a warm socket. */
const WARM_BACKOFF: Backoff = { baseMs: 1_000, maxMs: 30_000, jitter: 'full' };

/** The configuration and dependencies of the pool. */
export interface LivePoolOptions {
  readonly endpoint: LiveEndpoint;
  readonly breaker: LiveCircuitBreaker;
  /** Maximum number of idle sockets. */
  readonly maxIdle: number;
  /** As in `SpeechTimings`. */
  readonly restMs: number;
  readonly pingMs: number;
  readonly surplusIdleMs: number;
  readonly log: Logger;
}

/** A socket for one session; it may be paused. `reused`: it was already open, so it may prove stale. */
export interface TakenSocket {
  readonly socket: WebSocket;
  readonly reused: boolean;
}

type OnAnswer = (status: number, report: ConcurrencyReport) => void;

/** How a session wants its socket. */
interface TakeOptions {
  readonly signal: AbortSignal;
  /** It must be a new one. */
  readonly fresh: boolean;
  /** W3C's, of the session's span. A socket that was opened ahead was opened for no text, and has none. */
  readonly traceParent: string | undefined;
  readonly onAnswer: OnAnswer;
}

/** A session that waits for the socket that is being opened. */
interface Claim {
  readonly onAnswer: OnAnswer;
  readonly opened: (socket: WebSocket) => void;
  readonly failed: (error: unknown) => void;
}

interface IdleSocket {
  readonly socket: WebSocket;
  readonly idleSinceMs: number;
  /** When it can take a session. */
  readonly readyAtMs: number;
  /** Time of the last message from the service. */
  heardAtMs: number;
  readonly detach: () => void;
}

/**
 * Open live sockets that wait for a session. While any hold is open, the pool keeps at least one ready, replaces it when it
 * is taken or closes, and takes back sockets of finished sessions. Without a hold it keeps none. A session that finds none
 * ready takes the one that is being opened, so that the first text after a hold waits for the rest of one handshake and
 * does not begin a second. An idle socket has its handshakes behind it but no `start`, with which the service counts a
 * request: that would hold a permit while nobody speaks. A socket that was used rests before its next session, because
 * nothing tells what the service still sends for the one before; if that is sound, the pool drops the socket. The pool pings
 * idle sockets and replaces one that stays silent for one and a half intervals.
 */
export class LivePool {
  readonly #options: LivePoolOptions;
  readonly #sockets = new Set<WebSocket>();
  readonly #closing = new AbortController();
  #idle: IdleSocket[] = [];
  #holds = 0;
  /** A socket is being opened; `claim`: for a session that waits for it. */
  #warming: { claim: Claim | undefined } | undefined;
  #failures = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;

  constructor(options: LivePoolOptions) {
    this.#options = options;
  }

  /** Open sockets without a session. */
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
   * Returns an open socket: if `fresh` is not set, a warm one or the one that is being opened, otherwise a new one. The
   * caller must give it back or close it.
   * @throws what `connectLive` throws.
   */
  async take({ fresh, ...connection }: TakeOptions): Promise<TakenSocket> {
    while (!fresh) {
      const warm = this.#idle.findLast(({ readyAtMs }) => readyAtMs <= performance.now());
      if (warm === undefined) break;
      this.#remove(warm);
      if (this.#isAlive(warm)) {
        this.#keepWarm();
        return { socket: warm.socket, reused: true };
      }
      warm.socket.terminate();
    }
    this.#keepWarm();
    const warming = fresh ? undefined : this.#warming;
    if (warming?.claim === undefined && warming !== undefined) {
      return { socket: await claimOf(warming, connection.signal, connection.onAnswer), reused: false };
    }
    return { socket: await this.#connect(connection), reused: false };
  }

  /** Takes a socket back after a successful session, or closes it if it is not needed. */
  giveBack(socket: WebSocket): void {
    this.#failures = 0;
    const needed = this.#holds > 0 && this.#idle.length < this.#options.maxIdle;
    if (needed && socket.readyState === WebSocket.OPEN) this.#keep(socket, this.#options.restMs);
    else socket.close(1000);
  }

  /** Closes every socket, including those in use; resolves when they are closed. */
  async close(reason: SpeechError): Promise<void> {
    this.#holds = 0;
    this.#closing.abort(reason);
    this.#coolDown();
    const closed = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.#sockets) socket.terminate();
    await Promise.all(closed);
  }

  #keepWarm(): void {
    if (this.#holds === 0 || this.#idle.length > 0) return;
    if (this.#warming !== undefined || this.#retryTimer !== undefined) return;
    const warming: { claim: Claim | undefined } = { claim: undefined };
    this.#warming = warming;
    this.#connect({
      signal: this.#closing.signal,
      traceParent: undefined,
      onAnswer: (status, report) => warming.claim?.onAnswer(status, report),
    }).then(
      (socket) => {
        this.#warming = undefined;
        if (warming.claim !== undefined) {
          warming.claim.opened(socket);
          this.#keepWarm();
        } else if (this.#holds > 0 && socket.readyState === WebSocket.OPEN) this.#keep(socket, 0);
        else socket.terminate();
      },
      (error: unknown) => {
        this.#warming = undefined;
        warming.claim?.failed(error);
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

  async #connect(connection: Omit<TakeOptions, 'fresh'>): Promise<WebSocket> {
    try {
      const socket = await connectLive(this.#options.endpoint, connection);
      this.#options.breaker.connected();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (socket.readyState === WebSocket.CLOSED) this.#sockets.delete(socket);
      return socket;
    } catch (error) {
      // A concurrency refusal is temporary.
      if (error instanceof SpeechError && error.code !== 'SPEECH_RATE_LIMITED' && !connection.signal.aborted) {
        this.#options.breaker.connectFailed();
      }
      throw error;
    }
  }

  #keep(socket: WebSocket, restMs: number): void {
    const now = performance.now();
    const onPong = (): void => {
      idle.heardAtMs = performance.now();
      this.#failures = 0;
    };
    const onMessage = (data: RawData, isBinary: boolean): void => {
      if (!canIgnore(data, isBinary)) this.#lose(idle);
    };
    const onClose = (): void => this.#lose(idle);
    const detach = (): void => {
      socket.off('pong', onPong).off('message', onMessage).off('close', onClose);
    };
    const idle: IdleSocket = { socket, idleSinceMs: now, readyAtMs: now + restMs, heardAtMs: now, detach };
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

  /** True if the socket is open and sent something within one and a half ping intervals. */
  #isAlive({ socket, heardAtMs }: IdleSocket): boolean {
    return socket.readyState === WebSocket.OPEN && performance.now() - heardAtMs < 1.5 * this.#options.pingMs;
  }

  /** Drops an idle socket that closed or is no longer reliable. */
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

/** Waits for the socket that is being opened; when aborted, it is left to the pool. */
async function claimOf(
  warming: { claim: Claim | undefined },
  signal: AbortSignal,
  onAnswer: OnAnswer,
): Promise<WebSocket> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const onAbort = (): void => {
    warming.claim = undefined;
    reject(signal.reason);
  };
  warming.claim = { onAnswer, opened: resolve, failed: reject };
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

/** True for frames an idle socket may receive: everything that is to be ignored, but not sound, ends, errors or garbage. */
function canIgnore(data: RawData, isBinary: boolean): boolean {
  if (Array.isArray(data)) return false;
  try {
    const event = decodeLiveFrame(new Uint8Array(data), isBinary);
    return event.event === 'ignored' || event.event === 'log' || (event.event === 'audio' && event.audio?.length === 0);
  } catch {
    return false;
  }
}
