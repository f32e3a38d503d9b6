import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createLogger } from '../../src/log/log.ts';
import { dispatcherTo } from '../../src/proxy/dispatcher.ts';
import { ProxyError } from '../../src/proxy/proxy-error.ts';
import { createProxyRoutes, type ProxyServer } from '../../src/proxy/proxy-routes.ts';
import { createTunnelAgent, openTunnel } from '../../src/proxy/tunnel.ts';
import { connectLive } from '../../src/speech/live/live-connection.ts';
import { createSpeechService } from '../../src/speech/speech-service.ts';
import { type LocalProxy, startLocalProxy } from '../support/local-proxy.ts';

const LOGIN = 'ada:s3cret pass';
const TIMEOUT_MS = 5_000;

/** Answers requests with their path and host, and greets WebSockets. */
let service: Server;
let servicePort = 0;
let proxy: LocalProxy;
const closing = new AsyncDisposableStack();

beforeAll(async () => {
  service = createServer(({ url, headers }, response) => response.end(`${url} at ${headers.host}`));
  new WebSocketServer({ server: service }).on('connection', (socket) => socket.send('hello'));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  servicePort = (service.address() as AddressInfo).port;
});
afterAll(async () => {
  await closing.disposeAsync();
  service.closeAllConnections();
  service.close();
});
beforeEach(async () => {
  proxy = await startLocalProxy({ 'service.test:80': servicePort, 'service.test': servicePort }, { login: LOGIN });
});
afterEach(() => proxy[Symbol.asyncDispose]());

const addressOf = ({ name }: Pick<LocalProxy, 'name'>, login = 'ada:s3cret%20pass'): string =>
  `http://${login}@${name}`;

function routesTo(address: string, noProxy?: string) {
  return createProxyRoutes({ httpsProxy: address, httpProxy: address, noProxy });
}

function serverAt(address: string): ProxyServer {
  return routesTo(address).proxyFor(new URL('https://any.test')) ?? expect.fail('no proxy');
}

function requestsTo(origin: string, address: string, noProxy?: string): Dispatcher {
  const options = { connectTimeoutMs: TIMEOUT_MS };
  return closing.adopt(dispatcherTo(new URL(origin), routesTo(address, noProxy), options), (made) => made.destroy());
}

