import { readNoProxy } from './no-proxy.ts';

/** What the usual variables say, as plain data that can be handed to another thread. `undefined`: not set. */
export interface ProxyVariables {
  /** The proxy for `https:` and `wss:` addresses, as `readProxyAddress` reads it. */
  readonly httpsProxy: string | undefined;
  /** The proxy for `http:` and `ws:` addresses. */
  readonly httpProxy: string | undefined;
  /** Hosts that are reached directly, as `readNoProxy` reads them. */
  readonly noProxy: string | undefined;
}

/** A proxy's address, read. */
interface ProxyAddress {
  /** `http://HOST:PORT` or `https://HOST:PORT`, without a user and password. */
  readonly origin: string;
  /** `HOST:PORT`, for logs. */
  readonly name: string;
  /** The value of `Proxy-Authorization`: a secret. */
  readonly authorization: string | undefined;
  /** User and password, however they are written or sent: what must not be shown. */
  readonly secrets: readonly string[];
}

/** A proxy that connections go through. */
export interface ProxyServer extends ProxyAddress {
  /** The variable that names it. */
  readonly variable: 'HTTPS_PROXY' | 'HTTP_PROXY';
}

/** Where a connection leads. A `URL` is one; `port` is empty for the protocol's own. */
export type Destination = Pick<URL, 'protocol' | 'hostname' | 'port'>;

/** Which connections go through which proxy. */
export interface ProxyRoutes {
  /** The proxy on the way to an address; `undefined` where the way is direct. */
  proxyFor(destination: Destination): ProxyServer | undefined;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** The port of a destination, its protocol's own where none is given. */
export function portOf({ protocol, port }: Pick<Destination, 'protocol' | 'port'>): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
}

/** Reads the variables. An address that `readProxyAddress` refuses counts as not set. */
export function createProxyRoutes({ httpsProxy, httpProxy, noProxy }: ProxyVariables): ProxyRoutes {
  const forSecure = serverOf(httpsProxy, 'HTTPS_PROXY');
  const forPlain = serverOf(httpProxy, 'HTTP_PROXY');
  const isDirect = readNoProxy(noProxy ?? '');
  return {
    proxyFor: (destination) => {
      if (isDirect(destination.hostname, portOf(destination))) return undefined;
      return destination.protocol === 'https:' || destination.protocol === 'wss:' ? forSecure : forPlain;
    },
  };
}

function serverOf(value: string | undefined, variable: ProxyServer['variable']): ProxyServer | undefined {
  const address = value === undefined ? undefined : readProxyAddress(value);
  return address && { ...address, variable };
}

/**
 * Reads the address of a proxy: `http://HOST:PORT` or `https://HOST:PORT`, with `USER:PASSWORD@` before the host where the
 * proxy wants them, or `HOST:PORT` alone, which curl takes for `http:` as well. `undefined` for anything else.
 */
export function readProxyAddress(value: string): ProxyAddress | undefined {
  const url = URL.parse(/^[\w.-]+:\d+\/?$/.test(value) ? `http://${value}` : value);
  const isHttp = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (!isHttp || url.pathname !== '/' || url.search !== '' || url.hash !== '') return undefined;
  const { origin, hostname, username, password } = url;
  const address = { origin, name: `${hostname}:${portOf(url)}` };
  if (username === '' && password === '') return { ...address, authorization: undefined, secrets: [] };
  const [user, plain] = [decoded(username), decoded(password)];
  if (user === undefined || plain === undefined) return undefined;
  // Basic authentication (RFC 7617).
  const login = Buffer.from(`${user}:${plain}`).toString('base64');
  const authorization = `Basic ${login}`;
  // A user without a password is a token. What surrounds them makes short ones long enough to be recognized in a log.
  const alone = plain === '' ? [user, username] : [plain, password];
  const within = [
    `${url.protocol}//${username}${plain && `:${password}`}@`,
    value.slice(0, value.lastIndexOf('@') + 1),
  ];
  return { ...address, authorization, secrets: [...new Set([...alone, login, authorization, ...within])] };
}

/** `undefined` if a `%` begins no character. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
