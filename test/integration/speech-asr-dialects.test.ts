import { decode } from '@msgpack/msgpack';
import { expect, it } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import type { SpeechService, SpeechServiceOptions } from '../../src/speech/speech-service.ts';
import type { SpeechTimings } from '../../src/speech/speech-timings.ts';
import { context, type ReceivedRequest, serviceFor, startServer, type TestServer } from './speech-fixture.ts';

const AUDIO = new Uint8Array(2_000).fill(7);
const PRO = 'transcribe-1-pro';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A refusal: status and body. */
type Refusal = readonly [status: number, body: string];

/** Fields of a request beside the recording, and its model. */
function asked(request: ReceivedRequest | undefined): Record<string, unknown> {
  const { audio: _, ...fields } = decode(request?.body ?? []) as Record<string, unknown>;
  return { ...fields, model: request?.headers['model'] };
}

/** A service that refuses some requests, and transcribes the others. */
function serving(
  refusalOf: (fields: Record<string, unknown>, index: number) => Refusal | undefined,
): Promise<TestServer> {
  return startServer({
    http: (request, response, index) => {
      const [status, body] = refusalOf(asked(request), index) ?? [
        200,
        JSON.stringify({ text: 'hello', duration: 2, segments: [] }),
      ];
      response.writeHead(status).end(body);
    },
  });
}

const proFor = (
  server: TestServer,
  timings: Partial<SpeechTimings> = {},
  changes: Partial<SpeechServiceOptions> = {},
): SpeechService => serviceFor(server, timings, { asrModel: PRO, ...changes });

const transcribe = (service: SpeechService, changes: object = {}) =>
  service.transcribe({ audio: AUDIO, timestamps: false, ...changes }, context('files'));

const refusalJson = (code?: string): Refusal => [
  400,
  JSON.stringify({ status: 400, message: 'no', ...(code === undefined ? {} : { code, request_id: 'r' }) }),
];
const VALIDATION: Refusal = [422, JSON.stringify([{ loc: ['body', 'diarize'], type: 'extra', msg: 'not permitted' }])];

