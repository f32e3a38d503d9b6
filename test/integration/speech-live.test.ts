import { getEventListeners, once } from 'node:events';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SpeechService } from '../../src/speech/speech-service.ts';
import type { SpeechChunk } from '../../src/speech/synthesis.ts';
import {
  API_KEY,
  answerStops,
  bytesOf,
  type ClientEvent,
  context,
  type Handlers,
  type LivePeer,
  liveFor,
  refuse,
  serviceFor,
  startServer,
} from './speech-fixture.ts';

const HELLO = { text: 'Hello there.', voiceId: undefined };
const POSTED = [100, 101];

/** The output of a synthesis: audio joined, with `restart` where it restarted. */
async function heard(source: AsyncIterable<SpeechChunk>): Promise<(number | 'restart')[]> {
  const all: (number | 'restart')[] = [];
  for await (const chunk of source) all.push(...(chunk.kind === 'restart' ? ['restart' as const] : chunk.bytes));
  return all;
}

const say = (service: SpeechService, text = HELLO.text) => heard(service.synthesize({ ...HELLO, text }, context()));

/** A server whose POST /v1/tts works. */
const startWith = (handlers: Handlers) =>
  startServer({ http: (_request, response) => void response.end(Buffer.from(POSTED)), ...handlers });

/** Calls `act` when the client has sent all text. */
const onStop =
  (act: (peer: LivePeer) => void): ((peer: LivePeer) => void) =>
  (peer) =>
    peer.on(({ event }) => {
      if (event === 'stop') act(peer);
    });

test('speaks over the live socket with key, model and voice, and sends no POST', async () => {
  const events: ClientEvent[] = [];
  const server = await startWith({
    live: (peer) => {
      peer.on((event) => events.push(event));
      answerStops([1, 2], [], [3])(peer);
    },
  });
  const service = serviceFor(server);
  expect(await heard(service.synthesize({ text: 'Hello there. ', voiceId: 'v1' }, context()))).toEqual([1, 2, 3]);
  expect(server.handshakes[0]).toMatchObject({
    url: '/v1/tts/live',
    headers: { authorization: `Bearer ${API_KEY}`, model: 's2-pro' },
  });
  expect(server.handshakes[0]?.headers['sec-websocket-extensions']).toBeUndefined();
  expect(events).toEqual([
    { event: 'start', request: { text: '', format: 'opus', latency: 'balanced', reference_id: 'v1' } },
    { event: 'text', text: 'Hello there. ' },
    { event: 'stop' },
  ]);
  expect(server.requests).toHaveLength(0);
  expect(service.figures()).toMatchObject({ limiter: { underWay: 0 }, warmSockets: 0 });
});

test('audio is delivered while the service still synthesizes the rest, in messages of any size', async () => {
  const more = Promise.withResolvers<void>();
  const large = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  const server = await startWith({
    live: onStop((peer) => {
      peer.audio(1);
      void more.promise.then(() => {
        peer.send({ event: 'audio', audio: large });
        peer.finish();
      });
    }),
  });
  const chunks = serviceFor(server, { liveStallMs: 5_000, ttsSilenceMs: 5_000 }).synthesize(HELLO, context());
  expect((await chunks.next()).value).toMatchObject({ kind: 'audio', bytes: new Uint8Array([1]) });
  more.resolve();
  expect((await chunks.next()).value).toMatchObject({ bytes: { length: 300_000 } });
  expect((await chunks.next()).done).toBe(true);
});

test('a session sends text as it arrives', async () => {
  const server = await startWith({
    live: (peer) => {
      peer.on(({ event, text }) => {
        if (event === 'text') peer.audio(text?.length ?? 0);
        if (event === 'stop') peer.finish();
      });
    },
  });
  const { limiter, open } = liveFor(server);
  const session = await open();
  session.write('One. ');
  expect([...((await session.audio.next()).value ?? [])]).toEqual([5]);
  expect(limiter.figures().underWay).toBe(1);
  session.write('Three. ');
  session.stop();
  expect(await bytesOf(session.audio)).toEqual([7]);
  expect(limiter.figures().underWay).toBe(0);
});

