import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { PATHS } from '@mynah/speech-wire/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { faultRefusal } from '../http/exchange.ts';
import { Refusal } from '../http/refused-request.ts';
import { serveLiveSocket } from './live-socket.ts';
import { type LiveParts, WITH_TIMESTAMP_PATH } from './live-synthesis-session.ts';
import { isFreeModel } from './tts-models.ts';

const LIVE_PATHS: readonly string[] = [PATHS.live, WITH_TIMESTAMP_PATH];

/** The same limit as POST /v1/tts. */
const MAX_EVENT_BYTES = 1_000_000;

/** The WebSocket side of the service. */
export interface LiveEndpoint {
  readonly openSockets: number;
  /** Handles an upgrade request to any path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Destroys every socket. */
  close(): void;
}

/** Creates the endpoint `/v1/tts/live`, and the same with timestamps. A refused handshake gets an HTTP status. */
export function createLiveEndpoint(parts: LiveParts): LiveEndpoint {
  const sockets = new Map<WebSocket, Duplex>();
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_EVENT_BYTES,
    autoPong: false,
  });

  const accept = (webSocket: WebSocket, socket: Duplex, request: IncomingMessage): void => {
    sockets.set(webSocket, socket);
    webSocket.once('close', () => sockets.delete(webSocket));
    serveLiveSocket(webSocket, socket, request, parts);
  };
  return {
    get openSockets() {
      return sockets.size;
    },
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      const refusal = refuse(request, parts);
      if (refusal !== undefined) {
        refuseHandshake(socket, refusal);
        return;
      }
      server.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, socket, request));
    },
    close() {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}

function refuse(request: IncomingMessage, { account, faults, log }: LiveParts): Refusal | undefined {
  const path = request.url ?? '';
  try {
    if (!LIVE_PATHS.includes(new URL(path, 'http://local').pathname)) return new Refusal(404);
    account.authorize(request.headers.authorization);
    const fault = faultRefusal(faults.take('live', ({ status }) => status !== undefined));
    if (fault !== undefined) throw fault;
    if (!isFreeModel(request.headers['model'])) account.requireCredit();
    if (!request.headers['model']) throw new Refusal(400, 'The model header is missing');
    return undefined;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500);
    log.add({ endpoint: 'live', method: 'GET', path, headers: request.headers }).setStatus(refusal.status);
    return refusal;
  }
}

function refuseHandshake(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify(refusal.body);
  const headers = {
    ...refusal.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${head.join('')}\r\n${body}`);
}
