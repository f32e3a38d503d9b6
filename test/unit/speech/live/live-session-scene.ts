import { EventEmitter } from 'node:events';
import { decode, encode } from '@msgpack/msgpack';
import { createLogger } from '../../../../src/log/log.ts';
import { LiveSession, type LiveSessionOptions } from '../../../../src/speech/live/live-session.ts';

/** An open socket that records what is sent and called. */
export class FakeSocket extends EventEmitter {
  readyState = 1;
  readonly sent: unknown[] = [];
  readonly done: string[] = [];

  send(frame: Uint8Array): void {
    this.sent.push(decode(frame));
  }
  pause(): void {
    this.done.push('pause');
  }
  resume(): void {
    this.done.push('resume');
  }
  terminate(): void {
    this.done.push('terminate');
  }
  receive(event: unknown): void {
    this.emit('message', Buffer.from(encode(event)), true);
  }
  audio(...bytes: number[]): void {
    this.receive({ event: 'audio', audio: Uint8Array.from(bytes) });
  }
}

/** A session over a socket that records, with what it reports. */
export function begin(changes: Partial<LiveSessionOptions> = {}) {
  const socket = new FakeSocket();
  const over: boolean[] = [];
  const refusals: (number | undefined)[] = [];
  const session = new LiveSession(socket, {
    request: { text: 'not sent here', format: 'opus', reference_id: 'v1' },
    stallMs: 5_000,
    silenceMs: 60_000,
    maxBufferedBytes: 100,
    apiKey: 'sk-key',
    signal: new AbortController().signal,
    onOver: (reusable) => over.push(reusable),
    onRefused: (limit) => refusals.push(limit),
    log: createLogger('silent'),
    ...changes,
  });
  return { socket, session, over, refusals };
}

/** All that the session yields. */
export const collect = async (session: LiveSession): Promise<number[][]> => {
  const chunks: number[][] = [];
  for await (const chunk of session.audio) chunks.push([...chunk]);
  return chunks;
};
