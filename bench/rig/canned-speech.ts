/**
 * Runs a speech service that always says the same: the real protocol on live sockets and POST /v1/tts with prepared bytes,
 * so that hundreds of streams cost little. Audio leaves at four times the speed of speech.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode, encode } from '@msgpack/msgpack';
import type { LiveServerEvent } from '@mynah/speech-wire/wire';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { CANNED_MS } from './canned-sound.ts';
import type { SpeechPlace } from './contender-calls.ts';
import { serveCalls } from './serve-calls.ts';

/** Calls that the canned service accepts. */
export type CannedSpeechCalls = {
  open(sound: { readonly ogg: Uint8Array; readonly mp3: Uint8Array }): Promise<SpeechPlace>;
  /** Cuts that many live sockets in use, and returns how many there were. */
  cut(sockets: number): number;
};

/** Audio in one message: half a second. */
const CHUNK_MS = 500;
const SPEED = 4;
const FINISH = encode({ event: 'finish', reason: 'stop' } satisfies LiveServerEvent);

const speaking = new Set<WebSocket>();
let frames: readonly Uint8Array[] = [];
let mp3: Uint8Array = new Uint8Array();

/** Cut anywhere, like the service does: only the last chunk ends with a page. */
function cutToFrames(ogg: Uint8Array): Uint8Array[] {
  const count = CANNED_MS / CHUNK_MS;
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [index, index + 1].map((edge) => Math.floor((edge * ogg.length) / count));
    return encode({ event: 'audio', audio: ogg.subarray(start, end) } satisfies LiveServerEvent);
  });
}

function serveSocket(socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: RawData) => {
    const { event } = decode(data as Buffer) as { event: string };
    if (event === 'stop') speak(socket);
  });
}

/** Sends the first chunk immediately, the others at intervals. */
function speak(socket: WebSocket): void {
  let next = 0;
  speaking.add(socket);
  const step = (): void => {
    const frame = frames[next];
    next += 1;
    if (frame !== undefined) socket.send(frame, { binary: true });
    if (next < frames.length && socket.readyState === socket.OPEN) return;
    clearInterval(timer);
    speaking.delete(socket);
    socket.send(FINISH, { binary: true });
  };
  const timer = setInterval(step, CHUNK_MS / SPEED);
  step();
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  response.end(mp3);
}

const calls: CannedSpeechCalls = {
  open: async (sound) => {
    frames = cutToFrames(sound.ogg);
    mp3 = sound.mp3;
    const server = createServer(answer);
    const sockets = new WebSocketServer({ server, perMessageDeflate: false });
    sockets.on('connection', serveSocket);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}`, apiKey: 'canned' };
  },
  cut: (sockets) => {
    const victims = [...speaking].slice(0, sockets);
    for (const socket of victims) socket.terminate();
    return victims.length;
  },
};

serveCalls(calls);
