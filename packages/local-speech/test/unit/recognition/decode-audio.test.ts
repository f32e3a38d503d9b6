import { writeWav } from '@mynah/pcm/wav';
import { expect, test } from 'vitest';
import { decodeAudio } from '../../../src/recognition/decode-audio.ts';

const RATE_HZ = 16_000;
const recording = writeWav(new Int16Array(60 * RATE_HZ), RATE_HZ, 1);

test('a recording is decoded whole', async () => {
  expect(await decodeAudio(recording, RATE_HZ, 3_600)).toHaveLength(60 * RATE_HZ);
});

test('decoding stops when it is cancelled', async () => {
  const pcm = await decodeAudio(recording, RATE_HZ, 3_600, () => true);
  expect(pcm.length).toBeLessThan(30 * RATE_HZ);
});
