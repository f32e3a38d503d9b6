import type { ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { NumberedEvent, OverlaySource } from '../../captions/overlay/overlay-api.ts';
import { FairPlaces } from '../../concurrency/fair-places.ts';
import { sendUnavailable } from '../http-server.ts';
import { createEventFormat, PING, STREAM_START } from './event-format.ts';

/** What bounds the viewers of a process. */
export interface ViewerLimits {
  /** Most viewers of one address. */
  readonly perLink: number;
  /** Most viewers in all, shared fairly between guilds. */
  readonly inAll: number;
  /** Most connects to one address within `connectWindowS`: each is sent all lines that count. */
  readonly connects: number;
  readonly connectWindowS: number;
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
  // All viewers of an address come back within half a minute of a restart.
  connects: 100,
  connectWindowS: 5,
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
  /** By guild and secret. */
  readonly #places: FairPlaces;
  readonly #connects: RateLimiterMemory;
  /** What a viewer is sent first who has seen nothing, for as long as that stays the same. */
  readonly #firstBytes = new WeakMap<readonly NumberedEvent[], Buffer>();

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
    this.#places = new FairPlaces({ limit: limits.inAll, limitPerKey: limits.perLink });
    this.#connects = new RateLimiterMemory({ points: limits.connects, duration: limits.connectWindowS });
  }

  /** Viewers in all, those who are just connecting included. */
  get count(): number {
    return this.#places.count;
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
    const guildId = source.guildOf(secret);
    if (guildId === undefined) return false;
    using place = (await this.#mayConnect(secret)) ? this.#places.take({ group: guildId, key: secret }) : undefined;
    if (place === undefined) {
      sendUnavailable(response);
      return true;
    }
    // They come back, and are told then that there is no place.
    place.signal.addEventListener('abort', () => response.destroy(), { once: true });
    const ended = Promise.withResolvers<void>();
    response.once('close', () => ended.resolve());
    // What happens before the backlog is sent follows it.
    const early: NumberedEvent[] = [];
    let send = (event: NumberedEvent): void => void early.push(event);
    const stream = await source.open(secret, after, (event) => send(event));
    if (stream === undefined) return false;
    try {
      send = this.#start(response, stream.backlog, early);
      const heartbeat = setInterval(() => this.#write(response, PING, 0), this.#limits.heartbeatMs);
      await (response.destroyed ? undefined : ended.promise);
      clearInterval(heartbeat);
    } finally {
      stream.close();
    }
    return true;
  }

  #mayConnect(secret: string): Promise<boolean> {
    return this.#connects.consume(secret).then(
      () => true,
      () => false,
    );
  }

  /** Sends what comes first. Returns what sends the rest. */
  #start(
    response: ServerResponse,
    backlog: readonly NumberedEvent[],
    early: readonly NumberedEvent[],
  ): (event: NumberedEvent) => void {
    // Without chunks, the bytes of an event are the same for every viewer, and are written as they are.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, STREAM_HEADERS);
    response.cork();
    response.write(STREAM_START);
    const known = this.#firstBytes.get(backlog) ?? Buffer.concat(backlog.map((event) => this.#format(event)));
    this.#firstBytes.set(backlog, known);
    response.write(known);
    for (const event of early) response.write(this.#format(event));
    response.uncork();
    const firstBytes = known.length;
    if (early.some(isLast)) this.#end(response);
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
}

function isLast({ event }: NumberedEvent): boolean {
  return event.kind === 'state' && event.state === 'ended';
}
