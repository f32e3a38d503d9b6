import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createDecodingThreads, type DecodingThreads } from '@mynah/local-speech/recognition/decoding-threads';
import { writeWav } from '@mynah/pcm/wav';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toVoiceRecording } from '../../src/audio/voice-recording.ts';

const RATE_HZ = 16_000;
const SECONDS = 2;
const sound = Int16Array.from({ length: RATE_HZ * SECONDS }, (_, index) => 8_000 * Math.sin(index / 6));

describe('recordings that the local speech service decodes', () => {
  let bytes: Uint8Array;
  let threads: DecodingThreads;
  let started = 0;
  const count = (): void => {
    started += 1;
  };

  beforeAll(async () => {
    ({ bytes } = await toVoiceRecording(writeWav(sound, RATE_HZ, 1), { pcmSampleRateHz: RATE_HZ }));
  });
  beforeEach(() => {
    started = 0;
    subscribe('worker_threads', count);
    threads = createDecodingThreads();
  });
  afterEach(async () => {
    await threads.close();
    unsubscribe('worker_threads', count);
  });

  const decode = (signal = new AbortController().signal, what = bytes) =>
    threads.decode({ bytes: what, sampleRateHz: RATE_HZ, maxDurationS: 60 }, signal);

  it('are decoded one after the other in one thread, also after one that is damaged', async () => {
    expect((await decode()).length / RATE_HZ).toBeCloseTo(SECONDS, 1);
    await expect(decode(undefined, Buffer.from('no audio'))).rejects.toThrow('cannot be read');
    expect((await decode()).length / RATE_HZ).toBeCloseTo(SECONDS, 1);
    expect(started).toBe(1);
  });

  it('are decoded side by side in a thread each, of which one is kept', async () => {
    await Promise.all([decode(), decode(), decode()]);
    await decode();
    expect(started).toBe(3);
  });

  it('are given up with the reason of their signal, and close waits for their threads', async () => {
    const giving = new AbortController();
    const given = decode(giving.signal);
    giving.abort(new Error('not wanted'));
    await expect(given).rejects.toThrow('not wanted');
    await threads.close();
    expect(started).toBe(1);
  });
});
