/** The connection to the server of captions: opened again for as long as the address is valid. */
import type { LineData, RemoveData, StateData } from '../overlay-events.ts';

/** What the page hears of the feed. */
export interface FeedHandlers {
  readonly onLine: (line: LineData) => void;
  readonly onRemove: (id: string) => void;
  readonly onReset: () => void;
  readonly onStatus: (status: FeedStatus) => void;
}

/** `ended`: captions are over. `invalid`: there is nothing under this address. The feed stops after both. */
export type FeedStatus = 'connecting' | 'live' | 'waiting' | 'reconnecting' | 'ended' | 'invalid';

/** What the feed needs of a `MessageEvent`. */
export interface StreamEvent {
  readonly data: string;
  readonly lastEventId: string;
}

/** What the feed needs of an EventSource. */
export interface EventStream {
  addEventListener(type: string, listener: (event: StreamEvent) => void): void;
  close(): void;
}

/** What the feed needs of the browser. */
export interface FeedSurroundings {
  readonly openStream: (address: string) => EventStream;
  /** Whether the server itself says that nothing is under the page's address. False when it doesn't answer. */
  readonly isInvalid: () => Promise<boolean>;
  /** Returns a function that ends the timer. */
  readonly setTimer: (run: () => void, afterMs: number) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Waits between tries: doubled each time, and spread, so that a restarted bot isn't asked by all viewers at once. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
/**
 * The server sends `ping` events. After the first, this long without any event means that the connection is dead, which
 * nothing else says after a laptop slept or a network changed.
 */
const SILENCE_MS = 50_000;

/** Follows the captions under one address. */
export class Feed {
  readonly #eventsAddress: string;
  readonly #handlers: FeedHandlers;
  readonly #surroundings: FeedSurroundings;
  #stream: EventStream | undefined;
  /** The id of the last event, by which the server knows what was missed. */
  #lastId = '';
  #state: 'live' | 'waiting' = 'live';
  #retryMs = FIRST_RETRY_MS;
  #isOver = false;
  #hasPings = false;
  #endTimer: () => void = () => undefined;

  /** @param eventsAddress without a query string. */
  constructor(eventsAddress: string, handlers: FeedHandlers, surroundings: FeedSurroundings) {
    this.#eventsAddress = eventsAddress;
    this.#handlers = handlers;
    this.#surroundings = surroundings;
  }

  /** Connects. Also for when there is reason to think that the connection is dead: it is replaced. */
  connect(): void {
    if (this.#isOver) return;
    const isAgain = this.#stream !== undefined;
    this.#hangUp();
    if (isAgain) this.#handlers.onStatus('reconnecting');
    const after = this.#lastId === '' ? '' : `?after=${encodeURIComponent(this.#lastId)}`;
    const stream = this.#surroundings.openStream(this.#eventsAddress + after);
    this.#stream = stream;
    this.#watchSilence();
    const on = (type: string, handle: (data: unknown) => void): void => {
      stream.addEventListener(type, (event) => {
        if (stream === this.#stream) this.#receive(event, handle);
      });
    };
    on('line', (data) => this.#handlers.onLine(data as LineData));
    on('remove', (data) => this.#handlers.onRemove((data as RemoveData).id));
    on('reset', () => this.#handlers.onReset());
    on('state', (data) => this.#changeState(data as StateData));
    on('ping', () => {
      this.#hasPings = true;
    });
    stream.addEventListener('open', () => {
      if (stream !== this.#stream) return;
      this.#retryMs = FIRST_RETRY_MS;
      // What was missed has a state in it only if that changed.
      this.#handlers.onStatus(this.#state);
    });
    stream.addEventListener('error', () => {
      if (stream === this.#stream) void this.#retry();
    });
  }

  #receive(event: StreamEvent, handle: (data: unknown) => void): void {
    if (event.lastEventId !== '') this.#lastId = event.lastEventId;
    handle(event.data === '' ? undefined : JSON.parse(event.data));
    this.#watchSilence();
  }

  /** Also while it connects: after a network changed, nothing may come back at all. */
  #watchSilence(): void {
    this.#endTimer();
    if (this.#hasPings && !this.#isOver) this.#endTimer = this.#surroundings.setTimer(() => this.connect(), SILENCE_MS);
  }

  #changeState({ state }: StateData): void {
    if (state === 'ended') {
      this.#end('ended');
      return;
    }
    this.#state = state;
    this.#handlers.onStatus(state);
  }

  /**
   * EventSource tries again by itself after a connection that broke, but not after an answer such as a proxy's 502: so a
   * new one is opened each time.
   */
  async #retry(): Promise<void> {
    this.#hangUp();
    this.#handlers.onStatus('reconnecting');
    const waitMs = this.#retryMs * (0.5 + this.#surroundings.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
    this.#endTimer = this.#surroundings.setTimer(() => this.connect(), waitMs);
    if (await this.#surroundings.isInvalid()) this.#end('invalid');
  }

  #end(status: 'ended' | 'invalid'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hangUp();
    this.#handlers.onStatus(status);
  }

  #hangUp(): void {
    this.#endTimer();
    this.#stream?.close();
    this.#stream = undefined;
  }
}
