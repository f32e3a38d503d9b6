import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { decode, encode } from '@msgpack/msgpack';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createLogger } from '../../src/log/log.ts';
import type { CallContext, Priority } from '../../src/speech/call-context.ts';
import { ConcurrencyLimiter } from '../../src/speech/limiter/concurrency-limiter.ts';
import { createLiveClient } from '../../src/speech/live/live.ts';
import { LiveCircuitBreaker } from '../../src/speech/live/live-circuit-breaker.ts';
import { LivePool } from '../../src/speech/live/live-pool.ts';
import type { LiveSession } from '../../src/speech/live/live-session.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';
import { createSpeechService, type SpeechService, type SpeechServiceOptions } from '../../src/speech/speech-service.ts';
import { DEFAULT_TIMINGS, type SpeechTimings } from '../../src/speech/speech-timings.ts';
import { ttsRequestBody } from '../../src/speech/tts.ts';
import { RequestScope } from '../../src/telemetry/request-scope.ts';

export const API_KEY = 'sk-very-secret-0123456789';

/** One HTTP request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** How a test's server responds. */
export interface Handlers {
  http?: (request: ReceivedRequest, response: ServerResponse, index: number) => void | Promise<void>;
  /** Called for each accepted live socket; `index` counts them. */
  live?: (peer: LivePeer, index: number) => void;
  /** Returns true if it answered the handshake itself. */
  handshake?: (request: IncomingMessage, socket: Duplex, index: number) => boolean;
  /** Awaited before a handshake is accepted. */
  beforeUpgrade?: () => Promise<void>;
}

/** The service's end of a live socket. */
export interface LivePeer {
  readonly socket: WebSocket;
  send(event: unknown): void;
  audio(...bytes: number[]): void;
  finish(): void;
  /** Calls `listener` with every event from the client. */
  on(listener: (event: ClientEvent) => void): void;
}

export interface ClientEvent {
  readonly event: string;
  readonly text?: string;
  readonly request?: Record<string, unknown>;
}

/** A real server on loopback, closed at the end of the test. */
export interface TestServer {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly requests: ReceivedRequest[];
  readonly handshakes: IncomingMessage[];
  readonly peers: LivePeer[];
  readonly connections: Set<Duplex>;
}

export async function startServer(handlers: Handlers): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const handshakes: IncomingMessage[] = [];
  const peers: LivePeer[] = [];
  const connections = new Set<Duplex>();
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      requests.push(one);
      if (handlers.http === undefined) response.writeHead(500).end('no handler');
      else void handlers.http(one, response, requests.length - 1);
    });
  });
  http.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  const live = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    handshakes.push(request);
    socket.on('error', () => {});
    if (handlers.handshake?.(request, socket, handshakes.length - 1) === true) return;
    const accept = (): void =>
      live.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', () => {});
        const peer = peerOf(webSocket);
        peers.push(peer);
        handlers.live?.(peer, peers.length - 1);
      });
    if (handlers.beforeUpgrade === undefined) accept();
    else void handlers.beforeUpgrade().then(accept);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => http.close(resolve));
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    requests,
    handshakes,
    peers,
    connections,
  };
}

function peerOf(socket: WebSocket): LivePeer {
  const send = (event: unknown): void => socket.send(encode(event));
  return {
    socket,
    send,
    audio: (...bytes) => send({ event: 'audio', audio: Uint8Array.from(bytes) }),
    finish: () => send({ event: 'finish', reason: 'stop' }),
    on: (listener) => socket.on('message', (data: Buffer) => listener(decode(data) as ClientEvent)),
  };
}

/** A live peer that answers every stop with the given audio and a finish. */
export function answerStops(...chunks: number[][]): (peer: LivePeer) => void {
  return (peer) =>
    peer.on(({ event }) => {
      if (event !== 'stop') return;
      for (const chunk of chunks) peer.audio(...chunk);
      peer.finish();
    });
}

/** Refuses a WebSocket handshake with an HTTP response. */
export function refuse(socket: Duplex, status: number, body: string, headers = ''): true {
  socket.end(`HTTP/1.1 ${status} Refused\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return true;
}

const QUICK: Partial<SpeechTimings> = {
  connectTimeoutMs: 500,
  ttsFirstSoundMs: 150,
  asrHeadersTimeoutMs: 150,
  asrBodyTimeoutMs: 150,
  modelHeadersTimeoutMs: 150,
  bodyTimeoutMs: 150,
  ttsSilenceMs: 300,
  retryBaseMs: 5,
  retryMaxMs: 10,
  liveHandshakeMs: 150,
  liveStallMs: 100,
  liveRestMs: 0,
};

/** A speech service client of a server, with short timings, closed at the end of the test. */
export function serviceFor(
  server: Pick<TestServer, 'baseUrl' | 'wsUrl'>,
  timings: Partial<SpeechTimings> = {},
  changes: Partial<SpeechServiceOptions> = {},
): SpeechService {
  const service = createSpeechService({
    baseUrl: server.baseUrl,
    wsUrl: server.wsUrl,
    apiKey: API_KEY,
    model: 's2-pro',
    format: 'opus',
    concurrency: 5,
    log: createLogger('silent'),
    timings: { ...QUICK, ...timings },
    ...changes,
  });
  onTestFinished(() => service.close());
  return service;
}

/** Sessions of the live socket without the fallback of a service, closed at the end of the test. */
export function liveFor(
  server: Pick<TestServer, 'wsUrl'>,
  log = createLogger('silent'),
): { readonly limiter: ConcurrencyLimiter; readonly open: (signal?: AbortSignal) => Promise<LiveSession> } {
  const timings: SpeechTimings = { ...DEFAULT_TIMINGS, ...QUICK };
  const limiter = new ConcurrencyLimiter({ ...timings, concurrency: 5, raiseMs: timings.limitRaiseMs, log });
  const pool = new LivePool({
    endpoint: {
      ...{ wsUrl: server.wsUrl, apiKey: API_KEY, model: 's2-pro', routes: undefined },
      ...{ handshakeMs: timings.liveHandshakeMs, probeMs: timings.probeMs },
    },
    ...{ breaker: new LiveCircuitBreaker(timings.liveBreakMs), maxIdle: 5, restMs: timings.liveRestMs },
    ...{ pingMs: timings.warmPingMs, surplusIdleMs: timings.surplusIdleMs, log },
  });
  const client = createLiveClient({ pool, permits: limiter, apiKey: API_KEY, scope: new RequestScope(), timings, log });
  onTestFinished(() => pool.close(new SpeechError('SPEECH_CLOSED', 'the test is over')));
  const body = ttsRequestBody({ text: 'not sent', voiceId: undefined }, 'opus', 'balanced');
  return { limiter, open: async (signal) => (await client.open(body, context('speech', signal))).session };
}

export const context = (
  priority: Priority = 'speech',
  signal: AbortSignal = new AbortController().signal,
): CallContext => ({ tenant: 'guild', priority, signal });

/** All bytes of an iterable, joined. */
export async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<number[]> {
  const bytes: number[] = [];
  for await (const chunk of source) bytes.push(...chunk);
  return bytes;
}
