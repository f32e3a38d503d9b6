import { encode } from '@msgpack/msgpack';
import { writeWav } from '@mynah/pcm/wav';
import { expect, it, onTestFinished } from 'vitest';
import { call, toForm } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech, LocalSpeechOptions } from '../../src/local-speech-api.ts';
import type { Recognizer } from '../../src/recognition/recognizer.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SAID = 'Thanks for joining. [laughter] Happy to be here.';
const WORDS = [
  { text: 'Thanks', start: 0.16, end: 0.48 },
  { text: 'for', start: 0.48, end: 0.48 },
];

/** Hears the same in every recording. */
const recognizer: Recognizer = {
  recognize: async (pcm) => ({ text: SAID, duration: pcm.length / 16_000, segments: WORDS }),
};

async function start(options: LocalSpeechOptions = {}): Promise<LocalSpeech> {
  const service = await startLocalSpeech({ recognizer, timestampDelay: { fixedMs: 0, share: 0 }, ...options });
  onTestFinished(() => service.close());
  return service;
}

function silence(seconds: number): Uint8Array {
  return writeWav(new Int16Array(Math.round(seconds * 1_000)), 1_000, 1);
}

/** Sends a recording of 4 s as a form. */
async function ask(service: LocalSpeech, fields: Record<string, string> = {}, model?: string) {
  const response = await fetch(`${service.url}/v1/asr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, ...(model === undefined ? {} : { model }) },
    body: toForm({ audio: silence(4), ...fields }),
  });
  return { response, body: (await response.json()) as Record<string, unknown> };
}

it.each([undefined, 'transcribe-1', 'something-else', 'transcribe-1-pro'])(
  'from 2027 every request is served by the larger model, also with the model %s',
  async (model) => {
    const service = await start();
    const { response, body } = await ask(service, {}, model);
    expect(body).toEqual({
      ...{ text: `<|speaker:0|> ${SAID}`, duration: 4, segments: [], language: 'English', language_code: 'en' },
      request_id: expect.stringMatching(UUID),
    });
    expect(response.headers.get('x-request-id')).toBe(body['request_id']);
  },
);

it('until 2026 only a request that names the larger model is served by it', async () => {
  const service = await start({ asrInterface: 'until-2026' });
  for (const model of [undefined, 'transcribe-1', 'something-else']) {
    const { response, body } = await ask(service, {}, model);
    expect(body).toEqual({
      ...{ text: 'Thanks for joining. Happy to be here.', duration: 4, segments: [] },
      ...{ language: 'English', language_code: 'en' },
    });
    expect(response.headers.get('x-request-id')).toBeNull();
  }
  expect((await ask(service, {}, 'transcribe-1-pro')).body).toMatchObject({ text: `<|speaker:0|> ${SAID}` });
});

it('speakers take turns at pauses, and turns are listed only with timestamps', async () => {
  const service = await start();
  service.faults.add({ endpoint: 'asr', speakers: 2 });
  const text = '<|speaker:0|> Thanks for joining. <|speaker:1|> [laughter] Happy to be here.';
  const { body } = await ask(service, { ignore_timestamps: 'false' });
  expect(body).toMatchObject({
    ...{ text, segments: WORDS },
    speaker_turns: [
      { speaker: 'speaker:0', text: 'Thanks for joining.', start: 0, end: 2 },
      { speaker: 'speaker:1', text: '[laughter] Happy to be here.', start: 2, end: 4 },
    ],
  });
  const without = (await ask(service)).body;
  expect(without).toMatchObject({ text, segments: [] });
  expect(without).not.toHaveProperty('speaker_turns');
});

it('speakers are told apart and sounds named unless they are not wanted', async () => {
  const service = await start();
  service.faults.add({ endpoint: 'asr', speakers: 2, sound: 'applause' });
  const { body } = await ask(service, { diarize: 'false', ignore_timestamps: 'false' });
  expect(body['text']).toBe('Thanks for joining. [applause] [laughter] Happy to be here.');
  expect(body).not.toHaveProperty('speaker_turns');
  expect((await ask(service, { tag_audio_events: 'false' })).body['text']).toBe(
    '<|speaker:0|> Thanks for joining. <|speaker:1|> Happy to be here.',
  );
  const neither = { audio: silence(4), diarize: false, tag_audio_events: false };
  const packed = await fetch(`${service.url}/v1/asr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/msgpack' },
    body: Uint8Array.from(encode(neither)),
  });
  expect(await packed.json()).toMatchObject({ text: 'Thanks for joining. Happy to be here.' });
});

it.each([
  ['diarize', 'yes'],
  ['tag_audio_events', '1'],
  ['num_speakers', '0'],
  ['min_speakers', 'two'],
  ['max_speakers', '1.5'],
])('refuses %s=%s', async (field, value) => {
  const { response, body } = await ask(await start(), { [field]: value });
  expect(response.status).toBe(400);
  expect(body).toMatchObject({
    ...{ status: 400, message: expect.stringContaining(field), code: 'invalid_parameter' },
    request_id: expect.stringMatching(UUID),
  });
  expect(response.headers.get('x-request-id')).toBe(body['request_id']);
});

it('the smaller model refuses the fields of the larger one, WebM, and more than it can process', async () => {
  const service = await start({ asrInterface: 'until-2026' });
  expect((await ask(service, { diarize: 'false' })).body).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect((await ask(service, { diarize: 'false' }, 'transcribe-1-pro')).response.status).toBe(200);
  const long = toForm({ audio: silence(95) });
  const refused = await call(service, '/v1/asr', { form: long });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ status: 503, code: 'upstream_timeout' });
  const whole = await call(service, '/v1/asr', { form: long, headers: { model: 'transcribe-1-pro' } });
  expect(whole.status).toBe(200);
});

it('a service of the document alone ignores what it does not know', async () => {
  const service = await start({ asrInterface: 'document' });
  const { body } = await ask(service, { diarize: 'maybe', ignore_timestamps: 'false' }, 'transcribe-1-pro');
  expect(body).toEqual({ text: 'Thanks for joining. Happy to be here.', duration: 4, segments: WORDS });
});

it('a strict service of the document alone refuses what it does not know, and names nothing', async () => {
  const service = await start({ asrInterface: 'strict-document' });
  for (const { response, body } of [await ask(service, { diarize: 'false' }), await ask(service, {}, 'transcribe-1')]) {
    expect(response.status).toBe(400);
    expect(Object.keys(body)).toEqual(['status', 'message']);
  }
  expect((await ask(service, { language: 'en' })).response.status).toBe(200);
});

it('refusals of the account have a status and a message', async () => {
  const service = await start();
  service.faults.add({ endpoint: 'asr', status: 429 });
  const { body } = await ask(service);
  expect(Object.keys(body)).toEqual(['status', 'message']);
});