/** The first message of a WebSocket. */
async function greeting(url: string, address: string, noProxy?: string): Promise<string> {
  const socket = new WebSocket(url, { agent: createTunnelAgent(routesTo(address, noProxy), 'http:') });
  try {
    const [message] = (await once(socket, 'message')) as [Buffer];
    return message.toString();
  } finally {
    socket.terminate();
  }
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A proxy that takes connections and says nothing. `entered` and `left` resolve when it has the first, and lost it. */
async function startSilentProxy() {
  const entered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    socket.on('data', () => entered.resolve()).on('error', () => {});
    socket.once('close', () => left.resolve());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entered: entered.promise,
    left: left.promise,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

describe('a plain address behind a proxy', () => {
  it('gets its requests as the proxy forwards them', async () => {
    const requests = requestsTo('http://service.test', addressOf(proxy));
    const { body } = await requests.request({ origin: 'http://service.test', method: 'GET', path: '/voices?all' });
    expect(await body.text()).toBe('/voices?all at service.test');
    expect(proxy.asked).toEqual(['http://service.test/voices?all']);
  });

  it('gets its WebSockets through a tunnel', async () => {
    expect(await greeting('ws://service.test/live', addressOf(proxy))).toBe('hello');
    expect(proxy.asked).toEqual(['service.test:80']);
  });

  it('is reached directly when NO_PROXY names it', async () => {
    const origin = `http://127.0.0.1:${servicePort}`;
    const requests = requestsTo(origin, addressOf(proxy), '127.0.0.0/8');
    const { body } = await requests.request({ origin, method: 'GET', path: '/' });
    expect(await body.text()).toContain('/ at 127.0.0.1');
    expect(await greeting(`ws://127.0.0.1:${servicePort}`, addressOf(proxy), '127.0.0.0/8')).toBe('hello');
    expect(proxy.asked).toEqual([]);
  });

  it('is not reached with a wrong password, and the error says what to check without repeating it', async () => {
    const address = addressOf(proxy, 'ada:wrong-password');
    const failures = await Promise.all([
      requestsTo('http://service.test', address)
        .request({ origin: 'http://service.test', method: 'GET', path: '/' })
        .catch((error: unknown) => error),
      greeting('ws://service.test/live', address).catch((error: unknown) => error),
    ]);
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(ProxyError);
      expect(failure).toMatchObject({
        code: 'PROXY_REFUSED',
        message: expect.stringMatching(/^the proxy 127\.0\.0\.1:\d+ refused the connection to service\.test.*\(407\)$/),
        advice: `check the user and password in HTTP_PROXY: http://USER:PASSWORD@${proxy.name}`,
      });
      expect(JSON.stringify([failure, String(failure)])).not.toContain('wrong-password');
    }
  });

  it('is not reached over a proxy that is down, and the error names the proxy', async () => {
    const address = `http://127.0.0.1:${await closedPort()}`;
    const request = requestsTo('http://service.test', address).request({
      origin: 'http://service.test',
      method: 'GET',
      path: '/',
    });
    await expect(request).rejects.toMatchObject({
      code: 'PROXY_UNREACHABLE',
      advice: 'check HTTP_PROXY and that the proxy runs',
    });
  });
});

describe('a tunnel', () => {
  it.each([403, 502, 503])(
    'is refused with %i, and the error says by which proxy and for which host',
    async (status) => {
      proxy.refuse(status);
      await expect(openTunnel(serverAt(addressOf(proxy)), { host: 'discord.com', port: 443 })).rejects.toMatchObject({
        code: 'PROXY_REFUSED',
        message: `the proxy ${proxy.name} refused the connection to discord.com:443 (${status})`,
        advice: 'let discord.com:443 through at the proxy, or name its host in NO_PROXY if there is a direct way',
      });
    },
  );

  it('is asked for with the brackets of an IPv6 address', async () => {
    await expect(openTunnel(serverAt(addressOf(proxy)), { host: '::1', port: 443 })).rejects.toThrow('[::1]:443 (502)');
    expect(proxy.asked).toEqual(['[::1]:443']);
  });

  it('fails when the proxy is down, its name is unknown, or it speaks something else', async () => {
    const chatter = createTcpServer((socket) => socket.end('220 mail.test ESMTP\r\n')).listen(0, '127.0.0.1');
    await once(chatter, 'listening');
    const { port } = chatter.address() as AddressInfo;
    const target = { host: 'discord.com', port: 443 };
    const open = (address: string) => openTunnel(serverAt(address), target, { timeoutMs: TIMEOUT_MS });
    try {
      await expect(open(`http://127.0.0.1:${await closedPort()}`)).rejects.toThrow(
        /cannot be reached \(ECONNREFUSED\)/,
      );
      await expect(open('http://proxy.invalid:3128')).rejects.toThrow(/cannot be reached \((ENOTFOUND|EAI_AGAIN)\)/);
      await expect(open(`http://127.0.0.1:${port}`)).rejects.toThrow(/cannot be reached \((HPE_|ECONNRESET)/);
      await expect(open(`https://${proxy.name}`)).rejects.toThrow(/cannot be reached \((ERR_SSL_|EPROTO|ECONNRESET)/);
    } finally {
      chatter.close();
    }
  });

  it('fails in time when the proxy says nothing, and leaves no connection', async () => {
    await using silent = await startSilentProxy();
    const open = openTunnel(serverAt(silent.address), { host: 'discord.com', port: 443 }, { timeoutMs: 50 });
    await expect(open).rejects.toMatchObject({
      code: 'PROXY_SILENT',
      message: `the proxy ${new URL(silent.address).host} did not connect to discord.com:443 in time`,
    });
    await silent.left;
  });

  it('is given up with its signal, and leaves no connection', async () => {
    await using silent = await startSilentProxy();
    const controller = new AbortController();
    const target = { host: 'discord.com', port: 443 };
    const open = openTunnel(serverAt(silent.address), target, { timeoutMs: 600_000, signal: controller.signal });
    const failed = expect(open).rejects.toThrow('not needed');
    await silent.entered;
    controller.abort(new Error('not needed'));
    await failed;
    await silent.left;
  });

  it('is given up with the WebSocket that it is for', async () => {
    await using silent = await startSilentProxy();
    const agent = createTunnelAgent(routesTo(silent.address), 'http:', 600_000);
    const socket = new WebSocket('ws://service.test/live', { agent }).on('error', () => {});
    await silent.entered;
    socket.terminate();
    await silent.left;
  });

  it('is given up with the request that it is for', async () => {
    await using silent = await startSilentProxy();
    const agent = createTunnelAgent(routesTo(silent.address), 'http:', 600_000);
    const request = get('http://service.test/', { agent });
    const failed = expect(once(request, 'response')).rejects.toThrow('not needed');
    await silent.entered;
    request.destroy(new Error('not needed'));
    await failed;
    await silent.left;
  });

  it('is given up with the connections that it is for', async () => {
    await using silent = await startSilentProxy();
    const options = { connectTimeoutMs: 600_000 };
    const requests = dispatcherTo(new URL('https://service.test'), routesTo(silent.address), options);
    const failed = expect(
      requests.request({ origin: 'https://service.test', method: 'GET', path: '/' }),
    ).rejects.toThrow();
    await silent.entered;
    await requests.destroy();
    await failed;
    await silent.left;
  });
});

describe('the speech service behind a proxy', () => {
  it('has a proxy named that says nothing about a live socket', async () => {
    await using silent = await startSilentProxy();
    const endpoint = { wsUrl: 'ws://speech.test', apiKey: 'k', model: 's2-pro', handshakeMs: 500, probeMs: 5_000 };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await expect(
      connectLive({ ...endpoint, routes: routesTo(silent.address) }, { signal, onAnswer: () => {} }),
    ).rejects.toMatchObject({ code: 'SPEECH_CONNECTION', cause: { code: 'PROXY_SILENT' } });
  });

  it('is asked over HTTP and the live socket, and a refusal of the proxy is no answer of the service', async () => {
    await using stack = new AsyncDisposableStack();
    const speech = stack.adopt(await startLocalSpeech({ recognizer: false, names: ['speech.test'] }), (made) =>
      made.close(),
    );
    const port = Number(new URL(speech.url).port);
    const way = stack.use(await startLocalProxy({ 'speech.test': port, 'speech.test:80': port }));
    const client = stack.adopt(
      createSpeechService({
        ...{ baseUrl: 'http://speech.test', wsUrl: 'ws://speech.test', apiKey: speech.apiKey },
        ...{ model: 's2-pro', format: 'opus', concurrency: 2, log: createLogger('silent') },
        proxy: { httpsProxy: undefined, httpProxy: `http://${way.name}`, noProxy: undefined },
      }),
      (made) => made.close(),
    );
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const list = () =>
      client.voices.list({ self: true, pageSize: 1 }, { tenant: 'a', priority: 'listings', retries: false, signal });
    expect(await list()).toMatchObject({ total: 0 });
    using _warm = client.holdWarm();
    await expect.poll(() => client.figures().warmSockets).toBe(1);
    expect(way.asked).toEqual(['http://speech.test/model?page_size=1&self=true', 'speech.test:80']);
    way.refuse(407);
    await expect(list()).rejects.toMatchObject({ code: 'SPEECH_CONNECTION', unsent: true, status: undefined });
  });
});
