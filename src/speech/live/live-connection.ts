import type { Agent, IncomingMessage } from 'node:http';
import { PATHS } from '@mynah/speech-wire/wire';
import { WebSocket } from 'ws';
import type { ProxyRoutes } from '../../proxy/proxy-routes.ts';
import { createTunnelAgent } from '../../proxy/tunnel.ts';
import { concurrencyOf } from '../http/answer-headers.ts';
import { connectionError } from '../http/connection-error.ts';
import { refusalError } from '../http/refused-answer.ts';
import type { ConcurrencyReport } from '../limiter/concurrency-limiter.ts';
import { SpeechError } from '../speech-error.ts';

/** Maximum message size. Audio messages exceed 64 KiB, but one this long would hold many minutes, so it is a fault. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Where and how to open live sockets. */
export interface LiveEndpoint {
  /** `{base_url_ws}`, with or without a path. */
  readonly wsUrl: string;
  readonly apiKey: string;
  readonly model: string;
  /** The proxy routes; default: the way is direct. */
  readonly routes?: ProxyRoutes | undefined;
  readonly handshakeMs: number;
  /** As in `SpeechTimings`. */
  readonly probeMs: number;
}

/** How one socket is opened. */
interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly traceParent?: string | undefined;
  readonly onAnswer: (status: number, report: ConcurrencyReport) => void;
}

/**
 * Opens a socket to /v1/tts/live. `onAnswer` receives the status, 101 or a refusal, and the concurrency headers of the
 * response. `traceParent` is W3C's, of the text that it is opened for. The caller owns the socket, which has an error
 * listener and is paused until the caller resumes it.
 * @throws {SpeechError} the code of the status if the handshake is refused, SPEECH_TIMEOUT or SPEECH_CONNECTION; the
 * signal's reason when aborted.
 */
export async function connectLive(
  endpoint: LiveEndpoint,
  { signal, traceParent, onAnswer }: ConnectOptions,
): Promise<WebSocket> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const agent = tunnelAgentOf(endpoint);
  const socket = new WebSocket(`${endpoint.wsUrl.replace(/\/+$/, '')}${PATHS.live}`, {
    ...(agent && { agent }),
    headers: {
      authorization: `Bearer ${endpoint.apiKey}`,
      model: endpoint.model,
      ...(traceParent === undefined ? {} : { traceparent: traceParent }),
    },
    // Text frames are not read.
    skipUTF8Validation: true,
    // Audio is already compressed.
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const stop = (): void => reject(signal.reason);
  const timer = setTimeout(
    () => reject(new SpeechError('SPEECH_TIMEOUT', 'the live socket did not open in time')),
    endpoint.handshakeMs,
  );
  signal.addEventListener('abort', stop, { once: true });
  socket.on('error', (error) => reject(connectionError(error)));
  socket.once('close', () => reject(new SpeechError('SPEECH_CONNECTION', 'the live socket closed while opening')));
  socket.once('upgrade', ({ headers, socket: connection }: IncomingMessage) => {
    connection.setKeepAlive(true, endpoint.probeMs);
    onAnswer(101, concurrencyOf(headers));
  });
  socket.once('open', () => {
    // Without a listener yet, messages right after the handshake would be lost.
    socket.pause();
    resolve(socket);
  });
  socket.once('unexpected-response', (_request, response: IncomingMessage) => {
    const { statusCode: status = 0, headers } = response;
    onAnswer(status, concurrencyOf(headers));
    refusalError({ status, headers, body: response }, endpoint.apiKey).then(reject, reject);
  });
  return promise
    .catch((error: unknown) => {
      socket.terminate();
      throw error;
    })
    .finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
}

/** The part of the handshake's time that a proxy has, so that one that says nothing is named as what failed. */
const PROXY_SHARE = 0.9;

function tunnelAgentOf({ routes, wsUrl, handshakeMs }: LiveEndpoint): Agent | undefined {
  return routes && createTunnelAgent(routes, wsUrl.startsWith('wss:') ? 'https:' : 'http:', handshakeMs * PROXY_SHARE);
}
