import type { ServerResponse } from 'node:http';
import type { NumberedEvent, OverlaySource } from '../../captions/overlay/overlay-api.ts';
import { sendUnavailable } from '../http-server.ts';
import { createEventFormat, PING, STREAM_START } from './event-format.ts';

/** What bounds the viewers of a process. */
export interface ViewerLimits {
  /** Most viewers of one address. */
  readonly perLink: number;
  /** Most viewers in all. */
  readonly inAll: number;
  /**
   * A viewer for whom more bytes wait than this, beyond what they are sent first, is cut off: they come back and catch up.
   * A system's own buffers, some hundred kilobytes, come on top.
   */
  readonly maxWaitingBytes: number;
  /**
   * How often a `ping` is sent, so that proxies keep the connection and vanished viewers are noticed. As long as this a
   * viewer has to read the rest once captions have ended.
   */
  readonly heartbeatMs: number;
}

/** 256 KiB are about half an hour of one person's captions. */
export const DEFAULT_VIEWER_LIMITS: ViewerLimits = {
  perLink: 500,
  inAll: 2_000,
  maxWaitingBytes: 256 * 1024,
  heartbeatMs: 15_000,
};

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or collects what passes would hold captions back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** The open event streams of a process. */
export class ViewerStreams {
  readonly #limits: ViewerLimits;
  readonly #format = createEventFormat();
  /** Viewers by secret. */
  readonly #viewers = new Map<string, number>();
  #inAll = 0;

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
  }

  /** Viewers in all, those who are just connecting included. */
  get count(): number {
    return this.#inAll;
  }

  /**
   * Streams captions into the response until either side ends. Resolves with false, having sent nothing, when there is no
   * such link.
   */
  async stream(
    source: OverlaySource,
    { secret, after }: { readonly secret: string; readonly after: string | undefined },
    response: ServerResponse,
  ): Promise<boolean> {
    const { perLink, inAll } = this.#limits;
    if (this.#inAll >= inAll || (this.#viewers.get(secret) ?? 0) >= perLink) {
      sendUnavailable(response);
      return true;
    }
    using _place = this.#take(secret);
    const ended = Promise.withResolvers<void>();
    response.once('close', () => ended.resolve());
    // What happens before the backlog is sent follows it.
    const early: NumberedEvent[] = [];
    let send = (event: NumberedEvent): void => void early.push(event);
    const stream = await source.open(secret, after, (event) => send(event));
    if (stream === undefined) return false;
    try {
      send = this.#start(response, [...stream.backlog, ...early]);
      const heartbeat = setInterval(() => this.#write(response, PING, 0), this.#limits.heartbeatMs);
      await (response.destroyed ? undefined : ended.promise);
      clearInterval(heartbeat);
    } finally {
      stream.close();
    }
    return true;
  }

  /** Sends what comes first. Returns what sends the rest. */
  #start(response: ServerResponse, first: readonly NumberedEvent[]): (event: NumberedEvent) => void {
    // Without chunks, the bytes of an event are the same for every viewer, and are written as they are.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, STREAM_HEADERS);
    response.cork();
    response.write(STREAM_START);
    let firstBytes = 0;
    for (const event of first) {
      firstBytes += this.#format(event).length;
      response.write(this.#format(event));
    }
    response.uncork();
    if (first.some(isLast)) this.#end(response);
    return (event) => {
      this.#write(response, this.#format(event), firstBytes);
      if (isLast(event)) this.#end(response);
    };
  }

  /** Ends a stream, also that of a viewer who doesn't read. */
  #end(response: ServerResponse): void {
    response.end();
    const timer = setTimeout(() => response.destroy(), this.#limits.heartbeatMs);
    response.once('close', () => clearTimeout(timer));
  }

  #write(response: ServerResponse, bytes: Buffer, firstBytes: number): void {
    // Writing after the end would be an error that nobody catches.
    if (response.writableEnded) return;
    if (response.writableLength > firstBytes + this.#limits.maxWaitingBytes) response.destroy();
    else response.write(bytes);
  }

  #take(secret: string): Disposable {
    this.#inAll += 1;
    this.#viewers.set(secret, (this.#viewers.get(secret) ?? 0) + 1);
    return {
      [Symbol.dispose]: () => {
        this.#inAll -= 1;
        const left = (this.#viewers.get(secret) ?? 0) - 1;
        if (left > 0) this.#viewers.set(secret, left);
        else this.#viewers.delete(secret);
      },
    };
  }
}

function isLast({ event }: NumberedEvent): boolean {
  return event.kind === 'state' && event.state === 'ended';
}
