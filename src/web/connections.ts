import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

/** Most connections at a time. Above what all viewers of captions together may have open. */
const MAX_CONNECTIONS = 4_000;
/** Most connections of one address of the internet. Proxies on this machine or in its network are not counted. */
const MAX_CONNECTIONS_BY_ADDRESS = 1_000;
/** Most requests of one connection that wait for the answers of earlier ones. Browsers and proxies send none ahead. */
const MAX_AHEAD = 20;
/** How long a client may take to send a request's headers, and how often that is checked. */
const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_EVERY_MS = 2_000;
/** Without a byte in either direction for so long, a connection is closed. Streams of captions send pings. */
const SILENCE_MS = 30_000;

/** https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-: this machine, and private networks. */
const NEAR = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  NEAR.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NEAR.addSubnet(network, prefix, 'ipv6');
}

/** Bounds of a server's connections; tests lower them. */
export interface ConnectionLimits {
  readonly inAll: number;
  readonly byAddress: number;
}

/**
 * Whom connections count for: an IPv4 address, or the /64 network of an IPv6 one, which a household or server has to itself.
 * `undefined` for an address of this machine or a private network, behind which a proxy may have everyone.
 */
export function strangerOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const isV6 = isIPv6(plain);
  if (NEAR.check(plain, isV6 ? 'ipv6' : 'ipv4')) return undefined;
  return isV6 ? networkOf(plain) : plain;
}

/** The first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...gap, ...back].slice(0, 4).join(':');
}

/** One open connection. */
interface Connection {
  readonly stranger: string | undefined;
  /** Resolves when the requests before were answered. */
  answered: Promise<void>;
  /** Requests without their whole answer. */
  requests: number;
}

/**
 * Keeps a server's connections within bounds, so that nobody who only connects keeps others out: when there are too many,
 * one goes that has no request under way. Requests of one connection are answered one after the other.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** The one that has been without a request for longest comes first. */
  readonly #open = new Map<Socket, Connection>();
  readonly #byStranger = new Map<string, number>();

  constructor(server: Server, limits: Partial<ConnectionLimits> = {}) {
    this.#limits = { inAll: MAX_CONNECTIONS, byAddress: MAX_CONNECTIONS_BY_ADDRESS, ...limits };
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    server.requestTimeout = HEADERS_TIMEOUT_MS;
    server.timeout = SILENCE_MS;
    server.on('connection', (socket) => this.#add(socket));
  }

  /** Options that a server can only be created with. */
  static readonly serverOptions = { connectionsCheckingInterval: CHECK_EVERY_MS } as const;

  /** Runs `answer` when the earlier requests of the connection are answered, unless it closed meanwhile. */
  async inTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => Promise<void>): Promise<void> {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    if (connection.requests > MAX_AHEAD) {
      socket.destroy();
      return;
    }
    const before = connection.answered;
    const { promise, resolve } = Promise.withResolvers<void>();
    connection.answered = promise;
    connection.requests += 1;
    const done = (): void => {
      connection.requests -= 1;
      this.#touch(socket, connection);
      resolve();
    };
    response.once('close', done);
    await before;
    // The answer to a request that never had its turn is not closed with its connection.
    if (socket.destroyed) done();
    else await answer();
  }

  #add(socket: Socket): void {
    const stranger = strangerOf(socket.remoteAddress);
    const ofStranger = stranger === undefined ? 0 : (this.#byStranger.get(stranger) ?? 0);
    const isFull = this.#open.size >= this.#limits.inAll && !this.#evict();
    if (isFull || ofStranger >= this.#limits.byAddress) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, { stranger, answered: Promise.resolve(), requests: 0 });
    if (stranger !== undefined) this.#byStranger.set(stranger, ofStranger + 1);
    socket.once('close', () => this.#forget(socket));
  }

  /** Closes the connection that has had no request for longest. False when all have one under way. */
  #evict(): boolean {
    for (const [socket, { requests }] of this.#open) {
      if (requests > 0) continue;
      this.#forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #touch(socket: Socket, connection: Connection): void {
    if (!this.#open.delete(socket)) return;
    this.#open.set(socket, connection);
  }

  #forget(socket: Socket): void {
    const { stranger } = this.#open.get(socket) ?? {};
    if (!this.#open.delete(socket) || stranger === undefined) return;
    const left = (this.#byStranger.get(stranger) ?? 0) - 1;
    if (left > 0) this.#byStranger.set(stranger, left);
    else this.#byStranger.delete(stranger);
  }
}
