import { describe, expect, test, vi } from 'vitest';
import { RequestScope } from '../../src/telemetry/request-scope.ts';
import type { Spans } from '../../src/telemetry/spans.ts';
import { answerStops, bytesOf, context, type Handlers, serviceFor, startServer } from './speech-fixture.ts';

test('the span of a request whose answer breaks off has failed', async () => {
  const ended: [name: string, hasFailed: boolean][] = [];
  const scope = new RequestScope({
    start: (name, request) => {
      let isOver = false;
      const end = (failure?: unknown): void => {
        if (!isOver) ended.push([name, failure !== undefined]);
        isOver = true;
      };
      return { context: request, set: () => undefined, end };
    },
  });
  const server = await startServer({
    http: (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/ogg', 'content-length': 100 });
      response.write(Buffer.from([1, 2, 3]));
      setTimeout(() => response.destroy(), 50);
    },
  });
  const service = serviceFor(server, {}, { scope });
  const work = scope.run({ requestId: '1' }, () => service.voices.list({}, { ...context(), retries: false }));
  await expect(work).rejects.toMatchObject({ code: 'SPEECH_CONNECTION' });
  expect(ended).toEqual([
    ['speech.permit', false],
    ['speech.request', true],
  ]);
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Spans with an id each: what was begun, by its `traceparent`. */
function numberedSpans(): { readonly scope: RequestScope; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const start: Spans['start'] = (name, { requestId }) => {
    const parent = `00-${TRACE_ID}-${String(names.size + 1).padStart(16, '0')}-01`;
    names.set(parent, name);
    return { context: { requestId, parent }, set: () => undefined, end: () => undefined };
  };
  return { scope: new RequestScope({ start }), names };
}

const sound: NonNullable<Handlers['http']> = ({ url }, response) =>
  void response.end(url === '/v1/asr' ? '{"text":"Hi","duration":1,"segments":[]}' : Buffer.from([1]));

describe('W3C’s traceparent', () => {
  test('names the span of each request for speech and recognition, and of a live socket opened for a text', async () => {
    const { scope, names } = numberedSpans();
    const server = await startServer({ http: sound, live: answerStops([1]) });
    const service = serviceFor(server, {}, { scope });
    await scope.run({ requestId: '1' }, async () => {
      for await (const _chunk of service.synthesize({ text: 'Hi.', voiceId: undefined }, context()));
      await bytesOf(service.tts({ text: 'Hi.', voiceId: undefined }, context('files')));
      await service.transcribe({ audio: new Uint8Array(100), durationMs: 2_000, timestamps: false }, context('files'));
    });
    const spans = [...server.handshakes, ...server.requests].map(({ url, headers }) => [
      url,
      names.get(String(headers['traceparent'])),
    ]);
    expect(spans).toEqual([
      ['/v1/tts/live', 'speech.live'],
      ['/v1/tts', 'speech.request'],
      ['/v1/asr', 'speech.request'],
    ]);
  });

  test('is sent with nothing else: neither about voices nor for a socket that is opened ahead', async () => {
    const { scope } = numberedSpans();
    const server = await startServer({ http: sound, live: answerStops([1]) });
    const service = serviceFor(server, {}, { scope });
    await scope.run({ requestId: '1' }, async () => {
      using _warm = service.holdWarm();
      await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
      for await (const _chunk of service.synthesize({ text: 'Hi.', voiceId: undefined }, context()));
      await service.voices.list({}, context()).catch(() => undefined);
    });
    const all = [...server.handshakes, ...server.requests];
    expect(new Set(all.map(({ url }) => url?.split('?')[0]))).toEqual(new Set(['/v1/tts/live', '/model']));
    expect(all.map(({ headers }) => headers['traceparent'])).toEqual(all.map(() => undefined));
  });

  test('is not sent where nothing is traced', async () => {
    const server = await startServer({ http: sound, live: answerStops([1]) });
    const scope = new RequestScope();
    const service = serviceFor(server, {}, { scope });
    await scope.run({ requestId: '1' }, async () => {
      for await (const _chunk of service.synthesize({ text: 'Hi.', voiceId: undefined }, context()));
      await bytesOf(service.tts({ text: 'Hi.', voiceId: undefined }, context('files')));
    });
    const all = [...server.handshakes, ...server.requests];
    expect(all.map(({ headers }) => headers['traceparent'])).toEqual([undefined, undefined]);
  });
});
