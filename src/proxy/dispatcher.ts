import { Agent, buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import { AUTHENTICATION_REQUIRED, ProxyError } from './proxy-error.ts';
import { type ProxyRoutes, type ProxyServer, portOf } from './proxy-routes.ts';
import { CONNECT_TIMEOUT_MS, openTunnel } from './tunnel.ts';

/** How connections are made and kept. */
interface ConnectionOptions {
  /** Limit for a connection; through a proxy, for each of its parts. */
  readonly connectTimeoutMs: number;
  /** How long an idle connection is kept; default: undici's. */
  readonly keepAliveTimeout?: number;
  /** Silence after which TCP probes whether the other side is still there; default: undici's. */
  readonly probeMs?: number;
}

/** The same in undici's words. */
type Connecting = buildConnector.BuildOptions & { readonly timeout: number };

/** Requests to every origin, each through the proxy on its way. The caller must close it. */
export function createDispatcher(routes: ProxyRoutes): Dispatcher {
  const options = { connectTimeoutMs: CONNECT_TIMEOUT_MS };
  return new Agent({ factory: (origin) => dispatcherTo(new URL(origin), routes, options) });
}

/** Requests to one origin: HTTP/1.1, a connection for each request under way. The caller must close it. */
export function dispatcherTo(origin: URL, routes: ProxyRoutes | undefined, options: ConnectionOptions): Dispatcher {
  const { connectTimeoutMs: timeout, probeMs, ...kept } = options;
  const settings = { ...kept, allowH2: false };
  const connecting = { timeout, allowH2: false, ...(probeMs !== undefined && { keepAliveInitialDelay: probeMs }) };
  const proxy = routes?.proxyFor(origin);
  if (proxy === undefined) return new Pool(origin, { ...settings, connect: connecting });
  if (origin.protocol === 'https:') return tunnelPool(origin, proxy, { settings, connecting });
  const agent = new ProxyAgent({
    ...settings,
    uri: proxy.origin,
    ...(proxy.authorization && { token: proxy.authorization }),
    // The proxy forwards plain HTTP, so that the only connection is the one to the proxy.
    factory: (address) => new Pool(address, { ...settings, connect: connectTo(proxy, origin.host, connecting) }),
  });
  const dispatch = agent.dispatch.bind(agent);
  agent.dispatch = (request, handler) => dispatch(request, withProxyErrors(handler, proxy, origin.host));
  return agent;
}

/** A pool whose connections are in tunnels. undici lets unfinished ones end by themselves. */
function tunnelPool(
  origin: URL,
  proxy: ProxyServer,
  { settings, connecting }: { readonly settings: Pool.Options; readonly connecting: Connecting },
): Pool {
  const destroying = new AbortController();
  const pool = new Pool(origin, { ...settings, connect: tunnelTo(proxy, connecting, destroying.signal) });
  const destroy: (...parameters: unknown[]) => unknown = pool.destroy.bind(pool);
  Reflect.set(pool, 'destroy', (...parameters: unknown[]) => {
    destroying.abort();
    return destroy(...parameters);
  });
  return pool;
}

/** Connects through a tunnel, with TLS inside. */
function tunnelTo(proxy: ProxyServer, connecting: Connecting, signal: AbortSignal): buildConnector.connector {
  const secure = buildConnector(connecting);
  return (options, callback) => {
    const target = { host: options.hostname, port: portOf(options) };
    openTunnel(proxy, target, { timeoutMs: connecting.timeout, signal }).then(
      (httpSocket) => secure({ ...options, httpSocket }, callback),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

/** Connects to the proxy, and says so where that fails. */
function connectTo(proxy: ProxyServer, target: string, connecting: Connecting): buildConnector.connector {
  const connect = buildConnector(connecting);
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new ProxyError(proxy, target, { kind: 'unreachable', cause: error }), null);
    });
}

/** undici 8 reports a proxy that wants a login as a wrong argument of the caller. Changes the handler, as undici does itself. */
function withProxyErrors(
  handler: Dispatcher.DispatchHandler,
  proxy: ProxyServer,
  target: string,
): Dispatcher.DispatchHandler {
  const onError = handler.onResponseError?.bind(handler);
  handler.onResponseError = (controller, error) => {
    const isLogin = error instanceof errors.InvalidArgumentError && error.message.includes('(407)');
    const fault = { kind: 'refused', status: AUTHENTICATION_REQUIRED } as const;
    onError?.(controller, isLogin ? new ProxyError(proxy, target, fault) : error);
  };
  return handler;
}
