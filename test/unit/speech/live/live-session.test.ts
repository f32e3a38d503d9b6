import { EventEmitter } from 'node:events';
import { decode, encode } from '@msgpack/msgpack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveSession, type LiveSessionOptions } from '../../../../src/speech/live/live-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An open socket that records what is sent and called. */
class FakeSocket extends EventEmitter {
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

function begin(changes: Partial<LiveSessionOptions> = {}) {
  const socket = new FakeSocket();
  const over: boolean[] = [];
  const limits: number[] = [];
  const session = new LiveSession(socket, {
    request: { text: 'not sent here', format: 'opus', reference_id: 'v1' },
    stallMs: 10_000,
    maxBufferedBytes: 100,
    apiKey: 'sk-key',
    signal: new AbortController().signal,
    onOver: (reusable) => over.push(reusable),
    onConcurrencyLimit: (limit) => limits.push(limit),
    ...changes,
  });
  return { socket, session, over, limits };
}

const collect = async (session: LiveSession): Promise<number[][]> => {
  const chunks: number[][] = [];
  for await (const chunk of session.audio) chunks.push([...chunk]);
  return chunks;
};

test('sends start first and only once, then the text unchanged, then stop', () => {
  const { socket, session } = begin();
  session.write('Hello ');
  session.write('');
  session.write('there.');
  session.stop();
  expect(socket.sent).toEqual([
    { event: 'start', request: { text: '', format: 'opus', reference_id: 'v1' } },
    { event: 'text', text: 'Hello ' },
    { event: 'text', text: 'there.' },
    { event: 'stop' },
  ]);
});

test('text after stop throws', () => {
  const { session } = begin();
  session.stop();
  expect(() => session.write('more')).toThrow(expect.objectContaining({ code: 'SPEECH_CLOSED' }));
});

test('audio arrives in order until finish, and the socket can be reused', async () => {
  const { socket, session, over } = begin();
  session.stop();
  const audio = collect(session);
  socket.audio(1, 2);
  socket.audio();
  socket.receive({ event: 'log', message: 'warming up' });
  socket.receive({ event: 'novelty', anything: [1] });
  socket.audio(3);
  socket.receive({ event: 'finish', reason: 'stop' });
  expect(await audio).toEqual([[1, 2], [3]]);
  expect(socket.done).toEqual([]);
  expect(over).toEqual([true]);
  expect(socket.listenerCount('message')).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('audio is delivered before any timer or I/O callback runs', async () => {
  const { socket, session } = begin();
  const order: string[] = [];
  const next = session.audio.next().then(() => order.push('audio'));
  setImmediate(() => order.push('later'));
  socket.audio(1);
  await next;
  expect(order).toEqual(['audio']);
});

test('a close before finish is an error, after it is not', async () => {
  const finished = begin();
  finished.session.stop();
  finished.socket.receive({ event: 'finish', reason: 'stop' });
  finished.socket.emit('close', 1006, Buffer.alloc(0));
  expect(await collect(finished.session)).toEqual([]);

  const cut = begin();
  cut.session.stop();
  cut.socket.audio(1);
  cut.socket.emit('close', 1011, Buffer.from('going down, sk-key'));
  expect([...((await cut.session.audio.next()).value ?? [])]).toEqual([1]);
  await expect(cut.session.audio.next()).rejects.toMatchObject({
    code: 'SPEECH_LIVE_CLOSED',
    serviceMessage: 'going down, [redacted]',
    message: 'the live socket closed (1011) with a message of 22 characters',
  });
});

test('a socket that closed before the session started fails it immediately', async () => {
  const socket = new FakeSocket();
  socket.readyState = 3;
  const session = new LiveSession(socket, {
    request: { text: '' },
    stallMs: 1,
    maxBufferedBytes: 1,
    apiKey: 'k',
    signal: new AbortController().signal,
    onOver: () => {},
    onConcurrencyLimit: () => {},
  });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_CLOSED' });
});

test.each([
  [{ event: 'finish', reason: 'error', message: 'engine lost' }, 'SPEECH_LIVE_FINISH_ERROR', 'engine lost'],
  [{ event: 'error', error: 'Concurrency limit exceeded' }, 'SPEECH_LIVE_ERROR_EVENT', 'Concurrency limit exceeded'],
  [{ event: 'audio', audio: 'text' }, 'SPEECH_LIVE_GARBAGE', undefined],
  [{ event: 5 }, 'SPEECH_LIVE_GARBAGE', undefined],
  ['a string', 'SPEECH_LIVE_GARBAGE', undefined],
  [null, 'SPEECH_LIVE_GARBAGE', undefined],
])('%j fails with its own error code', async (event, code, serviceMessage) => {
  const { socket, session, over } = begin();
  session.stop();
  const failed = expect(collect(session)).rejects.toMatchObject({ code, serviceMessage, retryable: true });
  socket.receive(event);
  await failed;
  expect(socket.done).toEqual(['terminate']);
  expect(over).toEqual([false]);
});

test('text frames and frames that are not MessagePack are garbage', async () => {
  const broken = begin();
  broken.socket.emit('message', Buffer.from([0xc1]), true);
  await expect(collect(broken.session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_GARBAGE' });
  const text = begin();
  text.socket.emit('message', Buffer.from('{}'), false);
  await expect(collect(text.session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_GARBAGE' });
});

test('the error for an invalid event describes the problem without quoting the event', async () => {
  const { socket, session } = begin();
  socket.receive({ event: 'audio', audio: 'somebody said this' });
  await expect(collect(session)).rejects.toThrow(/expected bytes.*audio/);
});

test('a finish before all text is sent is an error', async () => {
  const { socket, session } = begin();
  session.write('Hello');
  socket.receive({ event: 'finish', reason: 'stop' });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_FINISH_ERROR' });
});

test('an error event with a concurrency limit passes the limit on', async () => {
  const { socket, session, limits } = begin();
  socket.receive({ event: 'error', error: 'Concurrency limit exceeded', max_concurrency: 3 });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_ERROR_EVENT' });
  expect(limits).toEqual([3]);
});

test('silence while audio is due is a stall; every event restarts the wait', async () => {
  const { socket, session } = begin();
  session.write('Hello.');
  session.stop();
  const failed = expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_STALLED' });
  await vi.advanceTimersByTimeAsync(9_999);
  socket.receive({ event: 'novelty' });
  await vi.advanceTimersByTimeAsync(9_999);
  socket.audio(1);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(socket.done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect(socket.done).toEqual(['terminate']);
});

test('silence while the service waits for text is not a stall', async () => {
  const { socket, session } = begin();
  session.write('Hello. ');
  await vi.advanceTimersByTimeAsync(600_000);
  socket.audio(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(socket.done).toEqual([]);
  session.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(socket.done).toEqual(['terminate']);
});

test('a slow reader pauses the socket, which is not a stall', async () => {
  const { socket, session } = begin();
  session.stop();
  const chunk = Array.from({ length: 60 }, () => 7);
  socket.audio(...chunk);
  socket.audio(...chunk);
  expect(socket.done).toEqual(['pause']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(socket.done).toEqual(['pause']);
  await session.audio.next();
  expect(socket.done).toEqual(['pause']);
  await session.audio.next();
  expect(socket.done).toEqual(['pause', 'resume']);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(session.audio.next()).rejects.toMatchObject({ code: 'SPEECH_LIVE_STALLED' });
});

test('an abort closes the socket and rejects with its reason', async () => {
  const controller = new AbortController();
  const { socket, session, over } = begin({ signal: controller.signal });
  session.stop();
  const reason = new Error('skipped');
  const failed = expect(collect(session)).rejects.toBe(reason);
  controller.abort(reason);
  await failed;
  expect(socket.done).toEqual(['terminate']);
  expect(over).toEqual([false]);
});

test('a reader that stops early closes the socket', async () => {
  const { socket, session, over } = begin();
  session.stop();
  socket.audio(1);
  for await (const _chunk of session.audio) break;
  expect(socket.done).toEqual(['terminate']);
  expect(over).toEqual([false]);
  session.close();
  expect(over).toEqual([false]);
});

test('a control token is rejected, even when split across two pieces', () => {
  const { socket, session } = begin();
  session.write('a <');
  expect(() => session.write('|speaker:1')).toThrow(expect.objectContaining({ code: 'SPEECH_LIMIT' }));
  expect(() => session.write('b <|c|>')).toThrow(expect.objectContaining({ code: 'SPEECH_LIMIT' }));
  expect(socket.sent).toHaveLength(2);
});
