import { once } from 'node:events';
import { type Agent, type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { withoutBrackets } from './host-name.ts';
import { ProxyError } from './proxy-error.ts';
import { type ProxyRoutes, type ProxyServer, portOf } from './proxy-routes.ts';

/** How long a proxy may take to connect, unless the caller has a limit of its own: as undici's limit for a connection. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Where a tunnel leads. `host` is a name or an IP address, an IPv6 one with or without brackets. */
interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** How long a tunnel is waited for. */
interface TunnelOptions {
  /** Default: `CONNECT_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** Ends the wait, and closes the connection to the proxy. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a proxy for a connection to the target (CONNECT, RFC 9110, 9.3.6). The caller owns the socket. Our own, because
 * libraries report a proxy's refusal as an answer of the host behind it (https-proxy-agent) or as an abort by the caller
 * (undici's ProxyAgent).
 * @throws {ProxyError} The signal's reason when it aborts.
 */
export async function openTunnel(
  proxy: ProxyServer,
  { host, port }: TunnelTarget,
  { signal, timeoutMs = CONNECT_TIMEOUT_MS }: TunnelOptions = {},
): Promise<Socket> {
  signal?.throwIfAborted();
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const { protocol, hostname, port: proxyPort } = new URL(proxy.origin);
  const request = (protocol === 'https:' ? requestHttps : requestHttp)({
    method: 'CONNECT',
    host: withoutBrackets(hostname),
    port: portOf({ protocol, port: proxyPort }),
    path: target,
    headers: { host: target, ...(proxy.authorization && { 'proxy-authorization': proxy.authorization }) },
    agent: false,
  });
  const timer = setTimeout(() => request.destroy(new ProxyError(proxy, target, { kind: 'silent' })), timeoutMs);
  timer.unref();
  const stop = (): unknown => request.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const connected = once(request, 'connect');
    request.end();
    const [{ statusCode = 0 }, socket, head] = (await connected) as [{ statusCode?: number }, Socket, Buffer];
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      throw new ProxyError(proxy, target, { kind: 'refused', status: statusCode });
    }
    if (head.length > 0) socket.unshift(head);
    return socket;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ProxyError) throw error;
    throw new ProxyError(proxy, target, { kind: 'unreachable', cause: error as Error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Node.js' own way from a request to its agent, on which agents of packages build as well. */
type AddRequest = (request: ClientRequest, options: object) => void;

/** Where the options of a connection have the signal of their request. */
const DESTROYED = Symbol('destroyed');

/** Aborts when the request is destroyed, of which it tells nobody before it has a socket. */
function destroyed(request: ClientRequest): AbortSignal {
  const controller = new AbortController();
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => {
    destroy(error);
    controller.abort(error);
    return request;
  };
  return controller.signal;
}

/**
 * An agent for node:http or node:https, after the protocol of its requests. Every connection goes through the proxy on its
 * way, in a tunnel also for `http:`, where a WebSocket needs one (RFC 6455, 4.1); or directly, if there is no proxy.
 * A request that is destroyed ends its tunnel as well. `timeoutMs` is as in `openTunnel`.
 */
export function createTunnelAgent(routes: ProxyRoutes, protocol: 'http:' | 'https:', timeoutMs?: number): Agent {
  const agent = protocol === 'https:' ? new HttpsAgent() : new HttpAgent();
  const connect = agent.createConnection.bind(agent);
  const addRequest = (Reflect.get(agent, 'addRequest') as AddRequest).bind(agent);
  // `createConnection` is not told for which request it is, and gets what `addRequest` got.
  const addCancellable: AddRequest = (request, options) =>
    addRequest(request, { ...options, [DESTROYED]: destroyed(request) });
  Reflect.set(agent, 'addRequest', addCancellable);
  agent.createConnection = (options, callback) => {
    const host = options.host ?? 'localhost';
    const port = portOf({ protocol, port: String(options.port ?? '') });
    const proxy = routes.proxyFor({ protocol, hostname: host, port: String(port) });
    if (proxy === undefined) return connect(options, callback);
    const signal = Reflect.get(options, DESTROYED) as AbortSignal | undefined;
    openTunnel(proxy, { host, port }, { ...(timeoutMs !== undefined && { timeoutMs }), signal }).then(
      (socket) =>
        callback?.(null, protocol === 'https:' ? connectTls({ ...(options as ConnectionOptions), socket }) : socket),
      (error: unknown) => callback?.(error as Error, undefined as never),
    );
    return undefined;
  };
  return agent;
}
