import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AUDIBLE_KINDS,
  EMPTY_RECORDING,
  makePicture,
  makeRecording,
  makeSilentVideo,
  makeVoiceMessage,
  truncated,
} from '../../../../test/support/recordings.ts';
import { scriptedSpeech } from '../../../../test/support/scripted-speech.ts';
import { call, toForm } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech } from '../../src/local-speech-api.ts';
import { createFfmpeg } from '../../src/recognition/ffmpeg.ts';
import type { RecognizedSpeech } from '../../src/recognition/recognized-speech.ts';
import type { Recognizer } from '../../src/recognition/recognizer.ts';

const DURATION_S = 4;
const SENTENCE = 'The weather is nice today.';

/** Accepts everything as speech: these tests check containers, not words. */
const patient: Recognizer = {
  recognize: async (pcm) => ({ text: '', duration: pcm.length / 16_000, segments: [] }),
};

/** To the larger model, which takes WebM, too. */
function upload(service: LocalSpeech, audio: Uint8Array): Promise<Response> {
  return call(service, '/v1/asr', {
    form: toForm({ audio, diarize: 'false' }),
    headers: { model: 'transcribe-1-pro' },
  });
}

describe('recordings of every container', { tags: ['ffmpeg', 'pocketsphinx'] }, () => {
  let service: LocalSpeech;
  let sound: Int16Array;
  beforeAll(async () => {
    service = await startLocalSpeech();
    sound = await scriptedSpeech({ durationS: DURATION_S, lines: [{ atS: 1, text: SENTENCE }] });
  });
  afterAll(() => service.close());

  it.each(AUDIBLE_KINDS)('%s is understood', async (kind) => {
    const { file } = await makeRecording(kind, sound);
    const response = await upload(service, file);
    const { text, duration } = (await response.json()) as RecognizedSpeech;
    // mp3 and AAC add the length of a frame or two at the beginning and the end; bare AAC has an estimate besides.
    expect(Math.abs(duration - DURATION_S)).toBeLessThan(0.3);
    expect(text).toBe(SENTENCE);
  });

  it('a voice message is understood', async () => {
    const { file, durationSecs } = await makeVoiceMessage(sound);
    const { duration } = (await (await upload(service, file)).json()) as RecognizedSpeech;
    expect(durationSecs).toBe(DURATION_S);
    expect(duration).toBeCloseTo(DURATION_S, 1);
  });

  it.each([
    ['a video without sound', () => makeSilentVideo()],
    ['a picture', () => makePicture()],
    ['a truncated mp4', async () => truncated(await makeRecording('mp4', sound))],
    ['an empty file', async () => EMPTY_RECORDING],
  ])('%s is refused', async (_what, make) => {
    const { file } = await make();
    const response = await upload(service, file);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('cannot be read') });
  });

  it('half of an mp3 is half as long', async () => {
    const { file } = truncated(await makeRecording('mp3', sound));
    const { duration } = (await (await upload(service, file)).json()) as RecognizedSpeech;
    expect(Math.abs(duration - DURATION_S / 2)).toBeLessThan(0.2);
  });

  it('a large recording is understood like a small one', async () => {
    const long = await scriptedSpeech({ durationS: 40, lines: [{ atS: 36, text: SENTENCE }] });
    const { file } = await makeRecording('wav', long);
    expect(file.length).toBeGreaterThan(1_000_000);
    const { duration } = (await (await upload(service, file)).json()) as RecognizedSpeech;
    expect(duration).toBe(40);
  });
});

describe('a service without ffmpeg', () => {
  it('names the package to install for an unreadable container', async () => {
    const plain = await startLocalSpeech({ recognizer: patient, ffmpeg: false });
    expect(plain.readsEverything).toBe(false);
    const response = await upload(plain, Buffer.from('fLaC and what follows in one'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('apt-get install ffmpeg') });
    await plain.close();
  });

  it('reads an mp3 that begins with an index, which is longer than its header says', async () => {
    const plain = await startLocalSpeech({ recognizer: patient, ffmpeg: false });
    const spoken = await fetch(`${plain.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${plain.apiKey}`, 'content-type': 'application/json', model: 's2-pro' },
      body: JSON.stringify({ text: SENTENCE, format: 'mp3' }),
    });
    const mp3 = Buffer.from(await spoken.arrayBuffer());
    const index = Buffer.alloc(156);
    index.set([0xff, 0xfa, 0x30, 0xc4]);
    index.write('Xing', 21, 'latin1');
    const durations: number[] = [];
    for (const file of [mp3, Buffer.concat([index, mp3])]) {
      const response = await upload(plain, file);
      expect(response.status).toBe(200);
      durations.push(((await response.json()) as RecognizedSpeech).duration);
    }
    expect(durations[0]).toBeGreaterThan(1);
    expect(durations[1]).toBeCloseTo(durations[0] ?? 0, 1);
    await plain.close();
  });

  it('is the result of a PATH without ffmpeg', () => {
    expect(createFfmpeg({ path: '' })).toBeUndefined();
  });
});
