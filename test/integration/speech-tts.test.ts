import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { API_KEY, bytesOf, context, serviceFor, startServer } from './speech-fixture.ts';

const HELLO = { text: 'Hello there.', voiceId: undefined };

test('sends the text, the format and the voice as JSON, with the key and the model', async () => {
  const server = await startServer({ http: (_got, response) => void response.end('audio') });
  await bytesOf(serviceFor(server).tts({ text: 'Hello', voiceId: 'v1', format: 'mp3' }, context()));
  expect(server.got[0]).toMatchObject({
    method: 'POST',
    url: '/v1/tts',
    headers: { authorization: `Bearer ${API_KEY}`, model: 's2-pro', 'content-type': 'application/json' },
  });
  expect(JSON.parse(String(server.got[0]?.body))).toEqual({
    text: 'Hello',
    format: 'mp3',
    latency: 'normal',
    reference_id: 'v1',
  });
});

test('a base address with a path keeps it', async () => {
  const server = await startServer({ http: (_got, response) => void response.end('audio') });
  const service = serviceFor({ ...server, baseUrl: `${server.baseUrl}/speech/` });
  await bytesOf(service.tts(HELLO, context()));
  expect(server.got[0]?.url).toBe('/speech/v1/tts');
});

test('audio is handed on while the service still makes the rest', async () => {
  const first = Promise.withResolvers<void>();
  const server = await startServer({
    http: async (_got, response) => {
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

test('connections are kept for the next request', async () => {
  const ports = new Set<number | undefined>();
  const server = await startServer({
    http: (_got, response) => {
      ports.add(response.socket?.remotePort);
      response.end('audio');
    },
  });
  const service = serviceFor(server);
  for (let i = 0; i < 20; i += 1) await bytesOf(service.tts(HELLO, context()));
  // The pool opens a second one when a request comes before the first connection has settled.
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
  '%i is %s, is not repeated, and keeps what the service said',
  async (status, code, body, serviceMessage) => {
    const server = await startServer({ http: (_got, response) => void response.writeHead(status).end(body) });
    const service = serviceFor(server);
    await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code, status, serviceMessage });
    expect(server.got).toHaveLength(1);
    expect(service.figures().limiter.underWay).toBe(0);
  },
);

test.each([
  [429, 'SPEECH_RATE_LIMITED'],
  [500, 'SPEECH_UNAVAILABLE'],
  [503, 'SPEECH_UNAVAILABLE'],
] as const)('%i is repeated a few times, then %s is told', async (status, code) => {
  const server = await startServer({ http: (_got, response) => void response.writeHead(status).end('later') });
  await expect(bytesOf(serviceFor(server).tts(HELLO, context()))).rejects.toMatchObject({
    code,
    status,
    serviceMessage: 'later',
    retryable: true,
  });
  expect(server.got).toHaveLength(4);
});

test('a service that recovers is heard', async () => {
  const server = await startServer({
    http: (_got, response, index) =>
      void (index < 2 ? response.writeHead(500).end() : response.writeHead(200).end(Buffer.from([9]))),
  });
  expect(await bytesOf(serviceFor(server).tts(HELLO, context()))).toEqual([9]);
});

test('Retry-After beyond the deadline is not waited for', async () => {
  const server = await startServer({
    http: (_got, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
  });
  await expect(bytesOf(serviceFor(server).tts(HELLO, context()))).rejects.toMatchObject({
    code: 'SPEECH_RATE_LIMITED',
    retryAfterMs: 3_600_000,
  });
  expect(server.got).toHaveLength(1);
});

test("a 429 and the service's headers lower what goes at once", async () => {
  const server = await startServer({
    http: (_got, response, index) =>
      void response.writeHead(index === 0 ? 429 : 200, { 'ratelimit-limit-concurrency': '3' }).end('audio'),
  });
  const service = serviceFor(server);
  await bytesOf(service.tts(HELLO, context()));
  expect(service.figures().limiter).toMatchObject({ limit: 1, maxLimit: 5, rateLimited: 1 });
});

test('no more than the configured number of requests are under way', async () => {
  let underWay = 0;
  let most = 0;
  const server = await startServer({
    http: async (_got, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      response.end('audio');
    },
  });
  const service = serviceFor(server, { ttsHeadersTimeoutMs: 5_000 }, { concurrency: 2 });
  await Promise.all(Array.from({ length: 20 }, () => bytesOf(service.tts(HELLO, context()))));
  expect(server.got).toHaveLength(20);
  expect(most).toBeLessThanOrEqual(2);
});

test('a service that never answers is SPEECH_TIMEOUT', async () => {
  const server = await startServer({ http: () => {} });
  const service = serviceFor(server, { retryAttempts: 1 });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
});

test('a service that stops in the middle of its answer is SPEECH_TIMEOUT', async () => {
  const server = await startServer({ http: (_got, response) => void response.write(Buffer.from([1])) });
  const audio = serviceFor(server).tts(HELLO, context());
  expect([...((await audio.next()).value ?? [])]).toEqual([1]);
  await expect(audio.next()).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
  expect(server.got).toHaveLength(1);
});

test('a connection that breaks in the middle of an answer is SPEECH_CONNECTION', async () => {
  const server = await startServer({
    http: (_got, response) => void response.write(Buffer.from([1]), () => response.destroy()),
  });
  const audio = serviceFor(server).tts(HELLO, context());
  await audio.next();
  await expect(audio.next()).rejects.toMatchObject({ code: 'SPEECH_CONNECTION', retryable: true });
});

test('a connection that breaks before an answer is tried again', async () => {
  const server = await startServer({
    http: (_got, response, index) => void (index === 0 ? response.destroy() : response.end(Buffer.from([5]))),
  });
  expect(await bytesOf(serviceFor(server).tts(HELLO, context()))).toEqual([5]);
});

test('a service that is not there is SPEECH_CONNECTION', async () => {
  const service = serviceFor({ baseUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({
    code: 'SPEECH_CONNECTION',
    unsent: true,
  });
});

test.each([
  ['no audio at all', (response: import('node:http').ServerResponse) => response.end()],
  [
    'JSON in place of audio',
    (response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  ],
  ['a redirection', (response: import('node:http').ServerResponse) => response.writeHead(302).end()],
])('%s is SPEECH_MALFORMED_ANSWER', async (_what, answer) => {
  const server = await startServer({ http: (_got, response) => void answer(response) });
  const service = serviceFor(server);
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER' });
  expect(service.figures().limiter.underWay).toBe(0);
});

test('what is not HTTP is SPEECH_MALFORMED_ANSWER', async () => {
  const server = await startServer({ http: (_got, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n') });
  await expect(bytesOf(serviceFor(server).tts(HELLO, context()))).rejects.toMatchObject({
    code: 'SPEECH_MALFORMED_ANSWER',
  });
});

test('an abort ends the request with its reason, before the answer and in it', async () => {
  const server = await startServer({
    http: (_got, response, index) => void (index === 1 && response.write(Buffer.from([1]))),
  });
  const service = serviceFor(server, { ttsHeadersTimeoutMs: 10_000, bodyTimeoutMs: 10_000 });
  const reason = new Error('skipped');
  const before = new AbortController();
  const unanswered = expect(bytesOf(service.tts(HELLO, context('speech', before.signal)))).rejects.toBe(reason);
  await vi.waitUntil(() => server.got.length === 1, { timeout: 5_000 });
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

test('a consumer who stops early ends the request', async () => {
  const server = await startServer({ http: (_got, response) => void response.write(Buffer.from([1])) });
  const service = serviceFor(server, { bodyTimeoutMs: 10_000 });
  for await (const _chunk of service.tts(HELLO, context())) break;
  expect(service.figures().limiter.underWay).toBe(0);
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
});

test('closing ends what is under way with SPEECH_CLOSED, and what comes later', async () => {
  const server = await startServer({ http: (_got, response) => void response.write(Buffer.from([1])) });
  const service = serviceFor(server, { bodyTimeoutMs: 10_000 });
  const audio = service.tts(HELLO, context());
  await audio.next();
  const cut = expect(audio.next()).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await service.close();
  await cut;
  await vi.waitUntil(() => server.connections.size === 0, { timeout: 5_000 });
  await expect(bytesOf(service.tts(HELLO, context()))).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
});

test('a kept connection that the service has closed meanwhile is no failure', async () => {
  const server = await startServer({ http: (_got, response) => void response.end(Buffer.from([1])) });
  const service = serviceFor(server);
  await bytesOf(service.tts(HELLO, context()));
  const [socket] = server.connections;
  const closed = socket === undefined ? undefined : once(socket, 'close');
  socket?.destroy();
  await closed;
  expect(await bytesOf(service.tts(HELLO, context()))).toEqual([1]);
});
