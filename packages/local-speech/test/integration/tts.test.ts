import { encode } from '@msgpack/msgpack';
import { packetSamples } from '@mynah/opus/opus-packet';
import { detectContainer } from '@mynah/pcm/stream-container';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, connectLive, packetsOf, speak, toForm } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech } from '../../src/local-speech-api.ts';
import { decodeAudio } from '../../src/recognition/decode-audio.ts';
import { publicVoiceId } from '../../src/synthesis/flite-voices.ts';

const TEXT = 'The weather is nice today.';

let service: LocalSpeech;
beforeAll(async () => {
  service = await startLocalSpeech({ recognizer: false });
});
afterAll(() => service.close());

const sum = (parts: readonly Uint8Array[]): number => parts.reduce((bytes, { length }) => bytes + length, 0);

/** Loudness (RMS) and duration of speech at 16 kHz. */
async function measure(bytes: Uint8Array): Promise<{ rms: number; seconds: number }> {
  const pcm = await decodeAudio(bytes, 16_000, 60);
  return {
    rms: Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length),
    seconds: pcm.length / 16_000,
  };
}

describe('POST /v1/tts', () => {
  it.each([
    ['opus', 'ogg', 'audio/ogg'],
    ['mp3', 'mp3', 'audio/mpeg'],
    ['wav', 'wav', 'audio/wav'],
  ] as const)('speaks in %s', async (format, container, contentType) => {
    const response = await call(service, '/v1/tts', { json: { text: TEXT, format } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(detectContainer(bytes)).toBe(container);
    const { rms, seconds } = await measure(bytes);
    expect(seconds).toBeGreaterThan(1.5);
    expect(seconds).toBeLessThan(2.5);
    expect(rms).toBeGreaterThan(300);
  });

  it('speaks mp3 by default', async () => {
    expect(detectContainer(await speak(service, { text: TEXT }))).toBe('mp3');
  });

  it.each([8_000, 16_000, 24_000, 32_000, 44_100])('speaks pcm at %i Hz with the same duration', async (rate) => {
    const bytes = await speak(service, { text: TEXT, format: 'pcm', sample_rate: rate });
    expect(bytes.length / 2 / rate).toBeCloseTo(1.885, 2);
  });

  it('writes unknown sizes to the header of a wav', async () => {
    const wav = Buffer.from(await speak(service, { text: TEXT, format: 'wav' }));
    expect(wav.readUInt32LE(4)).toBe(0xffff_ffff);
    expect(wav.readUInt32LE(40)).toBe(0xffff_ffff);
    expect(wav.readUInt32LE(24)).toBe(44_100);
  });

  it('sends opus as packets of 20 ms', async () => {
    const packets = await packetsOf(await speak(service, { text: TEXT, format: 'opus' }));
    expect(new Set(packets.map(packetSamples))).toEqual(new Set([960]));
  });

  it('sends the same packets for the same text and voice', async () => {
    const fields = { text: 'One sentence. And another one!', format: 'opus', reference_id: service.voices.rms };
    const [first, second] = [await speak(service, fields), await speak(service, fields)];
    expect(await packetsOf(first)).toEqual(await packetsOf(second));
  });

  it('speaks with another voice on request', async () => {
    const [slt, awb] = [
      await speak(service, { text: TEXT, format: 'opus', reference_id: service.voices.slt }),
      await speak(service, { text: TEXT, format: 'opus', reference_id: service.voices.awb }),
    ];
    expect(slt).toEqual(await speak(service, { text: TEXT, format: 'opus' }));
    expect(awb).not.toEqual(slt);
  });

  it('speaks faster and quieter on request', async () => {
    const plain = await measure(await speak(service, { text: TEXT, format: 'wav' }));
    const changed = await measure(
      await speak(service, { text: TEXT, format: 'wav', prosody: { speed: 2, volume: -20 } }),
    );
    expect(changed.seconds / plain.seconds).toBeCloseTo(0.5, 1);
    expect(changed.rms / plain.rms).toBeLessThan(0.15);
  });

  it('accepts a MessagePack body', async () => {
    const response = await fetch(`${service.url}/v1/tts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        model: 's2-pro',
        'content-type': 'application/msgpack',
      },
      body: Uint8Array.from(encode({ text: TEXT, format: 'opus' })),
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(await speak(service, { text: TEXT, format: 'opus' }));
  });

  it('speaks neither expressions nor control tokens', async () => {
    const marked = { text: '[laughing] The weather <|speaker:1|>is nice today.', format: 'opus' };
    expect(await speak(service, marked)).toEqual(await speak(service, { text: TEXT, format: 'opus' }));
  });

  it('lets each speaker of several voices speak', async () => {
    const [first, second] = [service.voices.slt, service.voices.rms];
    const text = '<|speaker:0|>The weather is nice.<|speaker:1|>Dinner is ready.';
    const both = await measure(await speak(service, { text, reference_id: [first, second] }));
    const alone = [
      await measure(await speak(service, { text: 'The weather is nice.', reference_id: first })),
      await measure(await speak(service, { text: 'Dinner is ready.', reference_id: second })),
    ];
    expect(both.seconds).toBeCloseTo((alone[0]?.seconds ?? 0) + (alone[1]?.seconds ?? 0), 0);
    const swapped = await speak(service, { text, format: 'opus', reference_id: [second, first] });
    expect(await packetsOf(swapped)).not.toEqual(
      await packetsOf(await speak(service, { text, format: 'opus', reference_id: [first, second] })),
    );
  });

  it.each([
    ['s2.1-pro-free', 's2.1-pro-free'],
    ['s1', 's2.1-pro'],
    ['drama-3-preview', 'drama-3-preview'],
    ['s2-por', 's2.1-pro'],
  ])('serves the model %s as %s', async (model, servedBy) => {
    await (await call(service, '/v1/tts', { json: { text: 'Hi.' }, headers: { model } })).arrayBuffer();
    expect(service.requests.at(-1)).toMatchObject({ servedBy });
  });

  it('is silent for a while in mid-answer if a fault wants it, and sends all of it', async () => {
    const whole = await packetsOf(await speak(service, { text: TEXT, format: 'opus' }));
    service.faults.add({ endpoint: 'tts', silenceMs: 100, afterBytes: 3_000, times: 1 });
    expect(await packetsOf(await speak(service, { text: TEXT, format: 'opus' }))).toEqual(whole);
    expect(service.requests.at(-1)?.sent.some((_, index, sent) => sum(sent.slice(0, index)) === 3_000)).toBe(true);
  });

  it('sends silence for text without words', async () => {
    const { rms, seconds } = await measure(await speak(service, { text: '🎉', format: 'wav' }));
    expect(rms).toBe(0);
    expect(seconds).toBeCloseTo(0.2, 2);
  });

  it('reports its concurrency limit and the requests in progress', async () => {
    const response = await call(service, '/v1/tts', { json: { text: TEXT } });
    await response.arrayBuffer();
    expect(response.headers.get('ratelimit-limit-concurrency')).toBe('5');
    expect(response.headers.get('ratelimit-current-concurrency')).toBe('1');
  });

  it('records the request and the audio that it sent', async () => {
    const bytes = await speak(service, { text: TEXT, format: 'opus' });
    const request = service.requests.at(-1);
    expect(request).toMatchObject({
      endpoint: 'tts',
      method: 'POST',
      status: 200,
      body: { text: TEXT, format: 'opus' },
    });
    expect(Buffer.concat(request?.sent ?? [])).toEqual(Buffer.from(bytes));
    expect(request?.headers['model']).toBe('s2-pro');
    expect(request?.headers).not.toHaveProperty('authorization');
  });
});

describe('what POST /v1/tts refuses', () => {
  it.each([
    ['an unknown voice', { reference_id: 'f'.repeat(32) }, 'Reference not found'],
    ['an unknown voice among others', { reference_id: [publicVoiceId('slt'), 'nobody'] }, 'Reference not found'],
    [
      'a speaker without a voice',
      { text: '<|speaker:2|>Hi.', reference_id: [publicVoiceId('slt'), publicVoiceId('rms')] },
      'speaker 2',
    ],
    ['a rate that pcm does not support', { format: 'pcm', sample_rate: 48_000 }, 'Invalid sample rate 48000'],
    [
      'a rate that mp3 does not support',
      { sample_rate: 22_050 },
      'Invalid sample rate 22050 for format audio/mpeg. Supported sample rates: 32000, 44100',
    ],
    ['a speed beyond 2', { prosody: { speed: 3 } }, 'speed must be in [0.5, 2.0]'],
    ['a volume beyond 20 dB', { prosody: { volume: 21 } }, 'volume must be in [-20, 20]'],
    ['empty text', { text: ' ' }, 'text'],
  ])('%s, with the reason', async (_what, fields, message) => {
    const response = await call(service, '/v1/tts', { json: { text: TEXT, ...fields } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });

  it.each([
    ['a body without text', {}, 'missing field `text`'],
    ['an unknown format', { text: TEXT, format: 'flac' }, 'unknown variant `flac`, expected one of `wav`'],
  ])('%s, in plain text', async (_what, json, words) => {
    const response = await call(service, '/v1/tts', { json });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toContain(words);
  });

  it.each([
    ['chunks that are too long', { chunk_length: 301 }, ['chunk_length']],
    ['chunks that are too short', { min_chunk_length: 101 }, ['min_chunk_length']],
    ['a temperature beyond 1', { temperature: 1.5 }, ['temperature']],
    ['an unsupported mp3 bitrate', { mp3_bitrate: 320 }, ['mp3_bitrate']],
    ['an opus bitrate in kbps', { opus_bitrate: 32 }, ['opus_bitrate']],
    ['a penalty that is no number', { repetition_penalty: 'high' }, ['repetition_penalty']],
    ['a speed that is no number', { prosody: { speed: 'fast' } }, ['prosody', 'speed']],
    ['a text that is none', { text: 5 }, ['text']],
  ])('%s, as a list of faults', async (_what, fields, path) => {
    const response = await call(service, '/v1/tts', { json: { text: TEXT, ...fields } });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual([
      { loc: ['body', ...path], type: expect.any(String), msg: expect.any(String) },
    ]);
  });

  it('a request without the model header', async () => {
    const response = await call(service, '/v1/tts', { json: { text: TEXT }, headers: { model: '' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('model') });
  });

  it.each(['', 'Bearer wrong', 'nothing'])('the authorization "%s"', async (authorization) => {
    const response = await call(service, '/v1/tts', { json: { text: TEXT }, headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ status: 401, message: 'Invalid Token' });
  });

  it('a body that is neither JSON nor MessagePack', async () => {
    const response = await call(service, '/v1/tts', { json: 'x', headers: { 'content-type': 'text/plain' } });
    expect(response.status).toBe(415);
  });

  it('a body that contradicts its content type', async () => {
    const response = await fetch(`${service.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: '{"text":',
    });
    expect(response.status).toBe(400);
  });

  it('other methods and other paths', async () => {
    expect((await call(service, '/v1/tts')).status).toBe(405);
    const unknown = await call(service, '/v2/tts');
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toBe('Not Found');
  });
});

describe('an account', () => {
  it('that is out of credits is refused before its request is validated', async () => {
    await using broke = asyncDisposable(await startLocalSpeech({ recognizer: false, credit: '0' }));
    const response = await call(broke.service, '/v1/tts', { json: { nonsense: true } });
    expect(response.status).toBe(402);
    const message = 'Insufficient API credit. API credit is managed independently from platform credit.';
    expect(await response.json()).toEqual({ status: 402, message });
    expect(await (await call(broke.service, '/wallet/self/api-credit')).json()).toMatchObject({ credit: '0' });
  });

  it('that is out of credits speaks with the free model, and recognizes with none', async () => {
    await using broke = asyncDisposable(await startLocalSpeech({ recognizer: false, credit: '0' }));
    const headers = { model: 's2.1-pro-free' };
    const spoken = await call(broke.service, '/v1/tts', { json: { text: 'Hello.' }, headers });
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    const live = await connectLive(broke.service, headers);
    live.close();
    await expect(connectLive(broke.service)).rejects.toMatchObject({ status: 402 });
    const form = toForm({ audio: Uint8Array.of(1) });
    expect((await call(broke.service, '/v1/asr', { form })).status).toBe(402);
  });

  it('cannot have more requests in progress than its limit', async () => {
    await using small = asyncDisposable(await startLocalSpeech({ recognizer: false, concurrency: 1 }));
    small.service.faults.add({ endpoint: 'tts', times: 1, stallAfterBytes: 100 });
    const abort = new AbortController();
    const stalled = await fetch(`${small.service.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${small.service.apiKey}`, model: 's1', 'content-type': 'application/json' },
      body: JSON.stringify({ text: TEXT }),
      signal: abort.signal,
    });
    expect(stalled.status).toBe(200);
    const refused = await call(small.service, '/v1/tts', { json: { text: TEXT } });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-limit-concurrency')).toBe('1');
    expect(refused.headers.get('ratelimit-current-concurrency')).toBe('1');
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('concurrency limit') });
    abort.abort();
    await expect.poll(async () => (await call(small.service, '/v1/tts', { json: { text: TEXT } })).status).toBe(200);
  });
});

function asyncDisposable(started: LocalSpeech): AsyncDisposable & { service: LocalSpeech } {
  return { service: started, [Symbol.asyncDispose]: () => started.close() };
}
