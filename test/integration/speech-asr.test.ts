import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from '@msgpack/msgpack';
import { expect, test } from 'vitest';
import { DEFAULT_TIMINGS } from '../../src/speech/speech-timings.ts';
import { API_KEY, context, type ReceivedRequest, serviceFor, startServer } from './speech-fixture.ts';

const AUDIO = new Uint8Array(randomBytes(100_000));
const TRANSCRIPT = {
  text: 'hello there',
  duration: 1.5,
  segments: [
    { text: 'hello', start: 0, end: 0.7 },
    { text: 'there', start: 0.8, end: 1.5 },
  ],
};

const answering = (answer: unknown) =>
  startServer({
    http: (_request, response) => void response.end(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  });

const formOf = (request: ReceivedRequest | undefined): Promise<FormData> =>
  new Response(new Uint8Array(request?.body ?? []), {
    headers: { 'content-type': request?.headers['content-type'] ?? '' },
  }).formData();

test('sends one MessagePack map with the raw bytes', async () => {
  const server = await answering(TRANSCRIPT);
  const transcript = await serviceFor(server).transcribe(
    { audio: AUDIO, language: 'en', timestamps: true },
    context('final-captions'),
  );
  expect(transcript).toEqual(TRANSCRIPT);
  const [request] = server.requests;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/v1/asr',
    headers: { 'content-type': 'application/msgpack', authorization: `Bearer ${API_KEY}` },
  });
  const sent = decode(request?.body ?? []) as Record<string, unknown>;
  expect(Object.keys(sent).toSorted()).toEqual(['audio', 'ignore_timestamps', 'language']);
  expect(sent).toMatchObject({ language: 'en', ignore_timestamps: false });
  expect(Buffer.compare(sent['audio'] as Uint8Array, AUDIO)).toBe(0);
});

test('omits the language if there is none, and requests no segments', async () => {
  const server = await answering({ text: 'x', duration: 1, segments: [] });
  await serviceFor(server).transcribe({ audio: AUDIO, timestamps: false }, context('interim-captions'));
  const sent = decode(server.requests[0]?.body ?? []) as Record<string, unknown>;
  expect(Object.keys(sent).toSorted()).toEqual(['audio', 'ignore_timestamps']);
  expect(sent['ignore_timestamps']).toBe(true);
});

test.each([
  ['en-US', 'en'],
  ['PT', 'pt'],
  ['English', undefined],
  ['yue', undefined],
])('sends the language %s as %s, because the service takes ISO 639-1 only', async (language, expected) => {
  const server = await answering(TRANSCRIPT);
  const { transcribe } = serviceFor(server);
  await transcribe({ audio: AUDIO, language, timestamps: true }, context('final-captions'));
  await transcribe({ audio: AUDIO, language, timestamps: true, encoding: 'multipart' }, context('files'));
  const packed = decode(server.requests[0]?.body ?? []) as Record<string, unknown>;
  expect(packed['language']).toBe(expected);
  expect((await formOf(server.requests[1])).get('language')).toBe(expected ?? null);
});

test('a transcript may come late, its headers and its body, while other answers may not', async () => {
  const late = { asrHeadersTimeoutMs: 20_000, asrBodyTimeoutMs: 20_000, modelHeadersTimeoutMs: 20_000 };
  const server = await startServer({
    http: async (_request, response) => {
      await sleep(300);
      response.writeHead(200).flushHeaders();
      // Far beyond what undici's coarse timers, of about a second, add to a bound of 50 ms.
      await sleep(2_500);
      response.end(JSON.stringify(TRANSCRIPT));
    },
  });
  const service = serviceFor(server, { ...late, bodyTimeoutMs: 50, retryAttempts: 1 });
  await Promise.all([
    expect(service.transcribe({ audio: AUDIO, timestamps: true }, context('files'))).resolves.toEqual(TRANSCRIPT),
    expect(service.voices.list({}, context())).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' }),
  ]);
});