test('a server that closes after finish, with or without a close frame, is not a failure', async () => {
  const server = await startWith({
    live: onStop((peer) => {
      peer.audio(1);
      peer.finish();
      if (server.peers.length === 1) peer.socket.close();
      else setImmediate(() => peer.socket.terminate());
    }),
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  expect(await say(service)).toEqual([1]);
  expect(await say(service)).toEqual([1]);
  expect(await say(service)).toEqual([1]);
  expect(server.requests).toHaveLength(0);
});

/** What a client must survive, from the service's documents; each goes between two parts of the sound. */
const MUST_SURVIVE: readonly [string, (peer: LivePeer) => void][] = [
  ['an unknown event', (peer) => peer.send({ event: 'novelty', audio: Uint8Array.of(9) })],
  ['a text frame', (peer) => peer.socket.send('{"event":"audio","audio":"CQ=="}')],
  ['a text frame that is not UTF-8', (peer) => peer.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })],
  ['an empty frame', (peer) => peer.socket.send(Buffer.alloc(0))],
  ['empty audio', (peer) => peer.audio()],
  ['audio that is null', (peer) => peer.send({ event: 'audio', audio: null })],
  ['audio that is a text', (peer) => peer.send({ event: 'audio', audio: 'CQ==' })],
  ['audio that is missing', (peer) => peer.send({ event: 'audio', time: 5 })],
  ['an event without a name', (peer) => peer.send({ audio: Uint8Array.of(9) })],
  ['nil', (peer) => peer.send(null)],
  ['a log without words', (peer) => peer.send({ event: 'log', message: null })],
  [
    'audio with an alignment of 60 segments',
    (peer) =>
      peer.send({
        ...{ event: 'audio', audio: new Uint8Array(), content: 'Hello world. '.repeat(2_000), time: null },
        alignment: {
          audio_duration: 60,
          segments: Array.from({ length: 60 }, (_, index) => ({ text: 'Hello', start: index, end: index + 0.42 })),
        },
        ...{ chunk_seq: 0, chunk_audio_offset_sec: 0 },
      }),
  ],
];

test.each(MUST_SURVIVE)('%s in mid-text is ignored: the text is heard once, and paid once', async (_what, send) => {
  const server = await startWith({
    live: onStop((peer) => {
      send(peer);
      peer.audio(1);
      send(peer);
      peer.audio(2);
      send(peer);
      peer.send({ event: 'finish', reason: 'length', time: 5460 });
    }),
  });
  const service = serviceFor(server);
  expect(await say(service)).toEqual([1, 2]);
  expect(server.handshakes).toHaveLength(1);
  expect(server.requests).toHaveLength(0);
});

test.each(MUST_SURVIVE)('%s on a warm socket leaves it usable', async (_what, send) => {
  const server = await startWith({ live: answerStops([1]) });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  const [peer] = server.peers;
  if (peer === undefined) throw new Error('no socket is open');
  send(peer);
  // The socket has read everything before it answers.
  const pong = once(peer.socket, 'pong');
  peer.socket.ping();
  await pong;
  expect(service.figures().warmSockets).toBe(1);
  expect(await say(service)).toEqual([1]);
  expect(server.requests).toHaveLength(0);
});

test.each([
  ['at once', (act: () => void) => act()],
  ['a moment later', (act: () => void) => void setTimeout(act, 20)],
])('what a session still gets after its finish, %s, is not heard in the next text', async (_when, later) => {
  const server = await startWith({
    live: (peer, index) => {
      answerStops([index])(peer);
      onStop(() => later(() => peer.audio(99)))(peer);
    },
  });
  const service = serviceFor(server, { liveRestMs: 500 });
  using _warm = service.holdWarm();
  for (let text = 0; text < 6; text += 1) expect(await say(service)).not.toContain(99);
  expect(server.requests).toHaveLength(0);
});

test('a socket that rests after its text is not taken by the next one', async () => {
  const server = await startWith({ live: (peer, index) => answerStops([index])(peer) });
  const service = serviceFor(server, { liveRestMs: 600_000 });
  using _warm = service.holdWarm();
  for (let text = 0; text < 4; text += 1) expect(await say(service)).toEqual([text]);
  expect(server.requests).toHaveLength(0);
});

