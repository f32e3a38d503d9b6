import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { decodeAudio } from '@mynah/local-speech/recognition/decode-audio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Delivery } from '../../src/speech/delivery.ts';
import type { SpeechService } from '../../src/speech/speech-service.ts';
import { answerStops, type ClientEvent, context, serviceFor, startServer } from './speech-fixture.ts';

const TEXT = 'The weather is nice today.';
const NORMAL = { voiceId: undefined };
/** For a service that speaks in real time. */
const PATIENT = { liveStallMs: 10_000, liveHandshakeMs: 10_000, ttsFirstSoundMs: 10_000, ttsSilenceMs: 10_000 };

test('texts that share a warm socket keep their own voice, speed and volume', async () => {
  const starts: unknown[] = [];
  const server = await startServer({
    live: (peer) => {
      peer.on(({ event, request }: ClientEvent) => event === 'start' && starts.push(request));
      answerStops([7])(peer);
    },
  });
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  await vi.waitUntil(() => service.figures().warmSockets === 1, { timeout: 5_000 });
  const deliveries = [{ voiceId: 'v1', speed: 2, volumeDb: -20 }, { voiceId: 'v2', speed: 0.5 }, NORMAL];
  for (const delivery of deliveries) {
    for await (const _chunk of service.synthesize({ text: TEXT, ...delivery }, context()));
  }
  const plain = { text: '', format: 'opus', latency: 'balanced' };
  expect(starts).toEqual([
    { ...plain, reference_id: 'v1', prosody: { speed: 2, volume: -20 } },
    { ...plain, reference_id: 'v2', prosody: { speed: 0.5 } },
    plain,
  ]);
  expect(server.handshakes.length).toBeLessThanOrEqual(2);
});

test('a text whose live session fails is spoken by POST at the same speed and volume', async () => {
  const server = await startServer({
    live: (peer) => peer.on(({ event }) => event === 'stop' && peer.send({ event: 'error', error: 'broken' })),
    http: (_request, response) => void response.end(Buffer.from([1])),
  });
  const request = { text: TEXT, voiceId: 'v1', speed: 1.5, volumeDb: 6 };
  for await (const _chunk of serviceFor(server).synthesize(request, context()));
  expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject({
    ...{ reference_id: 'v1', prosody: { speed: 1.5, volume: 6 } },
  });
});

describe('with the local speech service', () => {
  let local: LocalSpeech;
  let service: SpeechService;
  beforeAll(async () => {
    local = await startLocalSpeech({ recognizer: false, pacing: false });
  });
  afterAll(() => local.close());

  async function live(delivery: Delivery): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const chunk of service.synthesize({ text: TEXT, ...delivery }, context())) {
      if (chunk.kind === 'audio') parts.push(chunk.bytes);
    }
    return Buffer.concat(parts);
  }

  async function posted(delivery: Delivery): Promise<Uint8Array> {
    return Buffer.concat(await Array.fromAsync(service.tts({ text: TEXT, ...delivery }, context('files'))));
  }

  /** Loudness (RMS) and duration. */
  async function measure(bytes: Uint8Array): Promise<{ readonly rms: number; readonly seconds: number }> {
    const pcm = await decodeAudio(bytes, 16_000, 60);
    const power = pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length;
    return { rms: Math.sqrt(power), seconds: pcm.length / 16_000 };
  }

  test.each([
    ['live', live],
    ['by POST', posted],
  ])('a text is spoken in half the time at speed 2, and at a tenth of the level at −20 dB: %s', async (_how, speak) => {
    service = serviceFor({ baseUrl: local.url, wsUrl: local.url.replace('http', 'ws') }, PATIENT, {
      apiKey: local.apiKey,
    });
    const plain = await measure(await speak(NORMAL));
    const fast = await measure(await speak({ ...NORMAL, speed: 2 }));
    const quiet = await measure(await speak({ ...NORMAL, volumeDb: -20 }));
    expect(fast.seconds / plain.seconds).toBeCloseTo(0.5, 1);
    expect(fast.rms / plain.rms).toBeCloseTo(1, 0);
    expect(quiet.seconds).toBe(plain.seconds);
    expect(quiet.rms / plain.rms).toBeCloseTo(0.1, 1);
  });

  test('a speed or volume that it does not have is refused', async () => {
    service = serviceFor({ baseUrl: local.url, wsUrl: local.url.replace('http', 'ws') }, PATIENT, {
      apiKey: local.apiKey,
    });
    await expect(posted({ ...NORMAL, speed: 2.5 })).rejects.toMatchObject({ code: 'SPEECH_BAD_REQUEST' });
    await expect(live({ ...NORMAL, volumeDb: 21 })).rejects.toMatchObject({ code: 'SPEECH_BAD_REQUEST' });
  });
});
