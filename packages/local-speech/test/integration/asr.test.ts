import { encode } from '@msgpack/msgpack';
import { resampleAll } from '@mynah/pcm/resampler';
import { writeWav } from '@mynah/pcm/wav';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, speak, toForm } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech } from '../../src/local-speech-api.ts';
import type { RecognizedSpeech } from '../../src/recognition/recognized-speech.ts';
import { createPocketSphinx, type Recognizer, RecognizerBusy } from '../../src/recognition/recognizer.ts';

/** Returns the number of samples as text, so that decoding is tested without PocketSphinx. */
const counter: Recognizer = {
  recognize: async (pcm) => ({
    text: String(pcm.length),
    duration: pcm.length / 16_000,
    segments: [{ text: String(pcm.length), start: 0, end: 1 }],
  }),
};

const NO_DELAY = { fixedMs: 0, share: 0 };

let service: LocalSpeech;
beforeAll(async () => {
  service = await startLocalSpeech({ recognizer: counter, timestampDelay: NO_DELAY, asrInterface: 'until-2026' });
});
afterAll(() => service.close());

function silence(seconds: number, rateHz = 8_000): Uint8Array {
  return writeWav(new Int16Array(Math.round(seconds * rateHz)), rateHz, 1);
}

function postMessagePack(target: LocalSpeech, fields: Record<string, unknown>): Promise<Response> {
  return fetch(`${target.url}/v1/asr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/msgpack' },
    body: Uint8Array.from(encode(fields)),
  });
}

describe('POST /v1/asr', () => {
  it.each(['opus', 'mp3', 'wav'])('decodes %s', async (format) => {
    const audio = await speak(service, { text: 'The weather is nice today.', format });
    const response = await call(service, '/v1/asr', { form: toForm({ audio }) });
    const { duration } = (await response.json()) as RecognizedSpeech;
    expect(duration).toBeGreaterThan(1.8);
    expect(duration).toBeLessThan(2);
  });

  it('gives the same response to a form and to MessagePack', async () => {
    const audio = silence(2);
    const form = await call(service, '/v1/asr', { form: toForm({ audio, ignore_timestamps: 'false' }) });
    const packed = await postMessagePack(service, { audio, ignore_timestamps: false });
    const named = { language: 'English', language_code: 'en' };
    const expected = { text: '32000', duration: 2, segments: [{ text: '32000', start: 0, end: 1 }], ...named };
    expect(await form.json()).toEqual(expected);
    expect(await packed.json()).toEqual(expected);
  });

  it('gives segments only on request', async () => {
    const audio = silence(2);
    for (const fields of [{}, { ignore_timestamps: 'true' }]) {
      const response = await call(service, '/v1/asr', { form: toForm({ audio, ...fields }) });
      expect(await response.json()).toMatchObject({ segments: [] });
    }
    const anything = await call(service, '/v1/asr', { form: toForm({ audio, ignore_timestamps: '1' }) });
    expect(await anything.json()).toMatchObject({ segments: [{ start: 0 }] });
  });

  it('gives text without segments where a fault says so', async () => {
    service.faults.add({ endpoint: 'asr', withoutSegments: true, times: 1 });
    const form = toForm({ audio: silence(2), ignore_timestamps: 'false' });
    expect(await (await call(service, '/v1/asr', { form })).json()).toMatchObject({ text: '32000', segments: [] });
  });

  it('does not name the language where configured like an older service', async () => {
    const older = await startLocalSpeech({ recognizer: counter, namesLanguage: false });
    const answer = await call(older, '/v1/asr', { form: toForm({ audio: silence(2) }) });
    expect(await answer.json()).not.toHaveProperty('language');
    await older.close();
  });

  it('takes longer where timestamps are asked for', async () => {
    const slow = await startLocalSpeech({ recognizer: counter, timestampDelay: { fixedMs: 60_000, share: 0 } });
    const audio = silence(2);
    expect((await call(slow, '/v1/asr', { form: toForm({ audio }) })).status).toBe(200);
    const waits = fetch(`${slow.url}/v1/asr`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${slow.apiKey}` } },
      ...{ body: toForm({ audio, ignore_timestamps: 'false' }), signal: AbortSignal.timeout(1_000) },
    });
    await expect(waits).rejects.toThrow('timeout');
    await slow.close();
  });

  it('sends its headers and its body late when a fault asks for it', async () => {
    service.faults.add({ endpoint: 'asr', delayMs: 100, bodyDelayMs: 200, times: 1 });
    const startedAtMs = performance.now();
    const response = await call(service, '/v1/asr', { form: toForm({ audio: silence(1) }) });
    const headersAtMs = performance.now();
    expect(await response.json()).toMatchObject({ text: '16000' });
    expect(headersAtMs - startedAtMs).toBeGreaterThan(90);
    expect(performance.now() - headersAtMs).toBeGreaterThan(150);
  });

  it('records the upload', async () => {
    const audio = silence(1);
    await call(service, '/v1/asr', { form: toForm({ audio, language: 'en' }) });
    expect(service.requests.at(-1)).toMatchObject({
      endpoint: 'asr',
      status: 200,
      body: { language: 'en', audio: { filename: 'upload.bin', bytes: new Uint8Array(audio) } },
    });
  });
});

