import { encode } from '@msgpack/msgpack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import { LiveSession } from '../../../../src/speech/live/live-session.ts';
import { begin, collect, FakeSocket } from './live-session-scene.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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
  finished.socket.audio(1);
  finished.socket.receive({ event: 'finish', reason: 'stop' });
  finished.socket.emit('close', 1006, Buffer.alloc(0));
  expect(await collect(finished.session)).toEqual([[1]]);

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
    silenceMs: 1,
    maxBufferedBytes: 1,
    apiKey: 'k',
    signal: new AbortController().signal,
    onOver: () => {},
    onRefused: () => {},
    log: createLogger('silent'),
  });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_CLOSED' });
});

test.each([
  [{ event: 'finish', reason: 'error', message: 'engine lost' }, 'SPEECH_LIVE_FINISH_ERROR', 'engine lost'],
  [{ event: 'finish', reason: 'error' }, 'SPEECH_LIVE_FINISH_ERROR', undefined],
  [{ event: 'error', error: 'engine lost' }, 'SPEECH_LIVE_ERROR_EVENT', 'engine lost'],
  [{ event: 'error', error: null }, 'SPEECH_LIVE_ERROR_EVENT', undefined],
  [{ event: 'error', error: { message: 'engine lost' } }, 'SPEECH_LIVE_ERROR_EVENT', 'engine lost'],
  [{ event: 'error', message: 'engine lost' }, 'SPEECH_LIVE_ERROR_EVENT', 'engine lost'],
])('%j fails with its own error code', async (event, code, serviceMessage) => {
  const { socket, session, over, refusals } = begin();
  session.stop();
  const failed = expect(collect(session)).rejects.toMatchObject({ code, serviceMessage, retryable: true });
  socket.receive(event);
  await failed;
  expect(socket.done).toEqual(['terminate']);
  expect(over).toEqual([false]);
  expect(refusals).toEqual([]);
});

test('a frame that cannot be read whole fails, because it may hold sound', async () => {
  const { socket, session } = begin();
  socket.emit('message', encode({ event: 'audio', audio: Uint8Array.of(1, 2) }).subarray(0, -1), true);
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_GARBAGE' });
});

test('what a client must ignore is no failure, and is counted in one line of the log', async () => {
  const lines: string[] = [];
  const log = createLogger('debug', [], { write: (line) => lines.push(line) });
  const { socket, session, over } = begin({ log });
  session.stop();
  socket.audio(1);
  socket.emit('message', Buffer.from('somebody said this'), false);
  for (const audio of [null, 'somebody said this', 5, [1], {}]) socket.receive({ event: 'audio', audio });
  socket.receive({ event: 'audio' });
  socket.receive({ event: 'novelty', anything: [{ deep: ['somebody said this'] }] });
  socket.receive({ event: 5 });
  socket.receive(['somebody said this']);
  socket.receive({ event: 'log', message: null });
  socket.receive({
    event: 'audio',
    audio: Uint8Array.of(2),
    content: 'x'.repeat(20_000),
    alignment: null,
    time: 'odd',
  });
  socket.receive({ event: 'finish', reason: 'length', time: 5460 });
  expect(await collect(session)).toEqual([[1], [2]]);
  expect(over).toEqual([true]);
  const frames = { 'text-frame': 1, 'audio-without-bytes': 6, 'unknown-event': 1, 'no-event': 2 };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 'debug', frames, msg: 'ignored frames of the live socket' }),
  ]);
  expect(lines.join()).not.toContain('somebody');
});

test('what must be ignored does not show that a socket still serves', () => {
  const { socket, session } = begin();
  socket.emit('message', Buffer.from('closing'), false);
  socket.receive({ event: 'novelty' });
  expect(session.hasReceived).toBe(false);
  socket.receive({ event: 'log', message: 'session started' });
  expect(session.hasReceived).toBe(true);
});

test('a finish without any sound is an error, and the socket takes no other text: its sound may still come', async () => {
  const { socket, session, over } = begin();
  session.write('Hello.');
  session.stop();
  socket.receive({ event: 'finish', reason: 'stop' });
  socket.audio(1);
  socket.receive({ event: 'finish', reason: 'stop' });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_FINISH_ERROR' });
  expect(over).toEqual([false]);
  expect(socket.done).toEqual(['terminate']);
});

test.each([
  { error: 'engine lost', max_concurrency: 8 },
  { error: null, max_concurrency: 0 },
  { error: '', max_concurrency: 2.5 },
  { error: null, max_concurrency: -1 },
])('the error %j is no refusal for too much at once', async (error) => {
  const { socket, session, refusals } = begin();
  session.stop();
  socket.receive({ event: 'error', ...error });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_ERROR_EVENT' });
  expect(refusals).toEqual([]);
});

test('a finish before all text is sent is an error', async () => {
  const { socket, session } = begin();
  session.write('Hello');
  socket.receive({ event: 'finish', reason: 'stop' });
  await expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_LIVE_FINISH_ERROR' });
});

test.each<[unknown, number | undefined]>([
  [{ event: 'error', error: 'Concurrency limit exceeded', max_concurrency: 3 }, 3],
  [{ event: 'error', error: 'Concurrency limit exceeded', max_concurrency: '3' }, 3],
  [{ event: 'error', error: 'CONCURRENCY LIMIT EXCEEDED' }, undefined],
  [{ event: 'error', error: 'Concurrency limit exceeded', max_concurrency: null }, undefined],
  [{ event: 'error', error: { message: 'Too many concurrent requests' } }, undefined],
  [{ event: 'error', error: null, max_concurrency: 8 }, 8],
  [{ event: 'finish', reason: 'error', message: 'concurrency limit exceeded' }, undefined],
])('%j means the same as a handshake answered 429', async (event, limit) => {
  const { socket, session, refusals, over } = begin();
  session.stop();
  const failed = expect(collect(session)).rejects.toMatchObject({ code: 'SPEECH_RATE_LIMITED', status: 429 });
  socket.receive(event);
  await failed;
  expect(refusals).toEqual([limit]);
  expect(over).toEqual([false]);
});

test('silence while the service waits for text is not a stall', async () => {
  const { socket, session } = begin();
  session.write('Hello. ');
  await vi.advanceTimersByTimeAsync(600_000);
  socket.audio(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(socket.done).toEqual([]);
  session.stop();
  await vi.advanceTimersByTimeAsync(60_000);
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
  await vi.advanceTimersByTimeAsync(60_000);
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