test('a transcript that does not come is asked for once: what follows silence is for the caller to decide', async () => {
  const server = await startServer({ http: () => {} });
  const timings = { asrHeadersTimeoutMs: 50, asrRetryDeadlineMs: 60_000, retryAttempts: 3, retryBaseMs: 1 };
  await expect(
    serviceFor(server, timings).transcribe({ audio: AUDIO, timestamps: true }, context('files')),
  ).rejects.toMatchObject({ code: 'SPEECH_TIMEOUT' });
  expect(server.requests).toHaveLength(1);
});

test('waits a quarter of an hour for a transcript, as the service advises', () => {
  expect(DEFAULT_TIMINGS).toMatchObject({ asrHeadersTimeoutMs: 900_000, asrBodyTimeoutMs: 900_000 });
});

test.each([
  ['JSON', '{"status":503,"message":"too long","code":"limit","request_id":"req_1"}', 'too long', 'limit', 'req_1'],
  ['JSON of another shape', '{"detail":"too long"}', 'too long', undefined, 'from-header'],
  ['an HTML page', '<html><h1>503</h1></html>', undefined, undefined, 'from-header'],
  ['nothing', '', undefined, undefined, 'from-header'],
])(
  'a refusal whose body is %s keeps its status, code and request id',
  async (_what, body, message, code, requestId) => {
    const server = await startServer({
      http: (_request, response) => void response.writeHead(503, { 'x-request-id': 'from-header' }).end(body),
    });
    const error = await serviceFor(server, { retryAttempts: 1 })
      .transcribe({ audio: AUDIO, timestamps: true }, context('files'))
      .catch((reason: unknown) => reason);
    const expected = { status: 503, serviceMessage: message, serviceCode: code, requestId };
    expect(error).toMatchObject({ code: 'SPEECH_UNAVAILABLE', ...expected });
  },
);

test('a request id that quotes the key, or could not be logged, is dropped', async () => {
  const ids = [`req-${API_KEY}`, 'has spaces in it', 'x'.repeat(200)];
  const server = await startServer({
    http: (_request, response, index) => void response.writeHead(400, { 'x-request-id': ids[index] }).end(),
  });
  const service = serviceFor(server);
  for (const _ of ids) {
    const failed = service.transcribe({ audio: AUDIO, timestamps: true }, context('files'));
    await expect(failed).rejects.toMatchObject({ code: 'SPEECH_BAD_REQUEST', requestId: undefined });
  }
});

test.each([
  [true, 'false'],
  [false, 'true'],
])('multipart carries the same fields (timestamps: %s)', async (timestamps, ignored) => {
  const server = await answering(TRANSCRIPT);
  const transcript = await serviceFor(server).transcribe(
    { audio: AUDIO, language: 'ja', timestamps, filename: 'a "quoted" näme.ogg', encoding: 'multipart' },
    context('files'),
  );
  expect(transcript).toEqual(TRANSCRIPT);
  const form = await formOf(server.requests[0]);
  expect([...form.keys()].toSorted()).toEqual(['audio', 'ignore_timestamps', 'language']);
  expect(form.get('language')).toBe('ja');
  expect(form.get('ignore_timestamps')).toBe(ignored);
  const audio = form.get('audio') as File;
  expect(audio.name).toBe('a "quoted" näme.ogg');
  expect(Buffer.compare(Buffer.from(await audio.arrayBuffer()), AUDIO)).toBe(0);
});

test('multipart is resent in full when the service was unavailable', async () => {
  const server = await startServer({
    http: (_request, response, index) =>
      void (index === 0 ? response.writeHead(503).end() : response.end(JSON.stringify(TRANSCRIPT))),
  });
  await serviceFor(server).transcribe({ audio: AUDIO, timestamps: true, encoding: 'multipart' }, context('files'));
  expect(server.requests).toHaveLength(2);
  expect(((await formOf(server.requests[1])).get('audio') as File).size).toBe(AUDIO.length);
});