describe('what POST /v1/asr refuses', () => {
  it.each([
    ['less than a second', silence(0.99), 'shorter than 1 second', 'audio_too_short'],
    ['bytes that are not audio', Buffer.from('hello, is this audio?'), 'cannot be read', 'invalid_audio'],
    ['nothing at all', new Uint8Array(), 'cannot be read', 'invalid_audio'],
  ])('%s', async (_what, audio, message, code) => {
    const response = await call(service, '/v1/asr', { form: toForm({ audio }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(message), code });
  });

  // Decoding an hour of audio is slow on a busy machine.
  it('more than an hour', { timeout: 90_000 }, async () => {
    const response = await call(service, '/v1/asr', { form: toForm({ audio: silence(3_601, 1_000) }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      ...{ message: 'The audio is longer than 60 minutes', code: 'audio_too_long' },
      request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    });
  });

  it('more than it can process, with a 503', async () => {
    const limited = await startLocalSpeech({ recognizer: counter, asrLimits: { maxProcessedMs: 2_000 } });
    expect((await call(limited, '/v1/asr', { form: toForm({ audio: silence(2) }) })).status).toBe(200);
    const response = await call(limited, '/v1/asr', { form: toForm({ audio: silence(2.1) }) });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'upstream_timeout', request_id: expect.any(String) });
    await limited.close();
  });

  it.each(['en-US', 'English', 'EN', 'eng'])('a language that is not ISO 639-1 in lower case: %s', async (language) => {
    const response = await call(service, '/v1/asr', { form: toForm({ audio: silence(1), language }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_parameter', request_id: expect.any(String) });
  });

  it('WebM, except for the larger model', async () => {
    const audio = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86);
    const response = await call(service, '/v1/asr', { form: toForm({ audio }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('transcribe-1-pro') });
    const pro = await call(service, '/v1/asr', { form: toForm({ audio }), headers: { model: 'transcribe-1-pro' } });
    expect(await pro.json()).toMatchObject({ message: expect.stringContaining('cannot be read') });
  });

  it.each([
    ['html', /^<!DOCTYPE html>/],
    ['empty', /^$/],
  ] as const)('like the network edge, with a body that is %s', async (body, text) => {
    service.faults.add({ endpoint: 'asr', status: 502, body, requestId: 'req_edge', times: 1 });
    const response = await call(service, '/v1/asr', { form: toForm({ audio: silence(1) }) });
    expect(response.status).toBe(502);
    expect(response.headers.get('x-request-id')).toBe('req_edge');
    expect(await response.text()).toMatch(text);
  });

  it('with the code and the request id of a fault', async () => {
    const names = { code: 'overloaded', requestId: 'req_mine' };
    service.faults.add({ endpoint: 'asr', status: 503, ...names, times: 1 });
    const response = await call(service, '/v1/asr', { form: toForm({ audio: silence(1) }) });
    expect(await response.json()).toMatchObject({ status: 503, code: 'overloaded', request_id: 'req_mine' });
  });

  it('recordings beyond its configured limits', async () => {
    const strict = await startLocalSpeech({
      recognizer: counter,
      asrLimits: { minDurationMs: 0, maxDurationMs: 3_000, maxBytes: 10_000 },
    });
    const refusal = async (audio: Uint8Array) => {
      const response = await call(strict, '/v1/asr', { form: toForm({ audio }) });
      return response.status === 200 ? 'taken' : await response.text();
    };
    expect(await refusal(silence(0.5, 1_000))).toBe('taken');
    expect(await refusal(silence(4, 1_000))).toContain('longer than 0.05 minutes');
    expect(await refusal(silence(6, 1_000))).toBe('The audio is larger than 0.01 MB');
    await strict.close();
  });

  it('an unsupported language', async () => {
    const response = await postMessagePack(service, { audio: silence(1), language: 'de' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('English') });
  });

  it('a request without audio', async () => {
    const response = await postMessagePack(service, { language: 'en' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual([{ loc: ['body', 'audio'], type: 'missing', msg: 'Field required' }]);
  });

  it('more than 20 MB, in plain text', async () => {
    const response = await postMessagePack(service, { audio: new Uint8Array(20_000_001) });
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const huge = await postMessagePack(service, { audio: new Uint8Array(21_000_000) });
    expect(huge.status).toBe(413);
  });

  it('recordings beyond the queue for recognition', async () => {
    const busy = await startLocalSpeech({
      recognizer: { recognize: () => Promise.reject(new RecognizerBusy('Too many recordings are waiting.')) },
    });
    const response = await call(busy, '/v1/asr', { form: toForm({ audio: silence(1) }) });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    await busy.close();
  });

  it('every request without PocketSphinx, and names the packages to install', async () => {
    const deaf = await startLocalSpeech({ recognizer: false });
    const response = await call(deaf, '/v1/asr', { form: toForm({ audio: silence(1) }) });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('apt-get install pocketsphinx pocketsphinx-en-us');
    await deaf.close();
  });
});

describe('PocketSphinx', () => {
  it('is not found on an empty path', () => {
    expect(createPocketSphinx({ path: '' })).toBeUndefined();
  });

  describe('on this machine', { tags: ['pocketsphinx'] }, () => {
    let recognizing: LocalSpeech;
    beforeAll(async () => {
      recognizing = await startLocalSpeech({ asrInterface: 'until-2026' });
    });
    afterAll(() => recognizing.close());

    it.each(['The weather is nice today.', 'I would like a cup of tea.', 'People came from all over the country.'])(
      'recognises "%s" word for word, as a sentence',
      async (sentence) => {
        const audio = await speak(recognizing, {
          text: sentence,
          format: 'opus',
          reference_id: recognizing.voices.slt,
        });
        const response = await call(recognizing, '/v1/asr', { form: toForm({ audio, language: 'en' }) });
        expect(await response.json()).toMatchObject({ text: sentence, segments: [] });
      },
    );

    it('gives a segment for each word with its time, and a sentence between two pauses', async () => {
      const pcm = async (text: string): Promise<Int16Array> => {
        const bytes = await speak(recognizing, { text, format: 'pcm', sample_rate: 16_000 });
        return new Int16Array(Uint8Array.from(bytes).buffer);
      };
      const [first, second] = [await pcm('The weather is nice today.'), await pcm('I would like a cup of tea.')];
      const whole = new Int16Array(48_000 + first.length + 32_000 + second.length);
      whole.set(first, 48_000);
      whole.set(second, 48_000 + first.length + 32_000);
      const audio = writeWav(await resampleAll(whole, 16_000, 44_100), 44_100, 1);
      const response = await call(recognizing, '/v1/asr', { form: toForm({ audio, ignore_timestamps: 'false' }) });
      const { text, segments, duration } = (await response.json()) as RecognizedSpeech;
      expect(duration).toBeCloseTo(whole.length / 16_000, 2);
      expect(text).toBe('The weather is nice today. I would like a cup of tea.');
      const words = segments.map((segment) => segment.text);
      expect(words).toEqual('the weather is nice today i would like a cup of tea'.split(' '));
      expect(Math.abs((segments[0]?.start ?? 0) - 3)).toBeLessThan(0.4);
      expect(Math.abs((segments[5]?.start ?? 0) - (5 + first.length / 16_000))).toBeLessThan(0.4);
      expect(segments.map(({ start }) => start)).toEqual(segments.map(({ start }) => start).toSorted((a, b) => a - b));
    });

    it('recognizes nothing in silence', async () => {
      const response = await call(recognizing, '/v1/asr', { form: toForm({ audio: silence(2) }) });
      expect(await response.json()).toEqual({ text: '', duration: 2, segments: [] });
    });
  });
});
