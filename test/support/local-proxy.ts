import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on 127.0.0.1. */
export interface LocalProxy extends AsyncDisposable {
  /** `127.0.0.1:PORT` */
  readonly name: string;
  /** `HOST:PORT` of every CONNECT, as asked for and in order, and the addresses of plain requests that it forwarded. */
  readonly asked: readonly string[];
  /** The latest `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** Answers all further requests with this status, and no tunnel; `undefined` lets them through again. */
  refuse(status: number | undefined): void;
}

/**
 * Starts a proxy that alone knows the way to `hosts`: from `HOST:PORT`, as a client names it, to a port of 127.0.0.1. It answers
 * 502 for all others. With `login`, `USER:PASSWORD`, it answers 407 to those who don't send it.
 */
export async function startLocalProxy(
  hosts: Readonly<Record<string, number>>,
  { login }: { readonly login?: string } = {},
): Promise<LocalProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let authorization: string | undefined;
  let refusal: number | undefined;
  /** The status of a refusal, or the port behind the proxy. */
  const answer = (target: string, { headers }: IncomingMessage): { status: number } | { port: number } => {
    authorization = headers['proxy-authorization'];
    const isLoggedIn = login === undefined || authorization === `Basic ${Buffer.from(login).toString('base64')}`;
    if (refusal !== undefined || !isLoggedIn) return { status: refusal ?? 407 };
    const port = hosts[target];
    return port === undefined ? { status: 502 } : { port };
  };
  const server = createServer((incoming, outgoing) => {
    const address = incoming.url ?? '';
    asked.push(address);
    const { host, pathname, search } = new URL(address);
    const to = answer(host, incoming);
    if ('status' in to) return void outgoing.writeHead(to.status).end();
    const { method = 'GET', headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: to.port, method, headers, path: pathname + search });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    return void incoming.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  server.on('connect', (incoming, client) => {
    const target = incoming.url ?? '';
    asked.push(target);
    const to = answer(target, incoming);
    if ('status' in to) return void client.end(`HTTP/1.1 ${to.status} Refused\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect({ port: to.port, host: '127.0.0.1', noDelay: true });
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    return void client.once('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: `127.0.0.1:${port}`,
    asked,
    get authorization() {
      return authorization;
    },
    refuse: (status) => {
      refusal = status;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
