import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { createSpeechService } from '../../src/speech/speech-service.ts';
import { annotate } from '../../src/text/pronunciation/phonemes.ts';
import { call } from '../support/speech-client.ts';
import { bytesOf, context } from './speech-fixture.ts';

const TEXT = `I am an ${annotate('engineer', 'EH1 N JH AH0 N IH1 R')}.`;
const TOKENS = 'I am an <|phoneme_start|>EH1 N JH AH0 N IH1 R<|phoneme_end|>.';
const SPELLED = 'I am an engineer.';

let local: LocalSpeech;
let sentBefore = 0;

beforeAll(async () => {
  local = await startLocalSpeech({ recognizer: false });
});
beforeEach(() => {
  local.faults.clear();
  sentBefore = local.requests.length;
});
afterAll(() => local.close());

const textsSent = (): unknown[] =>
  local.requests
    .slice(sentBefore)
    .map(({ endpoint, body }) => [endpoint, (body as { readonly text?: string } | undefined)?.text]);

async function withService<T>(use: (service: ReturnType<typeof createSpeechService>) => Promise<T>): Promise<T> {
  const service = createSpeechService({
    ...{ baseUrl: local.url, wsUrl: local.url.replace('http', 'ws'), apiKey: local.apiKey, model: 's2-pro' },
    ...{ format: 'opus', concurrency: 2, log: createLogger('silent') },
  });
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** Speaks as to a listener; counts bytes and restarts. */
const heard = (text: string) =>
  withService(async (service) => {
    let bytes = 0;
    for await (const chunk of service.synthesize({ text, voiceId: undefined }, context())) {
      if (chunk.kind === 'audio') bytes += chunk.bytes.length;
    }
    return bytes;
  });

const file = (text: string) =>
  withService((service) => bytesOf(service.tts({ text, voiceId: undefined }, { ...context(), priority: 'files' })));

test('phonemes go to the service as its tokens, over the live socket and in a file', async () => {
  expect(await heard(TEXT)).toBeGreaterThan(1_000);
  expect((await file(TEXT)).length).toBeGreaterThan(1_000);
  expect(textsSent()).toEqual([
    ['live', TOKENS],
    ['tts', TOKENS],
  ]);
});

test('when the service refuses phonemes, the same piece is spoken as it is spelled', async () => {
  local.faults.add({ endpoint: 'live', refusesPhonemes: true });
  local.faults.add({ endpoint: 'tts', refusesPhonemes: true });
  expect(await heard(TEXT)).toBeGreaterThan(1_000);
  expect(textsSent()).toEqual([
    ['live', TOKENS],
    ['tts', TOKENS],
    ['live', SPELLED],
  ]);
  sentBefore = local.requests.length;
  expect((await file(TEXT)).length).toBeGreaterThan(1_000);
  expect(textsSent()).toEqual([
    ['tts', TOKENS],
    ['tts', SPELLED],
  ]);
});

test('a text without phonemes is not repeated when the service refuses it, nor is one that fails otherwise', async () => {
  local.faults.add({ endpoint: 'tts', status: 400 });
  await expect(file('Hello there.')).rejects.toMatchObject({ code: 'SPEECH_BAD_REQUEST' });
  expect(textsSent()).toHaveLength(1);
  local.faults.clear();
  sentBefore = local.requests.length;
  local.faults.add({ endpoint: 'tts', status: 402 });
  await expect(file(TEXT)).rejects.toMatchObject({ code: 'SPEECH_OUT_OF_CREDITS' });
  expect(textsSent()).toHaveLength(1);
});

test('tokens that somebody wrote are rejected before anything is sent, also around phonemes', {
  meta: { promises: ['dictionaries-csv-files-survive'] },
}, async () => {
  const written = [TOKENS, `<${annotate('|speaker:1', 'N AW1')}|>`, `<|${TEXT}`, `${TEXT}|>`];
  for (const text of written) await expect(file(text)).rejects.toMatchObject({ code: 'SPEECH_LIMIT' });
  for (const text of written) await expect(heard(text)).rejects.toMatchObject({ code: 'SPEECH_LIMIT' });
  expect(textsSent()).toEqual([]);
});

test('the local service refuses phonemes that are torn or in no alphabet, as the real one may', async () => {
  const status = async (text: string): Promise<number> => (await call(local, '/v1/tts', { json: { text } })).status;
  expect(await status(TOKENS)).toBe(200);
  expect(await status('a <|phoneme_start|>EH1 N')).toBe(400);
  expect(await status('a <|phoneme_start|>ɛn<|phoneme_end|>')).toBe(400);
});
