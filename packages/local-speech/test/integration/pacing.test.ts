import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audioOf, call, connectLive, speak } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech, RecordedRequest } from '../../src/local-speech-api.ts';

const TEXT = 'The weather is nice today.';
const FRAME_MS = 20;
/** No test waits for the end of this pause. */
const FOREVER_MS = 600_000;

let immediate: LocalSpeech;
let paced: LocalSpeech;
let pausing: LocalSpeech;
beforeAll(async () => {
  const options = { recognizer: false } as const;
  immediate = await startLocalSpeech(options);
  paced = await startLocalSpeech({ ...options, pacing: { firstAudioMs: 30, pauseMs: 50, speed: 20 } });
  pausing = await startLocalSpeech({ ...options, pacing: { firstAudioMs: 0, pauseMs: FOREVER_MS }, concurrency: 1 });
});
afterEach(() => paced.faults.clear());
afterAll(() => Promise.all([immediate, paced, pausing].map((service) => service.close())));

/** Speaks the text over a live socket and gives its audio. */
async function speakLive(service: LocalSpeech): Promise<Uint8Array> {
  const client = await connectLive(service);
  client.send({ event: 'start', request: { text: '', format: 'opus' } });
  client.send({ event: 'text', text: TEXT });
  client.send({ event: 'stop' });
  await client.next('finish');
  client.close();
  return audioOf(client.events);
}

function soundMsOf(request: RecordedRequest | undefined): number {
  const reader = createOggOpusReader();
  return (request?.sent ?? []).flatMap((bytes) => reader.push(bytes)).length * FRAME_MS;
}

describe('speech that is paced', () => {
  it.each(['opus', 'mp3', 'wav', 'pcm'])('is the same by POST, byte by byte, as %s', async (format) => {
    const fields = { text: TEXT, format };
    expect(await speak(paced, fields)).toEqual(await speak(immediate, fields));
  });

  it('is the same over the live socket, byte by byte', async () => {
    expect(Buffer.from(await speakLive(paced))).toEqual(Buffer.from(await speakLive(immediate)));
  });

  it('holds about 120 ms of sound before the pause, over the live socket and by POST alike', async () => {
    const client = await connectLive(pausing);
    client.send({ event: 'start', request: { text: TEXT, format: 'opus' } });
    client.send({ event: 'stop' });
    await expect.poll(() => soundMsOf(pausing.requests.at(-1))).toBeGreaterThanOrEqual(100);
    client.close();
    const [live] = pausing.requests;
    await expect.poll(() => pausing.liveSockets).toBe(0);
    const stopped = new AbortController();
    const response = await fetch(`${pausing.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${pausing.apiKey}`, 'content-type': 'application/json', model: 's2-pro' },
      body: JSON.stringify({ text: TEXT, format: 'opus' }),
      signal: stopped.signal,
    });
    await response.body?.getReader().read();
    stopped.abort();
    const posted = pausing.requests.at(-1);
    for (const request of [live, posted]) {
      expect(soundMsOf(request)).toBeGreaterThanOrEqual(100);
      expect(soundMsOf(request)).toBeLessThanOrEqual(240);
    }
  });

  it('ends with a client that goes in the pause, and frees its place', async () => {
    const client = await connectLive(pausing);
    client.send({ event: 'start', request: { text: TEXT, format: 'opus' } });
    client.send({ event: 'flush' });
    await client.next('audio');
    expect((await call(pausing, '/v1/tts', { json: { text: TEXT } })).status).toBe(429);
    client.close();
    await expect.poll(() => pausing.liveSockets).toBe(0);
    const next = await connectLive(pausing);
    next.send({ event: 'start', request: { text: TEXT, format: 'opus' } });
    next.send({ event: 'flush' });
    await next.next('audio');
    next.close();
  });

  it('is dropped in its middle by a fault, after as many bytes as without pacing', async () => {
    paced.faults.add({ endpoint: 'tts', dropAfterBytes: 6_000 });
    const response = await call(paced, '/v1/tts', { json: { text: TEXT } });
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(Buffer.concat(paced.requests.at(-1)?.sent ?? [])).toHaveLength(6_000);
  });

  it('is sent at once to who prepares it without the bot', async () => {
    const response = await call(pausing, '/v1/tts', {
      json: { text: TEXT, format: 'opus' },
      headers: { 'x-playground-pacing': 'off' },
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      Buffer.from(await speak(immediate, { text: TEXT, format: 'opus' })),
    );
  });
});
