import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { API_KEY, bytesOf, context, serviceFor, startServer } from './speech-fixture.ts';

const HELLO = { text: 'Hello there.', voiceId: undefined };

test('sends the text, the format and the voice as JSON, with the key and the model', async () => {
  const server = await startServer({ http: (_request, response) => void response.end('audio') });
  await bytesOf(serviceFor(server).tts({ text: 'Hello', voiceId: 'v1', format: 'mp3' }, context()));
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    url: '/v1/tts',
    headers: { authorization: `Bearer ${API_KEY}`, model: 's2-pro', 'content-type': 'application/json' },
  });
  expect(JSON.parse(String(server.requests[0]?.body))).toEqual({
    text: 'Hello',
    format: 'mp3',
    latency: 'normal',
    reference_id: 'v1',
  });
});

test('a base address with a path keeps it', async () => {
  const server = await startServer({ http: (_request, response) => void response.end('audio') });
  const service = serviceFor({ ...server, baseUrl: `${server.baseUrl}/speech/` });
  await bytesOf(service.tts(HELLO, context()));
  expect(server.requests[0]?.url).toBe('/speech/v1/tts');
});

test('audio is delivered while the service still synthesizes the rest', async () => {
  const first = Promise.withResolvers<void>();
  const server = await startServer({
    http: async (_request, response) => {
      response.write(Buffer.from([1, 2]));
      await first.promise;
      response.end(Buffer.from([3]));
    },
  });
  const audio = serviceFor(server).tts(HELLO, context());
  expect([...((await audio.next()).value ?? [])]).toEqual([1, 2]);
  first.resolve();
  expect(await bytesOf(audio)).toEqual([3]);
});

test('connections are reused for the next request', async () => {
  const ports = new Set<number | undefined>();
  const server = await startServer({
    http: (_request, response) => {
      ports.add(response.socket?.remotePort);
      response.end('audio');
    },
  });
  const service = serviceFor(server);
  for (let i = 0; i < 20; i += 1) await bytesOf(service.tts(HELLO, context()));
  // The pool opens a second connection if a request arrives before the first one has settled.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test.each([
  [400, 'SPEECH_BAD_REQUEST', '{"status":400,"message":"Reference not found"}', 'Reference not found'],
  [401, 'SPEECH_UNAUTHORIZED', '{"status":401,"message":"Invalid Token"}', 'Invalid Token'],
  [402, 'SPEECH_OUT_OF_CREDITS', '{"status":402,"message":"Insufficient API credit"}', 'Insufficient API credit'],
  [403, 'SPEECH_FORBIDDEN', 'not yours', 'not yours'],
  [404, 'SPEECH_NOT_FOUND', '', undefined],
  [413, 'SPEECH_TOO_LARGE', '<html>too large</html>', undefined],
  [415, 'SPEECH_REJECTED', 'no such type', 'no such type'],
  [
    422,
    'SPEECH_INVALID',
    '[{"loc":["body","text"],"type":"missing","msg":"Field required"}]',
    'body.text: Field required',
  ],
] as const)(
  '%i is %s, is not retried, and keeps the message of the service',
  async (status, code, body, serviceMessage) => {
    const server = await startServer({ http: (_request, response) => void response.writeHead(status).end(body) });
    const service = serviceFor(server);
    await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code, status, serviceMessage });
    expect(server.requests).toHaveLength(1);
    expect(service.figures().limiter.underWay).toBe(0);
  },
);

test.each([
  [429, 'SPEECH_RATE_LIMITED'],
  [500, 'SPEECH_UNAVAILABLE'],
  [503, 'SPEECH_UNAVAILABLE'],
] as const)('%i is retried a few times, then fails with %s', async (status, code) => {
  const server = await startServer({ http: (_request, response) => void response.writeHead(status).end('later') });
  await expect(bytesOf(serviceFor(server).tts(HELLO, context()))).rejects.toMatchObject({
    code,
    status,
    serviceMessage: 'later',
    retryable: true,
  });
  expect(server.requests).toHaveLength(8);
});

test('in a failure that lasts, a text is tried only a few times', async () => {
  const server = await startServer({ http: (_request, response) => void response.writeHead(503).end() });
  const service = serviceFor(server, { outageMs: 0 });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_UNAVAILABLE' });
  expect(server.requests).toHaveLength(4);
});

