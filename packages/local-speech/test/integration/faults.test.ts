import { get } from 'node:https';
import { startTlsFront } from '@mynah/loopback/tls-front';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech } from '../../src/local-speech-api.ts';

const TTS = { json: { text: 'The weather is nice today.' } };

let service: LocalSpeech;
beforeAll(async () => {
  service = await startLocalSpeech({ recognizer: false });
});
afterEach(() => service.faults.clear());
afterAll(() => service.close());

describe('a fault', () => {
  it.each([400, 401, 402, 403, 404, 429, 500, 503])(
    'refuses with status %i and the body of the service',
    async (status) => {
      service.faults.add({ endpoint: 'tts', status });
      const response = await call(service, '/v1/tts', TTS);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({
        status,
        message: expect.any(String),
        ...(status === 503 && { reason: null }),
      });
      expect(service.requests.at(-1)).toMatchObject({ endpoint: 'tts', status });
    },
  );

  it('can carry its own message and a Retry-After', async () => {
    service.faults.add({ endpoint: 'tts', status: 429, message: 'Slow down', retryAfterS: 2 });
    const response = await call(service, '/v1/tts', TTS);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ message: 'Slow down' });
  });

  it('affects only its endpoint, as often as configured, the first one first', async () => {
    service.faults.add({ endpoint: 'tts', status: 500, times: 1 });
    service.faults.add({ endpoint: 'tts', status: 503, times: 1 });
    expect((await call(service, '/model')).status).toBe(200);
    const statuses = [];
    for (let round = 0; round < 3; round += 1) {
      const response = await call(service, '/v1/tts', TTS);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([500, 503, 200]);
  });

  it('drops the connection without a response', async () => {
    service.faults.add({ endpoint: 'model', dropAfterBytes: 0 });
    await expect(call(service, '/model')).rejects.toThrow('fetch failed');
  });

  it('drops the connection in the middle of the audio', async () => {
    service.faults.add({ endpoint: 'tts', dropAfterBytes: 6_000 });
    const response = await call(service, '/v1/tts', TTS);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(Buffer.concat(service.requests.at(-1)?.sent ?? [])).toHaveLength(6_000);
  });

  it('stalls until the client disconnects', async () => {
    service.faults.add({ endpoint: 'tts', stallAfterBytes: 100, times: 1 });
    const abort = new AbortController();
    const response = await fetch(`${service.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, model: 's1', 'content-type': 'application/json' },
      body: JSON.stringify(TTS.json),
      signal: abort.signal,
    });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(100);
    const more = reader?.read();
    abort.abort();
    await expect(more).rejects.toThrow();
  });

  it('responds with an unreadable body', async () => {
    service.faults.add({ endpoint: 'model', malformed: true });
    await expect((await call(service, '/model')).json()).rejects.toThrow();
    service.faults.add({ endpoint: 'tts', malformed: true });
    expect(await (await call(service, '/v1/tts', TTS)).text()).toContain('<html>');
  });
});

describe('the endpoint for faults', () => {
  const page = '/_playground/faults';

  it('adds and removes faults without a key', async () => {
    const fault = { endpoint: 'credit', status: 503, message: 'Closed' };
    const added = await fetch(`${service.url}${page}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    expect(await added.json()).toEqual([fault]);
    expect((await call(service, '/wallet/self/api-credit')).status).toBe(503);
    expect(await (await fetch(`${service.url}${page}`)).json()).toEqual([fault]);
    expect(await (await fetch(`${service.url}${page}`, { method: 'DELETE' })).json()).toEqual([]);
    expect((await call(service, '/wallet/self/api-credit')).status).toBe(200);
  });

  it('refuses an invalid fault', async () => {
    const response = await fetch(`${service.url}${page}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: 'tts', colour: 'blue' }),
    });
    expect(response.status).toBe(400);
  });
});

it('sends a response evenly, a tenth of its bytes a second at a time', async () => {
  service.faults.add({ endpoint: 'tts', bytesPerSecond: 20_000 });
  const response = await call(service, '/v1/tts', TTS);
  await response.arrayBuffer();
  const portions = (service.requests.at(-1)?.sent ?? []).map(({ length }) => length);
  expect(portions.length).toBeGreaterThan(3);
  expect(Math.max(...portions)).toBe(2_000);
});

describe('the TLS front', () => {
  it('is trusted with its authority, and refused while it shows another certificate', async () => {
    await using stack = new AsyncDisposableStack();
    const front = stack.adopt(await startTlsFront(service.url), (started) => started.close());
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${service.apiKey}` };
        const request = get(`${front.url}/model`, { ca: front.caPem, agent: false, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on('error', reject);
      });
    expect(await ask()).toBe(200);
    front.distrust(true);
    await expect(ask()).rejects.toThrow(/certificate/);
    front.distrust(false);
    expect(await ask()).toBe(200);
  });
});
