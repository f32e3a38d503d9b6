import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { decode, encode } from '@msgpack/msgpack';
import type { LiveServerEvent } from '@mynah/speech-wire/wire';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { Dropped } from '../faulty-sink.ts';
import { Refusal } from '../http/refused-request.ts';
import type { LiveFrame } from './live-extras.ts';
import { createLiveSession, LiveFailure, type LiveParts, type LiveSession } from './live-synthesis-session.ts';

const clientEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), request: z.record(z.string(), z.unknown()) }),
  z.object({ event: z.literal('text'), text: z.string() }),
  z.object({ event: z.literal('flush') }),
  z.object({ event: z.literal('stop') }),
]);
type ClientEvent = z.output<typeof clientEventSchema>;

/** Most events of a client that wait to be handled; beyond it, the connection is dropped. */
const MAX_WAITING_EVENTS = 10_000;

/**
 * Serves one accepted socket: handles its events and sessions (`start` to `finish`) one after another. `socket` is the
 * underlying connection; like the real service, this one ends it without a close frame.
 */
export function serveLiveSocket(
  webSocket: WebSocket,
  socket: Duplex,
  request: IncomingMessage,
  parts: LiveParts,
): void {
  const gone = new AbortController();
  let session: LiveSession | undefined;
  let previous: Promise<void> = Promise.resolve();
  let waiting = 0;

  const open = (fields: Record<string, unknown>): LiveSession =>
    createLiveSession({ socket, request, parts, signal: gone.signal, send: (frame) => send(webSocket, frame) }, fields);
  const handle = async (data: RawData, isBinary: boolean): Promise<void> => {
    if (gone.signal.aborted) return;
    const event = isBinary ? parseEvent(data) : undefined;
    if (event === undefined) throw new Error('Events are MessagePack maps in binary frames');
    if (event.event === 'start') {
      if (session !== undefined) throw new Error('The session has already started');
      session = open(event.request);
      await session.begin();
      return;
    }
    if (session === undefined) throw new Error('The first event has to be start');
    if (event.event === 'text') await session.text(event.text);
    if (event.event === 'flush') await session.flush();
    if (event.event === 'stop') {
      await session.stop();
      session = undefined;
    }
  };
  const fail = async (error: unknown): Promise<void> => {
    session?.close();
    if (gone.signal.aborted) return;
    gone.abort(error);
    if (error instanceof Dropped) return;
    await send(webSocket, { data: encode(failureEvent(error)), binary: true }).catch(() => undefined);
    socket.end();
  };
  webSocket.on('message', (data, isBinary) => {
    waiting += 1;
    if (waiting > MAX_WAITING_EVENTS) socket.destroy();
    previous = previous
      .then(() => handle(data, isBinary))
      .catch(fail)
      .finally(() => {
        waiting -= 1;
      });
  });
  webSocket.on('ping', (data) => {
    if (session?.isSilent !== true) webSocket.pong(data);
  });
  webSocket.on('error', () => socket.destroy());
  webSocket.once('close', () => {
    gone.abort(new Error('The client disconnected.'));
    session?.close();
  });
}

/** The event with the reason why a session ended early. */
function failureEvent(error: unknown): LiveServerEvent {
  if (error instanceof LiveFailure) return error.event;
  if (error instanceof Refusal) return { event: 'finish', reason: 'error', message: error.message };
  return { event: 'error', error: error instanceof Error ? error.message : 'Internal server error' };
}

function send(webSocket: WebSocket, { data, binary }: LiveFrame): Promise<void> {
  return new Promise((resolve, reject) => {
    webSocket.send(data, { binary }, (error) => (error ? reject(error) : resolve()));
  });
}

function parseEvent(data: RawData): ClientEvent | undefined {
  try {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
    return clientEventSchema.safeParse(decode(bytes)).data;
  } catch {
    return undefined;
  }
}
