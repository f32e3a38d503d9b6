import { decode, encode } from '@msgpack/msgpack';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import type { LiveServerEvent } from '@mynah/speech-wire/wire';
import WebSocket from 'ws';
import { toOpusPackets } from '../../src/audio/conversion/to-opus-packets.ts';

/** Sends a JSON body, or a form, with the service's key and model. */
export function call(
  service: LocalSpeech,
  path: string,
  options: { method?: string; json?: unknown; form?: FormData; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { json, form } = options;
  return fetch(`${service.url}${path}`, {
    method: options.method ?? (json === undefined && form === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      model: 's2-pro',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: form }),
  });
}

/** Speaks with POST /v1/tts and returns the whole audio. */
export async function speak(service: LocalSpeech, fields: Record<string, unknown>): Promise<Uint8Array> {
  const response = await call(service, '/v1/tts', { json: fields });
  if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A form from fields; bytes become files. */
export function toForm(fields: Record<string, string | Uint8Array | readonly (string | Uint8Array)[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string') form.append(name, item);
      else form.append(name, new Blob([Uint8Array.from(item)]), 'upload.bin');
    }
  }
  return form;
}

/** The 20 ms packets of audio bytes. */
export async function packetsOf(bytes: Uint8Array, pcmSampleRateHz = 44_100): Promise<Uint8Array[]> {
  const packets: Uint8Array[] = [];
  for await (const batch of toOpusPackets(oneByOne([bytes]), { pcmSampleRateHz })) {
    packets.push(...batch);
  }
  return packets;
}

/** A client of the live socket. */
export interface LiveClient {
  /** Everything received so far. */
  readonly events: readonly LiveServerEvent[];
  /** Text frames received so far. */
  readonly texts: readonly string[];
  send(event: Record<string, unknown>): void;
  sendRaw(data: Uint8Array | string): void;
  /** Waits for the next event of this name. */
  next(event: LiveServerEvent['event'], signal?: AbortSignal): Promise<LiveServerEvent>;
  ping(): void;
  /** Answers to pings so far. */
  readonly pongs: number;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

/** Connects to the live endpoint. Rejects with the status of a refused handshake. */
export function connectLive(
  service: LocalSpeech,
  headers: Record<string, string> = {},
  path = '/v1/tts/live',
): Promise<LiveClient> {
  const socket = new WebSocket(`${service.wsUrl}${path}`, {
    headers: { authorization: `Bearer ${service.apiKey}`, model: 's2-pro', ...headers },
  });
  const events: LiveServerEvent[] = [];
  const texts: string[] = [];
  let seen = 0;
  let pongs = 0;
  let wake: () => void = () => undefined;
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code);
      wake();
    });
  });
  socket.on('pong', () => {
    pongs += 1;
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) events.push(decode(data) as LiveServerEvent);
    else texts.push(data.toString());
    wake();
  });
  const client: LiveClient = {
    events,
    texts,
    closed,
    send: (event) => socket.send(encode(event)),
    sendRaw: (data) => socket.send(data),
    close: () => socket.terminate(),
    ping: () => socket.ping(),
    get pongs() {
      return pongs;
    },
    async next(name) {
      for (;;) {
        const index = events.findIndex((event, at) => at >= seen && event?.event === name);
        const found = events[index];
        if (found !== undefined) {
          seen = index + 1;
          return found;
        }
        if (socket.readyState === WebSocket.CLOSED) throw new Error(`The socket closed before any ${name} event.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(client));
    socket.once('unexpected-response', (_request, response) => reject(new RefusedHandshake(response.statusCode ?? 0)));
    socket.on('error', reject);
  });
}

/** A handshake refused with an HTTP status. */
class RefusedHandshake extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The handshake was refused with ${status}.`);
    this.status = status;
  }
}

/** The audio of all events, concatenated. */
export function audioOf(events: readonly LiveServerEvent[]): Uint8Array {
  return Buffer.concat(events.flatMap((event) => (event.event === 'audio' ? [event.audio] : [])));
}

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
