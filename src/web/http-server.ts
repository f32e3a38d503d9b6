import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { type ConnectionLimits, Connections } from './connections.ts';

/** What every answer says unless its route says otherwise: nothing may be run, framed, kept, found or passed on. */
const STRICT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/** One part of what the server answers. */
export interface Route {
  /** Whether the route answers requests for this path, which has no query. */
  readonly matches: (path: string) => boolean;
  /**
   * Answers a GET or HEAD. `url` is the request's path with its query. What it throws, or rejects with, is answered with 503
   * and logged, without the address.
   */
  readonly answer: (request: IncomingMessage, response: ServerResponse, url: string) => void | Promise<void>;
}

/** A listening HTTP server. Closing stops it and drops open connections. */
export interface HttpServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves the routes, the first that matches, on `host`:`port`; port 0 picks a free one. It logs no request: addresses can
 * be secret.
 * @throws {MynahError} HTTP_LISTEN_FAILED when the address cannot be bound; the message says why and what to set.
 */
export async function startHttpServer(
  address: { readonly host: string; readonly port: number },
  parts: {
    /** Names the port in errors; defaults to HTTP_PORT. */
    readonly portVariable?: string;
    readonly routes: readonly Route[];
    readonly log: Logger;
    /** Overrides, for tests. */
    readonly limits?: Partial<ConnectionLimits>;
  },
): Promise<HttpServer> {
  const server = createServer(Connections.serverOptions, (request, response) => {
    request.resume();
    void connections.inTurn(request, response, () => answer(request, response, parts));
  });
  const connections = new Connections(server, parts.limits);
  await listen(server, address.host, address.port, parts.portVariable ?? 'HTTP_PORT');
  const bound = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { host: address.host, port: bound.port, close, [Symbol.asyncDispose]: close };
}

/** Answers with one line of text. */
export function sendText(response: ServerResponse, status: number, line: string): void {
  const body = Buffer.from(`${line}\n`);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': body.length });
  // Node leaves the body out of an answer to HEAD.
  response.end(body);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { routes, log }: { readonly routes: readonly Route[]; readonly log: Logger },
): Promise<void> {
  response.setHeaders(new Map(Object.entries(STRICT_HEADERS)));
  const { method = '', url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    sendText(response, 405, 'only GET');
    return;
  }
  try {
    const path = pathOf(url);
    const route = routes.find(({ matches }) => matches(path));
    if (route === undefined) sendText(response, 404, 'not found');
    else await route.answer(request, response, url);
  } catch (error) {
    log.warn({ err: error }, 'a request by http failed');
    if (response.headersSent) response.destroy();
    else sendUnavailable(response);
  }
}

/** Answers that the same request may succeed in a few seconds. A browser that shows the answer as a page asks again itself. */
export function sendUnavailable(response: ServerResponse): void {
  response.setHeader('retry-after', '5');
  response.setHeader('refresh', '5');
  sendText(response, 503, 'unavailable');
}

/** A request's path without its query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function listen(server: Server, host: string, port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new MynahError('HTTP_LISTEN_FAILED', explain(error, host, port, variable), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** The variable to change, and to what. */
function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number, variable: string): string {
  if (code === 'EADDRINUSE') return `${variable} ${port} on ${host} is taken: set another, or 0 for a free one`;
  if (code === 'EACCES') return `${variable} ${port} on ${host} needs more rights (EACCES): set one from 1024 on`;
  return `HTTP_HOST ${host} cannot be used (${code ?? message}): set an address of this machine, such as 127.0.0.1`;
}