test.each([
  [500, 1],
  [503, 1],
  [504, 1],
  [429, 2],
])('a refusal with %i is left to a caller who decides what follows 5xx', async (status, requests) => {
  const server = await startServer({
    http: (_request, response, index) =>
      void (index === 0 ? response.writeHead(status).end() : response.end(JSON.stringify(TRANSCRIPT))),
  });
  const call = { ...context('files'), retries: 'except-5xx' } as const;
  await serviceFor(server)
    .transcribe({ audio: AUDIO, timestamps: true }, call)
    .catch(() => undefined);
  expect(server.requests).toHaveLength(requests);
});

test.each([
  [{ audio: new Uint8Array(0) }, 'recording-empty'],
  [{ audio: new Uint8Array(20_000_001) }, 'recording-too-large'],
  [{ audio: AUDIO, durationMs: 999 }, 'recording-too-short'],
  [{ audio: AUDIO, durationMs: 3_600_001 }, 'recording-too-long'],
])('a recording beyond the limits is not sent (%#)', async (request, limit) => {
  const server = await answering(TRANSCRIPT);
  await expect(serviceFor(server).transcribe({ ...request, timestamps: true }, context('files'))).rejects.toMatchObject(
    { code: 'SPEECH_LIMIT', serviceMessage: limit },
  );
  expect(server.requests).toHaveLength(0);
});

test('recordings at the limits are sent', async () => {
  const server = await answering(TRANSCRIPT);
  const service = serviceFor(server, { asrHeadersTimeoutMs: 10_000 });
  await service.transcribe({ audio: AUDIO, durationMs: 1_000, timestamps: true }, context('files'));
  await service.transcribe(
    { audio: new Uint8Array(20_000_000), durationMs: 3_600_000, timestamps: true },
    context('files'),
  );
  expect(server.requests).toHaveLength(2);
});

test('the error for an invalid response describes the problem without quoting the transcript', async () => {
  const wrong = { text: { said: 'a secret was said' }, duration: 'long', segments: [{ text: 'a secret', start: 0 }] };
  const server = await answering(wrong);
  const failure = await serviceFor(server)
    .transcribe({ audio: AUDIO, timestamps: true }, context('files'))
    .catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER', retryable: false });
  expect(failure).toHaveProperty('message', expect.stringMatching(/expected string.* at text/));
  expect(failure).not.toHaveProperty('message', expect.stringContaining('secret'));
});

test('the error for a response that is not JSON does not quote it', async () => {
  const server = await answering('a secret was said');
  const failure = await serviceFor(server)
    .transcribe({ audio: AUDIO, timestamps: true }, context('files'))
    .catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER', message: expect.stringContaining('not JSON') });
  expect(failure).not.toHaveProperty('cause');
});

test('what is odd in an answer beside its text costs nothing of the text', async () => {
  const segments = [{ text: 'hello', start: 0, end: 0.7 }, { text: 'there', start: null }, 7];
  const odd = { text: 'hello there', duration: null, segments, speaker_turns: 'two', language: 5, request_id: {} };
  const server = await answering(odd);
  const transcript = await serviceFor(server).transcribe({ audio: AUDIO, timestamps: true }, context('files'));
  expect(transcript).toMatchObject({ text: 'hello there', segments: [{ text: 'hello', start: 0, end: 0.7 }] });
});

test.each([
  [false, 'Well then. Yes.'],
  [true, 'Well [laughter] then. Yes.'],
])('no marker of speakers gets through, and sounds only where they are wanted: %s', async (soundCues, text) => {
  const said = '<|speaker:0|> Well [laughter] then. <|speaker:1|> Yes. <|endoftext|>';
  const server = await answering({ text: said, duration: 3, segments: [] });
  const request = { audio: AUDIO, timestamps: false, soundCues };
  expect((await serviceFor(server).transcribe(request, context('final-captions'))).text).toBe(text);
});