test('a service that recovers is retried successfully', async () => {
  const server = await startServer({
    http: (_request, response, index) =>
      void (index < 2 ? response.writeHead(500).end() : response.writeHead(200).end(Buffer.from([9]))),
  });
  expect(await bytesOf(serviceFor(server).tts(HELLO, context()))).toEqual([9]);
});

test('Retry-After beyond the deadline is not waited for', async () => {
  const server = await startServer({
    http: (_request, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
  });
  await expect(bytesOf(serviceFor(server).tts(HELLO, context()))).rejects.toMatchObject({
    code: 'SPEECH_RATE_LIMITED',
    retryAfterMs: 3_600_000,
  });
  expect(server.requests).toHaveLength(1);
});

test("a 429 and the service's headers lower the concurrency limit", async () => {
  const server = await startServer({
    http: (_request, response, index) =>
      void response.writeHead(index === 0 ? 429 : 200, { 'ratelimit-limit-concurrency': '3' }).end('audio'),
  });
  const service = serviceFor(server);
  await bytesOf(service.tts(HELLO, context()));
  expect(service.figures().limiter).toMatchObject({ limit: 1, rateLimited: 1 });
});

test('no more than the configured number of requests are in flight', async () => {
  let underWay = 0;
  let most = 0;
  const server = await startServer({
    http: async (_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      response.end('audio');
    },
  });
  const service = serviceFor(server, { ttsFirstSoundMs: 5_000 }, { concurrency: 2 });
  await Promise.all(Array.from({ length: 20 }, () => bytesOf(service.tts(HELLO, context()))));
  expect(server.requests).toHaveLength(20);
  expect(most).toBeLessThanOrEqual(2);
});

test('a service that never answers is SPEECH_TIMEOUT', async () => {
  const server = await startServer({ http: () => {} });
  const service = serviceFor(server, { retryAttempts: 1 });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
});

test('a service that stalls in the middle of its response is SPEECH_TIMEOUT', async () => {
  const server = await startServer({ http: (_request, response) => void response.write(Buffer.from([1])) });
  const audio = serviceFor(server).tts(HELLO, context());
  expect([...((await audio.next()).value ?? [])]).toEqual([1]);
  await expect(audio.next()).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
  expect(server.requests).toHaveLength(1);
});

test('a connection that breaks in the middle of a response is SPEECH_CONNECTION', async () => {
  const server = await startServer({
    http: (_request, response) => void response.write(Buffer.from([1]), () => response.destroy()),
  });
  const audio = serviceFor(server).tts(HELLO, context());
  await audio.next();
  await expect(audio.next()).rejects.toMatchObject({ code: 'SPEECH_CONNECTION', retryable: true });
});

test('a connection that breaks before a response is retried', async () => {
  const server = await startServer({
    http: (_request, response, index) => void (index === 0 ? response.destroy() : response.end(Buffer.from([5]))),
  });
  expect(await bytesOf(serviceFor(server).tts(HELLO, context()))).toEqual([5]);
});

test('an unreachable service is SPEECH_CONNECTION', async () => {
  const service = serviceFor({ baseUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({
    code: 'SPEECH_CONNECTION',
    unsent: true,
  });
});

test.each([
  ['no audio at all', (response: import('node:http').ServerResponse) => response.end()],
  [
    'JSON instead of audio',
    (response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  ],
  ['a redirection', (response: import('node:http').ServerResponse) => response.writeHead(302).end()],
])('%s is SPEECH_MALFORMED_ANSWER', async (_what, answer) => {
  const server = await startServer({ http: (_request, response) => void answer(response) });
  const service = serviceFor(server);
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER' });
  expect(service.figures().limiter.underWay).toBe(0);
});

test.each(['audio/ogg', 'AUDIO/OGG', 'application/octet-stream', 'application/ogg; codecs=opus', undefined])(
  'an answer of the type %s is sound',
  async (type) => {
    const server = await startServer({
      http: (_request, response) =>
        void response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(Buffer.from([7])),
    });
    const service = serviceFor(server);
    expect(await bytesOf(service.tts(HELLO, context()))).toEqual([7]);
    expect(await bytesOf(service.tts(HELLO, context('files')))).toEqual([7]);
  },
);

test.each(['Application/JSON', 'text/plain', 'TEXT/HTML; charset=utf-8', 'text/event-stream'])(
  'an answer of the type %s is none, and is not asked for again',
  async (type) => {
    const server = await startServer({
      http: (_request, response) => void response.writeHead(200, { 'content-type': type }).end('data: {}'),
    });
    const text = bytesOf(serviceFor(server).tts(HELLO, context()));
    await expect(text).rejects.toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER' });
    expect(server.requests).toHaveLength(1);
  },
);

test('a text that the model makes no sound of is refused once, though the status is 500', async () => {
  const message = 'No audio generated, please check the input text.';
  const server = await startServer({
    http: (_request, response) => void response.writeHead(500).end(JSON.stringify({ status: 500, message })),
  });
  const text = bytesOf(serviceFor(server).tts(HELLO, context()));
  await expect(text).rejects.toMatchObject({ code: 'SPEECH_BAD_REQUEST', status: 500, serviceMessage: message });
  expect(server.requests).toHaveLength(1);
});

test('a response that is not HTTP is SPEECH_MALFORMED_ANSWER', async () => {
  const server = await startServer({
    http: (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n'),
  });
  await expect(bytesOf(serviceFor(server).tts(HELLO, context()))).rejects.toMatchObject({
    code: 'SPEECH_MALFORMED_ANSWER',
  });
});

test('an abort ends the request with its reason, before and during the response', async () => {
  const server = await startServer({
    http: (_request, response, index) => void (index === 1 && response.write(Buffer.from([1]))),
  });
  const service = serviceFor(server, { ttsFirstSoundMs: 10_000, ttsSilenceMs: 10_000 });
  const reason = new Error('skipped');
  const before = new AbortController();
  const unanswered = expect(bytesOf(service.tts(HELLO, context('speech', before.signal)))).rejects.toBe(reason);
  await vi.waitUntil(() => server.requests.length === 1, { timeout: 5_000 });
  before.abort(reason);
  await unanswered;

  const during = new AbortController();
  const audio = service.tts(HELLO, context('speech', during.signal));
  await audio.next();
  const cut = expect(audio.next()).rejects.toBe(reason);
  during.abort(reason);
  await cut;
  expect(service.figures().limiter.underWay).toBe(0);
});

test('a consumer that stops early ends the request', async () => {
  const server = await startServer({ http: (_request, response) => void response.write(Buffer.from([1])) });
  const service = serviceFor(server, { ttsSilenceMs: 10_000 });
  for await (const _chunk of service.tts(HELLO, context())) break;
  expect(service.figures().limiter.underWay).toBe(0);
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
});

test('closing ends current and later requests with SPEECH_CLOSED', async () => {
  const server = await startServer({ http: (_request, response) => void response.write(Buffer.from([1])) });
  const service = serviceFor(server, { ttsSilenceMs: 10_000 });
  const audio = service.tts(HELLO, context());
  await audio.next();
  const cut = expect(audio.next()).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await service.close();
  await cut;
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
});

test('a kept-alive connection closed by the service is not a failure', async () => {
  const server = await startServer({ http: (_request, response) => void response.end(Buffer.from([1])) });
  const service = serviceFor(server);
  await bytesOf(service.tts(HELLO, context()));
  const [socket] = server.connections;
  const closed = socket === undefined ? undefined : once(socket, 'close');
  socket?.destroy();
  await closed;
  expect(await bytesOf(service.tts(HELLO, context()))).toEqual([1]);
});

test('a file that does not end is given up at 64 MiB, not asked for again, and gives its permit back', {
  meta: { promises: ['audio-text-bounded-length'] },
}, async () => {
  let sentBytes = 0;
  const ended = Promise.withResolvers<void>();
  const server = await startServer({
    http: async (_request, response, index) => {
      if (index > 0) return void response.end('audio');
      response.on('close', ended.resolve);
      const chunk = Buffer.alloc(1024 * 1024);
      for (; !response.destroyed; sentBytes += chunk.length)
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), ended.promise]);
    },
  });
  const service = serviceFor(server, { ttsSilenceMs: 10_000 }, { concurrency: 1 });
  const file = bytesOf(service.tts(HELLO, context('files')));
  await expect(file).rejects.toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER', retryable: false });
  await ended.promise;
  // What the sockets hold comes on top.
  expect(sentBytes).toBeLessThan(96 * 1024 * 1024);
  expect(server.requests).toHaveLength(1);
  expect(await bytesOf(service.tts(HELLO, context('files')))).toEqual([...Buffer.from('audio')]);
});