test('the socket is reused when the server accepts a new start', async () => {
  const starts: number[] = [];
  const server = await startWith({
    live: (peer, index) => {
      peer.on(({ event }) => event === 'start' && starts.push(index));
      answerStops([7])(peer);
    },
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  for (let i = 0; i < 6; i += 1) expect(await say(service)).toEqual([7]);
  expect(starts).toHaveLength(6);
  // The first socket, and the one warmed up while it was in use.
  expect(server.handshakes.length).toBeLessThanOrEqual(2);
});

test('a warm socket is ready before it is needed, and closes when no caller holds it', async () => {
  const server = await startWith({ live: answerStops([1]) });
  const service = serviceFor(server);
  const first = service.holdWarm();
  const second = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  expect(service.figures().limiter.underWay).toBe(0);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(service.figures().warmSockets).toBe(1);
  second[Symbol.dispose]();
  expect(service.figures().warmSockets).toBe(0);
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
});

test('the first text after a hold takes the socket that is being opened, and only then another is', async () => {
  const handshakesAtStart: number[] = [];
  const server = await startWith({
    live: (peer) => {
      peer.on(({ event }) => event === 'start' && handshakesAtStart.push(server.handshakes.length));
      answerStops([1])(peer);
    },
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  expect(await say(service)).toEqual([1]);
  expect(handshakesAtStart).toEqual([1]);
  await vi.waitUntil(() => service.figures().warmSockets > 0, { timeout: 5_000 });
});

test('two texts at once wait for no handshake but their own', async () => {
  const server = await startWith({ live: answerStops([1]) });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  expect(await Promise.all([say(service), say(service)])).toEqual([[1], [1]]);
  expect(server.requests).toHaveLength(0);
});

test('a text that is taken back leaves the socket that it waited for to the next one', async () => {
  const asked = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const server = await startWith({
    live: answerStops([1]),
    beforeUpgrade: async () => {
      asked.resolve();
      await open.promise;
    },
  });
  const service = serviceFor(server, { liveHandshakeMs: 5_000 });
  using _warm = service.holdWarm();
  const controller = new AbortController();
  const first = heard(service.synthesize(HELLO, { ...context(), signal: controller.signal }));
  await asked.promise;
  controller.abort(new Error('taken back'));
  await expect(first).rejects.toThrow('taken back');
  open.resolve();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  expect(server.handshakes).toHaveLength(1);
});

test('a refusal of the socket that a text waits for counts as its own', async () => {
  const server = await startWith({
    handshake: (_request, socket) => refuse(socket, 429, 'too many', 'ratelimit-limit-concurrency: 2\r\n'),
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  expect(await say(service)).toEqual(POSTED);
  expect(service.figures().limiter).toMatchObject({ rateLimited: 4, underWay: 0 });
});

test('a text on a warm socket waits for no handshake: TCP, TLS and upgrade are behind it', async () => {
  let isStuck = false;
  const server = await startWith({
    live: answerStops([1]),
    beforeUpgrade: () => (isStuck ? new Promise(() => {}) : Promise.resolve()),
  });
  const service = serviceFor(server, { liveHandshakeMs: 5_000 });
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  isStuck = true;
  expect(await say(service)).toEqual([1]);
  expect(server.requests).toHaveLength(0);
});

test('a warm socket that closes is replaced', async () => {
  const server = await startWith({ live: answerStops([1]) });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  server.peers[0]?.socket.terminate();
  await vi.waitUntil(() => server.peers.length >= 2 && service.figures().warmSockets === 1, { timeout: 5_000 });
});

test('a warm socket that does not answer pings is replaced', async () => {
  const server = await startWith({ live: (peer, index) => void (index === 0 && peer.socket.pause()) });
  const service = serviceFor(server, { warmPingMs: 40 });
  using _warm = service.holdWarm();
  await vi.waitUntil(() => server.peers.length >= 2 && service.figures().warmSockets === 1, { timeout: 5_000 });
});

test('a dead warm socket loses no text and does not disable live', async () => {
  const server = await startWith({
    live: (peer, index) => {
      if (index === 0) peer.on(() => peer.socket.terminate());
      else answerStops([1, 2])(peer);
    },
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  expect(await say(service)).toEqual([1, 2]);
  expect(server.requests).toHaveLength(0);
});

test('a warm socket that receives an error while idle is not used', async () => {
  const server = await startWith({
    live: (peer, index) => {
      if (index === 0) peer.send({ event: 'error', error: 'idle for too long' });
      else answerStops([1])(peer);
    },
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  await vi.waitUntil(() => server.peers.length >= 1, { timeout: 5_000 });
  await vi.waitUntil(() => server.peers.length >= 2 && service.figures().warmSockets === 1, { timeout: 5_000 });
  expect(await say(service)).toEqual([1]);
});

test.each<[string, (peer: LivePeer) => void, string]>([
  ['a close before finish', (peer) => peer.socket.close(1011, 'engine lost'), 'SPEECH_LIVE_CLOSED'],
  ['a cut connection', (peer) => peer.socket.terminate(), 'SPEECH_LIVE_CLOSED'],
  [
    'finish with reason error',
    (peer) => peer.send({ event: 'finish', reason: 'error', message: 'lost' }),
    'SPEECH_LIVE_FINISH_ERROR',
  ],
  ['an error event', (peer) => peer.send({ event: 'error', error: 'lost' }), 'SPEECH_LIVE_ERROR_EVENT'],
  ['bytes that are not MessagePack', (peer) => peer.socket.send(Buffer.from([0xc1])), 'SPEECH_LIVE_GARBAGE'],
  ['silence', () => {}, 'SPEECH_LIVE_STALLED'],
])('%s has its own error code, and the text is spoken by POST', async (_what, fail, code) => {
  const server = await startWith({ live: onStop(fail) });
  const service = serviceFor(server);
  const session = await liveFor(server).open();
  session.write('Hello.');
  session.stop();
  await expect(bytesOf(session.audio)).rejects.toMatchObject({ code });
  expect(await say(service)).toEqual(POSTED);
  expect(JSON.parse(String(server.requests[0]?.body))).toEqual({
    text: HELLO.text,
    format: 'opus',
    latency: 'balanced',
  });
  expect(service.figures().limiter.underWay).toBe(0);
});

test('a failure in mid-text yields a restart and then the text from its beginning', async () => {
  const server = await startWith({
    live: onStop((peer) => {
      peer.audio(1);
      peer.audio(2);
      setImmediate(() => peer.socket.terminate());
    }),
  });
  expect(await say(serviceFor(server))).toEqual([1, 2, 'restart', ...POSTED]);
  expect(server.requests).toHaveLength(1);
});

test('a live session without any audio falls back to POST', async () => {
  const server = await startWith({ live: answerStops() });
  expect(await say(serviceFor(server))).toEqual(POSTED);
});

test('a POST interrupted in its body is restarted once, then fails', async () => {
  const cutting: NonNullable<Handlers['http']> = (_request, response) =>
    void response.write(Buffer.from([5]), () => setImmediate(() => response.destroy()));
  const once = await startWith({
    handshake: (_request, socket) => refuse(socket, 403, ''),
    http: (request, response, index) =>
      index === 0 ? cutting(request, response, index) : void response.end(Buffer.from([6])),
  });
  expect(await say(serviceFor(once))).toEqual([5, 'restart', 6]);

  const always = await startWith({ handshake: (_request, socket) => refuse(socket, 403, ''), http: cutting });
  await expect(say(serviceFor(always))).rejects.toMatchObject({ code: 'SPEECH_CONNECTION' });
  expect(always.requests).toHaveLength(2);
});

test.each([
  [401, 'SPEECH_UNAUTHORIZED', '{"status":401,"message":"Invalid Token"}', 'Invalid Token'],
  [402, 'SPEECH_OUT_OF_CREDITS', '{"message":"Insufficient API credit"}', 'Insufficient API credit'],
  [403, 'SPEECH_FORBIDDEN', 'no live for you', 'no live for you'],
  [429, 'SPEECH_RATE_LIMITED', '', undefined],
  [503, 'SPEECH_UNAVAILABLE', '', undefined],
] as const)('a handshake refused with %i is %s', async (status, code, body, serviceMessage) => {
  const server = await startWith({ handshake: (_request, socket) => refuse(socket, status, body) });
  await expect(liveFor(server).open()).rejects.toMatchObject({ code, status, serviceMessage });
});

test('when live is refused, POST speaks, and live is not tried for a while', async () => {
  const server = await startWith({ handshake: (_request, socket) => refuse(socket, 403, '') });
  const service = serviceFor(server);
  for (let i = 0; i < 3; i += 1) expect(await say(service)).toEqual(POSTED);
  expect(server.handshakes).toHaveLength(1);
  expect(service.figures().liveUsable).toBe(false);

  const brief = serviceFor(server, { liveBreakMs: 0 });
  await say(brief);
  await say(brief);
  expect(server.handshakes).toHaveLength(3);
});

test('when both are refused, the error is that of POST', async () => {
  const server = await startServer({
    handshake: (_request, socket) => refuse(socket, 401, ''),
    http: (_request, response) => void response.writeHead(401).end('{"status":401,"message":"Invalid Token"}'),
  });
  await expect(say(serviceFor(server))).rejects.toMatchObject({
    code: 'SPEECH_UNAUTHORIZED',
    serviceMessage: 'Invalid Token',
  });
});

test('an unanswered handshake times out', async () => {
  const server = await startWith({ handshake: () => true });
  expect(await say(serviceFor(server))).toEqual(POSTED);
  await expect(liveFor(server).open()).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
});

const TOO_MANY = { event: 'error', error: 'Concurrency limit exceeded', max_concurrency: 4 };

test('a handshake refused for concurrency lowers the limit, and the text is tried live again', async () => {
  const server = await startWith({
    handshake: (_request, socket, index) =>
      index === 0 && refuse(socket, 429, '', 'ratelimit-limit-concurrency: 3\r\nratelimit-current-concurrency: 3\r\n'),
    live: answerStops([1]),
  });
  const service = serviceFor(server);
  expect(await say(service)).toEqual([1]);
  expect(service.figures()).toMatchObject({ liveUsable: true, limiter: { limit: 1, rateLimited: 1 } });
  expect(server.requests).toHaveLength(0);
});

test.each<[string, unknown]>([
  ['with the allowed number', TOO_MANY],
  ['without it', { event: 'error', error: 'concurrency limit exceeded' }],
  ['as the reason of a failed finish', { event: 'finish', reason: 'error', message: 'Concurrency limit exceeded' }],
])('an event about too much concurrency, %s, is a 429: the text is tried live again', async (_what, event) => {
  const server = await startWith({
    live: (peer, index) => (index < 3 ? onStop(() => peer.send(event)) : answerStops([1]))(peer),
  });
  const service = serviceFor(server);
  expect(await say(service)).toEqual([1]);
  expect(server.requests).toHaveLength(0);
  expect(server.handshakes).toHaveLength(4);
  expect(service.figures()).toMatchObject({ liveUsable: true, limiter: { limit: 1, rateLimited: 3, underWay: 0 } });
});

test('too much concurrency that lasts leads to POST only after some attempts, and live stays usable', async () => {
  const server = await startWith({ live: onStop((peer) => peer.send(TOO_MANY)) });
  const service = serviceFor(server);
  for (let text = 0; text < 3; text += 1) expect(await say(service)).toEqual(POSTED);
  expect(server.handshakes).toHaveLength(12);
  expect(server.requests).toHaveLength(3);
  expect(service.figures().liveUsable).toBe(true);
});

test('too much concurrency in mid-text restarts the text live', async () => {
  const server = await startWith({
    live: (peer, index) =>
      (index === 0
        ? onStop(() => {
            peer.audio(1);
            peer.send(TOO_MANY);
          })
        : answerStops([1, 2]))(peer),
  });
  expect(await say(serviceFor(server))).toEqual([1, 'restart', 1, 2]);
  expect(server.requests).toHaveLength(0);
});

test('a skipped text is not tried again after a refusal', async () => {
  const server = await startWith({ live: onStop((peer) => peer.send(TOO_MANY)) });
  const service = serviceFor(server, { retryBaseMs: 60_000, retryMaxMs: 60_000, ttsRetryDeadlineMs: 600_000 });
  const controller = new AbortController();
  const text = heard(service.synthesize(HELLO, context('speech', controller.signal)));
  await vi.waitUntil(() => service.figures().limiter.rateLimited === 1, { timeout: 5_000 });
  controller.abort(new Error('skipped'));
  await expect(text).rejects.toThrow('skipped');
  expect(server.handshakes).toHaveLength(1);
});

test('a session waits for a permit, and a warm socket needs none', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await startWith({
    live: onStop((peer) => {
      peer.audio(1);
      void gate.promise.then(() => peer.finish());
    }),
  });
  const service = serviceFor(server, { liveStallMs: 5_000, ttsSilenceMs: 5_000 }, { concurrency: 1 });
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  const first = say(service);
  await vi.waitUntil(() => service.figures().limiter.underWay === 1, { timeout: 5_000 });
  const second = say(service);
  await vi.waitUntil(() => service.figures().limiter.waiting.speech === 1, { timeout: 5_000 });
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual([[1], [1]]);
});

test('an abort closes the socket and rejects with its reason, without a POST', async () => {
  const server = await startWith({ live: onStop((peer) => peer.audio(1)) });
  const service = serviceFor(server, { liveStallMs: 5_000, ttsSilenceMs: 5_000 });
  const controller = new AbortController();
  const reason = new Error('skipped');
  const chunks = service.synthesize(HELLO, context('speech', controller.signal));
  await chunks.next();
  const cut = expect(chunks.next()).rejects.toBe(reason);
  controller.abort(reason);
  await cut;
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
  expect(server.requests).toHaveLength(0);
  expect(service.figures().limiter.underWay).toBe(0);
});

test('a consumer that stops early closes the socket', async () => {
  const server = await startWith({ live: onStop((peer) => peer.audio(1)) });
  const service = serviceFor(server, { liveStallMs: 5_000, ttsSilenceMs: 5_000 });
  for await (const _chunk of service.synthesize(HELLO, context())) break;
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
  expect(service.figures().limiter.underWay).toBe(0);
});

test('closing ends sessions with SPEECH_CLOSED and closes every socket', async () => {
  const server = await startWith({ live: onStop((peer) => peer.audio(1)) });
  const service = serviceFor(server, { liveStallMs: 5_000, ttsSilenceMs: 5_000 });
  const warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  const chunks = service.synthesize(HELLO, context());
  await chunks.next();
  const cut = expect(chunks.next()).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await service.close();
  await cut;
  warm[Symbol.dispose]();
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
  await expect(say(service)).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
});

test('an unreachable service is reported, and warming its socket does no harm', async () => {
  const service = serviceFor({ baseUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });
  using _warm = service.holdWarm();
  await expect(say(service)).rejects.toMatchObject({ code: 'SPEECH_CONNECTION' });
  expect(service.figures().warmSockets).toBe(0);
});

test('a connection whose service is silent is probed by the operating system, so that a broken path is noticed', async () => {
  const probes = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => probes.mockRestore());
  const server = await startWith({ live: answerStops([1]) });
  await say(serviceFor(server));
  expect(probes.mock.calls).toContainEqual([true, 5_000]);
  probes.mockClear();
  await bytesOf(serviceFor(server).tts(HELLO, context()));
  expect(probes.mock.calls).toContainEqual([true, 5_000]);
});

test.each(['drama-3-preview', 'drama-3', 'DRAMA-4'])(
  'the model %s speaks by POST alone, so that a text has one voice, and keeps no socket warm',
  async (model) => {
    const server = await startWith({ live: answerStops([1]) });
    const service = serviceFor(server, {}, { model });
    using _warm = service.holdWarm();
    expect(await say(service)).toEqual(POSTED);
    expect(server.requests).toMatchObject([{ url: '/v1/tts', headers: { model } }]);
    expect(server.handshakes).toHaveLength(0);
    expect(service.figures()).toMatchObject({ warmSockets: 0, liveUsable: true });
  },
);

test('no call leaves a listener on its signal', async () => {
  const server = await startWith({ live: answerStops([1], [2]) });
  const service = serviceFor(server);
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, 'abort').length;
  const call = { ...context(), signal };
  expect(await heard(service.synthesize(HELLO, call))).toEqual([1, 2]);
  expect(listeners()).toBe(0);
  for await (const _chunk of service.synthesize(HELLO, call)) break;
  expect(listeners()).toBe(0);
  expect(await bytesOf(service.tts(HELLO, call))).toEqual(POSTED);
  expect(listeners()).toBe(0);
  const session = await liveFor(server).open(signal);
  expect(listeners()).toBeGreaterThan(0);
  session.stop();
  await bytesOf(session.audio);
  expect(listeners()).toBe(0);
  await service.credit(call).catch(() => undefined);
  expect(listeners()).toBe(0);
});
