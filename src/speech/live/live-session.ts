import type { LiveClientEvent, LiveEvent, TtsRequestBody } from '@mynah/speech-wire/wire';
import { type RawData, WebSocket } from 'ws';
import type { Logger } from '../../log/log.ts';
import { ByteQueue } from '../byte-queue.ts';
import { toServiceText } from '../control-tokens.ts';
import { connectionError } from '../http/connection-error.ts';
import { lengthNote, trimMessage } from '../http/error-body.ts';
import { SpeechError, type SpeechErrorCode } from '../speech-error.ts';
import { decodeLiveFrame, encodeLiveEvent, type IgnoredFrame } from './live-messages.ts';

/** The part of an open `ws` WebSocket that a session needs. */
export interface LiveSocket {
  /** 3 is closed. */
  readonly readyState: number;
  send(frame: Uint8Array): void;
  pause(): void;
  resume(): void;
  terminate(): void;
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: (code: number, reason: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  off(event: 'close', listener: (code: number, reason: Buffer) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** The limits of a session and its callbacks. */
export interface LiveSessionOptions {
  /** The content of `start`, without its `text`. */
  readonly request: TtsRequestBody;
  /** Longest wait for the first sound after `stop`, once somebody waits for that, whatever else comes. */
  readonly stallMs: number;
  /** Longest wait for sound while audio is due, whatever else comes. */
  readonly silenceMs: number;
  /** As in `CallContext`. */
  readonly awaited?: AbortSignal | undefined;
  readonly begun?: AbortSignal | undefined;
  readonly maxBufferedBytes: number;
  /** Masked in the service's messages. */
  readonly apiKey: string;
  /** Cancels the session: it ends with the signal's reason, and its socket closes. */
  readonly signal: AbortSignal;
  /**
   * Called once when the session is over. `reusable`: it succeeded, and the socket can take another session. `failure`:
   * what ended it, unless that was `close`.
   */
  readonly onOver: (reusable: boolean, failure?: unknown) => void;
  /** The service refused the session because of too much concurrency; `limit`: how much it allows, if it says so. */
  readonly onRefused: (limit: number | undefined) => void;
  readonly log: Logger;
}

/** Words of an error that mean the same as a handshake answered 429. */
const ABOUT_CONCURRENCY = /concurrency|concurrent (?:request|session|connection)|too many requests/i;

type State =
  /** More text may come. */
  | 'open'
  /** `stop` was sent: the rest of the audio is due. */
  | 'stopped'
  | 'over';

/**
 * One synthesis over the live socket: text goes in piece by piece, audio comes out as it is synthesized. The constructor
 * sends `start`. The service has no cancel message, so cancelling closes the socket.
 *
 * `audio` rejects with SPEECH_LIVE_CLOSED when the socket closes before `finish`, SPEECH_RATE_LIMITED when the service has
 * too many concurrent requests, SPEECH_LIVE_FINISH_ERROR, SPEECH_LIVE_ERROR_EVENT, SPEECH_LIVE_GARBAGE, SPEECH_LIVE_STALLED, or
 * the signal's reason. A consumer that stops early cancels. When more than `maxBufferedBytes` wait unread, the socket is
 * paused until half of it is read.
 */
export class LiveSession {
  readonly audio: AsyncIterableIterator<Uint8Array, undefined, undefined>;
  readonly #socket: LiveSocket;
  readonly #options: LiveSessionOptions;
  readonly #queue: ByteQueue;
  #state: State = 'open';
  #hasReceived = false;
  #hasSound = false;
  /** When sound came last, or became due, as `performance.now()`. */
  #soundAtMs = 0;
  /** Since when somebody has waited for the first sound. */
  #awaitedAtMs = 0;
  #lastCharacter = '';
  #paused = false;
  #silenceTimer: NodeJS.Timeout | undefined;
  readonly #ignored = new Map<IgnoredFrame['what'], number>();

  constructor(socket: LiveSocket, options: LiveSessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#queue = new ByteQueue({
      highWaterBytes: options.maxBufferedBytes,
      onFull: () => this.#pause(),
      onDrained: () => this.#resume(),
      onAbandoned: () => this.close(),
    });
    this.audio = this.#queue;
    socket.on('message', this.#onMessage);
    socket.on('close', this.#onClose);
    socket.on('error', this.#onError);
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    options.awaited?.addEventListener('abort', this.#await, { once: true });
    options.begun?.addEventListener('abort', this.#watch, { once: true });
    this.#send({ event: 'start', request: { ...options.request, text: '' } });
    if (options.signal.aborted) this.#onAbort();
    // The socket may have closed since it opened, and its `close` event is not repeated.
    else if (socket.readyState === WebSocket.CLOSED) this.#onClose(1006, Buffer.alloc(0));
  }

  /** True once the service has sent an event that is known in this session. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /**
   * Appends text, unchanged but for its phonemes; spaces at its ends count. Ignored once the session is over.
   * @throws {SpeechError} SPEECH_LIMIT if it contains control tokens, SPEECH_CLOSED after `stop`.
   */
  write(text: string): void {
    this.#requireOpen();
    if (text === '') return;
    // The service joins the pieces, so a token's edge can be split across two of them.
    toServiceText(this.#lastCharacter + text);
    this.#lastCharacter = text.slice(-1);
    this.#send({ event: 'text', text: toServiceText(text) });
  }

  /** Ends the text. `audio` yields the rest and ends. */
  stop(): void {
    this.#requireOpen();
    if (this.#state === 'over') return;
    this.#state = 'stopped';
    this.#send({ event: 'stop' });
    this.#soundAtMs = performance.now();
    this.#await();
  }

  /** Cancels the synthesis: closes the socket and ends `audio` immediately. */
  close(): void {
    if (this.#state === 'over') return;
    this.#queue.end();
    this.#finish(false);
  }

  readonly #onMessage = (data: RawData, isBinary: boolean): void => {
    try {
      this.#handle(decodeLiveFrame(toBytes(data), isBinary));
    } catch (error) {
      this.#fail(error);
    }
  };

  #handle(event: LiveEvent | IgnoredFrame): void {
    if (event.event === 'ignored') {
      this.#ignored.set(event.what, (this.#ignored.get(event.what) ?? 0) + 1);
      return;
    }
    this.#hasReceived = true;
    switch (event.event) {
      case 'audio':
        this.#handleAudio(event.audio ?? new Uint8Array());
        return;
      case 'finish':
        this.#handleFinish(event.reason, event.message);
        return;
      case 'error': {
        const said = event.error === '' ? event.message : event.error;
        this.#fail(this.#errorOf('SPEECH_LIVE_ERROR_EVENT', said, event.max_concurrency));
        return;
      }
      case 'log':
        return;
      default:
        event satisfies never;
    }
  }

  #handleAudio(audio: Uint8Array): void {
    if (audio.length === 0) return;
    this.#hasSound = true;
    this.#soundAtMs = performance.now();
    this.#queue.push(audio);
    this.#watch();
  }

  #handleFinish(reason: string, message: string): void {
    if (reason === 'error') {
      this.#fail(this.#errorOf('SPEECH_LIVE_FINISH_ERROR', message));
    } else if (this.#state === 'open') {
      this.#fail(
        this.#serviceError('SPEECH_LIVE_FINISH_ERROR', 'the live synthesis ended before all text was sent', message),
      );
    } else if (!this.#hasSound) {
      // Its sound may still come, and would be heard in the socket's next text.
      this.#fail(new SpeechError('SPEECH_LIVE_FINISH_ERROR', 'the live synthesis ended without any audio'));
    } else {
      this.#queue.end();
      this.#finish(true);
    }
  }

  readonly #onClose = (code: number, reason: Buffer): void => {
    this.#fail(this.#serviceError('SPEECH_LIVE_CLOSED', `the live socket closed (${code})`, reason.toString('utf8')));
  };

  readonly #onError = (error: Error): void => {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    // ws gives its own codes to broken frames: too long, not UTF-8, reserved bits.
    if (code.startsWith('WS_ERR_')) {
      this.#fail(new SpeechError('SPEECH_LIVE_GARBAGE', 'the live socket sent a broken frame', { cause: error }));
    } else {
      const cause = connectionError(error);
      this.#fail(new SpeechError('SPEECH_LIVE_CLOSED', 'the connection of the live socket broke', { cause }));
    }
  };

  readonly #onAbort = (): void => this.#fail(this.#options.signal.reason);

  /**
   * The error of an event that reports one. Too many concurrent requests are nothing that is broken: the words say so, or,
   * without any, the limit.
   */
  #errorOf(
    code: 'SPEECH_LIVE_FINISH_ERROR' | 'SPEECH_LIVE_ERROR_EVENT',
    said: string,
    maxConcurrency?: number,
  ): SpeechError {
    const isRefused = said.trim() === '' ? maxConcurrency !== undefined : ABOUT_CONCURRENCY.test(said);
    if (!isRefused) {
      return this.#serviceError(code, 'the live synthesis ended with an error', said);
    }
    this.#options.onRefused(maxConcurrency);
    return this.#serviceError('SPEECH_RATE_LIMITED', 'the live socket reported too many requests at once', said, 429);
  }

  #serviceError(code: SpeechErrorCode, what: string, said: string, status?: number): SpeechError {
    const serviceMessage = trimMessage(said.replaceAll(this.#options.apiKey, '[redacted]'));
    return new SpeechError(code, `${what}${lengthNote(serviceMessage)}`, { serviceMessage, status });
  }

  #requireOpen(): void {
    if (this.#state === 'stopped') throw new SpeechError('SPEECH_CLOSED', 'the live session was already stopped');
  }

  #send(event: LiveClientEvent): void {
    if (this.#state !== 'over') this.#socket.send(encodeLiveEvent(event));
  }

  /** The wait for the first sound begins, where it is the last of `stop` and `awaited`. */
  readonly #await = (): void => {
    this.#awaitedAtMs = performance.now();
    this.#watch();
  };

  /** Runs only while audio is due and the socket is being read. */
  readonly #watch = (): void => {
    clearTimeout(this.#silenceTimer);
    if (this.#state !== 'stopped' || this.#paused) return;
    const { stallMs, silenceMs, awaited, begun } = this.#options;
    const isAwaitingFirstSound = !(begun?.aborted ?? this.#hasSound) && awaited?.aborted !== false;
    const silenceAtMs = this.#soundAtMs + silenceMs;
    const atMs = isAwaitingFirstSound ? Math.min(this.#awaitedAtMs + stallMs, silenceAtMs) : silenceAtMs;
    this.#silenceTimer = setTimeout(
      () => this.#fail(new SpeechError('SPEECH_LIVE_STALLED', 'the live socket was silent while audio was due')),
      Math.max(0, atMs - performance.now()),
    );
  };

  #pause(): void {
    this.#paused = true;
    this.#socket.pause();
    this.#watch();
  }

  #resume(): void {
    if (this.#state === 'over') return;
    this.#paused = false;
    this.#socket.resume();
    this.#soundAtMs = performance.now();
    this.#await();
  }

  #fail(reason: unknown): void {
    if (this.#state === 'over') return;
    this.#queue.fail(reason);
    this.#finish(false, reason);
  }

  #finish(reusable: boolean, failure?: unknown): void {
    this.#state = 'over';
    clearTimeout(this.#silenceTimer);
    this.#socket.off('message', this.#onMessage);
    this.#socket.off('close', this.#onClose);
    this.#socket.off('error', this.#onError);
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#options.awaited?.removeEventListener('abort', this.#await);
    this.#options.begun?.removeEventListener('abort', this.#watch);
    if (this.#ignored.size > 0) {
      this.#options.log.debug({ frames: Object.fromEntries(this.#ignored) }, 'ignored frames of the live socket');
    }
    if (!reusable) this.#socket.terminate();
    else if (this.#paused) this.#socket.resume();
    this.#options.onOver(reusable, failure);
  }
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
