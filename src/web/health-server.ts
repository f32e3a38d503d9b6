import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MynahError } from '../errors.ts';

/** What the health pages need to know of the bot. */
export interface HealthSource {
  /** Whether the gateway is connected on every shard and commands are answered. */
  ready(): boolean;
}

/** A listening health server. Closing stops it and drops open connections. */
export interface HealthServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /healthz` (200 while the process lives) and `GET /readyz` (200 when ready, else 503) on `host`:`port`;
 * port 0 picks a free one.
 * @throws {MynahError} HTTP_LISTEN_FAILED when the address cannot be bound; the message says why and what to set.
 */
export async function startHealthServer(
  address: { readonly host: string; readonly port: number },
  source: HealthSource,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    request.resume();
    const { status, body } = answer(request.method ?? '', request.url ?? '', source);
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : `${body}\n`);
  });
  await listen(server, address.host, address.port);
  const bound = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { host: address.host, port: bound.port, close, [Symbol.asyncDispose]: close };
}

function answer(method: string, url: string, source: HealthSource): { status: number; body: string } {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'only GET' };
  switch (url.split('?', 1)[0]) {
    case '/healthz':
      return { status: 200, body: 'ok' };
    case '/readyz':
      return source.ready() ? { status: 200, body: 'ready' } : { status: 503, body: 'not ready' };
    default:
      return { status: 404, body: 'not found' };
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new MynahError('HTTP_LISTEN_FAILED', explain(error, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** The variable to change, and to what. */
function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `HTTP_PORT ${port} on ${host} is taken: set another, or 0 for a free one`;
  if (code === 'EACCES') return `HTTP_PORT ${port} on ${host} needs more rights (EACCES): set one from 1024 on`;
  return `HTTP_HOST ${host} cannot be used (${code ?? message}): set an address of this machine, such as 127.0.0.1`;
}