/** Ways to refuse a field that a service does not know. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'JSON with a code': refusalJson('invalid_parameter'),
  'JSON without a code': refusalJson(),
  'plain text': [400, 'unknown field `diarize`'],
  'a list of faults': VALIDATION,
  'an HTML page': [400, '<html>Bad Request</html>'],
  nothing: [400, ''],
};

it('names the larger model, and asks for speakers and sounds where they are wanted', async () => {
  const server = await serving(() => undefined);
  const service = proFor(server);
  await transcribe(service);
  await transcribe(service, { diarize: true, soundCues: true, timestamps: true });
  expect(server.requests.map(asked)).toEqual([
    { model: PRO, ignore_timestamps: true, diarize: false, tag_audio_events: false },
    { model: PRO, ignore_timestamps: false, diarize: true, tag_audio_events: true },
  ]);
});

it('writes the fields as text in a form', async () => {
  const server = await startServer({
    http: (_request, response) => void response.end(JSON.stringify({ text: 'hello', duration: 2, segments: [] })),
  });
  await transcribe(proFor(server), { encoding: 'multipart', diarize: true });
  const [request] = server.requests;
  const headers = { 'content-type': request?.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(request?.body ?? []), { headers }).formData();
  expect(request?.headers['model']).toBe(PRO);
  expect([form.get('diarize'), form.get('tag_audio_events')]).toEqual(['true', 'false']);
});

it.each([
  ['transcribe-1', { model: 'transcribe-1', ignore_timestamps: true }],
  ['transcribe-9', { model: 'transcribe-9', ignore_timestamps: true }],
  [undefined, { model: undefined, ignore_timestamps: true }],
])(
  'asks nothing of the kind with the model %s, whose recordings are safe up to a minute',
  async (asrModel, expected) => {
    const server = await serving(() => undefined);
    const service = serviceFor(server, {}, { asrModel });
    await transcribe(service, { diarize: true, soundCues: true });
    expect(server.requests.map(asked)).toEqual([expected]);
    expect(service.safeRecordingMs()).toBe(MINUTE_MS);
  },
);

it.each(Object.entries(REFUSALS))(
  'repeats a request that is refused for its fields at once without them, and asks without them from then on: %s',
  async (_how, refusal) => {
    const lines: string[] = [];
    const log = createLogger('info', [], { write: (line) => lines.push(line) });
    const server = await serving(({ diarize }) => (diarize === undefined ? undefined : refusal));
    const service = proFor(server, {}, { log });
    expect(service.safeRecordingMs()).toBe(HOUR_MS);
    expect((await transcribe(service)).text).toBe('hello');
    expect((await transcribe(service, { diarize: true })).text).toBe('hello');
    const without = { model: PRO, ignore_timestamps: true };
    expect(server.requests.slice(1).map(asked)).toEqual([without, without]);
    expect(service.safeRecordingMs()).toBe(MINUTE_MS);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"code":"SPEECH_ASR_DIALECT"');
  },
);

it('works with a service that refuses the model, too', async () => {
  const server = await serving(({ model }) => (model === undefined ? undefined : refusalJson()));
  const service = proFor(server);
  for (const _ of [1, 2, 3]) expect((await transcribe(service)).text).toBe('hello');
  expect(server.requests).toHaveLength(5);
  expect(server.requests.slice(2).map(asked)).toEqual(Array.from({ length: 3 }, () => ({ ignore_timestamps: true })));
});

it('does not count the refused request as a failure of the call', async () => {
  const server = await serving(({ diarize }) => (diarize === undefined ? undefined : refusalJson('invalid_parameter')));
  const once = { ...context('files'), retries: false };
  await expect(proFor(server).transcribe({ audio: AUDIO, timestamps: false }, once)).resolves.toHaveProperty('text');
});

it('reports what is wrong with the recording itself, and keeps asking for the fields', async () => {
  const server = await serving(({ language, diarize }) =>
    language === 'xx' ? [400, JSON.stringify({ message: diarize === undefined ? 'language' : 'first' })] : undefined,
  );
  const service = proFor(server);
  await transcribe(service);
  await expect(transcribe(service, { language: 'xx' })).rejects.toMatchObject({
    ...{ code: 'SPEECH_BAD_REQUEST', serviceMessage: 'language' },
  });
  // The header was accepted before: it is not tried without.
  expect(server.requests).toHaveLength(3);
  await transcribe(service);
  expect(asked(server.requests[3])).toMatchObject({ model: PRO, diarize: false });
  expect(service.safeRecordingMs()).toBe(HOUR_MS);
});

it.each([
  ['audio_too_long', 400],
  ['audio_too_short', 400],
  ['invalid_audio', 400],
  ['request_too_large', 413],
  ['unsupported_media_type', 415],
])('does not repeat a request that is refused with %s', async (code, status) => {
  const server = await serving(() => [status, JSON.stringify({ status, message: 'no', code })]);
  await expect(transcribe(proFor(server))).rejects.toMatchObject({ serviceCode: code });
  expect(server.requests).toHaveLength(1);
});

it('keeps asking for the fields where the repeated request fails for another reason', async () => {
  const server = await serving((_fields, index) => (index === 0 ? refusalJson() : index === 1 ? [402, ''] : undefined));
  const service = proFor(server);
  await expect(transcribe(service)).rejects.toMatchObject({ code: 'SPEECH_OUT_OF_CREDITS' });
  await transcribe(service);
  expect(asked(server.requests[2])).toHaveProperty('diarize');
});

it('a service that took the fields before has to refuse them twice in a row: one refusal may be chance', async () => {
  const refusesAt = new Set([1, 3, 5]);
  let calls = 0;
  const server = await serving(({ diarize }) => {
    if (diarize === undefined) return undefined;
    calls += 1;
    return refusesAt.has(calls - 1) || calls > 7 ? refusalJson('invalid_parameter') : undefined;
  });
  const service = proFor(server);
  for (let call = 0; call < 7; call += 1) expect((await transcribe(service)).text).toBe('hello');
  expect(service.safeRecordingMs()).toBe(HOUR_MS);
  for (const _ of [1, 2]) await transcribe(service);
  expect(service.safeRecordingMs()).toBe(MINUTE_MS);
  const before = server.requests.length;
  await transcribe(service);
  expect(server.requests.slice(before).map(asked)).toEqual([{ model: PRO, ignore_timestamps: true }]);
});

it('each client finds out by itself', async () => {
  const server = await serving(({ diarize }) => (diarize === undefined ? undefined : refusalJson()));
  await transcribe(proFor(server));
  await transcribe(proFor(server));
  expect(server.requests.map((request) => 'diarize' in asked(request))).toEqual([true, false, true, false]);
});

it('asks once more without speakers where they could not be told apart, and with them the next time', async () => {
  const failed: Refusal = [500, JSON.stringify({ status: 500, message: 'no', code: 'diarization_failed' })];
  const server = await serving(({ diarize }) => (diarize === true ? failed : undefined));
  const service = proFor(server);
  expect((await transcribe(service, { diarize: true })).text).toBe('hello');
  expect(server.requests.map((request) => asked(request)['diarize'])).toEqual([true, false]);
  await transcribe(service, { diarize: true });
  expect(server.requests.map((request) => asked(request)['diarize'])).toEqual([true, false, true, false]);
});

it('retries a failure to tell speakers apart like any other where none were asked for', async () => {
  const failed: Refusal = [500, JSON.stringify({ status: 500, message: 'no', code: 'diarization_failed' })];
  const server = await serving((_fields, index) => (index === 0 ? failed : undefined));
  expect((await transcribe(proFor(server))).text).toBe('hello');
  expect(server.requests).toHaveLength(2);
});
