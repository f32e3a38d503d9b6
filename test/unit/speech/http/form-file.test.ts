import { FormData } from 'undici';
import { expect, it } from 'vitest';
import { appendFile } from '../../../../src/speech/http/form-file.ts';

async function sent(bytes: Uint8Array): Promise<number[]> {
  const form = new FormData();
  appendFile(form, 'audio', { bytes, filename: 'me.wav', contentType: 'audio/wav' });
  const file = form.get('audio');
  if (file === null || typeof file === 'string') throw new Error('no file was added');
  expect(file).toMatchObject({ name: 'me.wav', type: 'audio/wav' });
  return [...new Uint8Array(await file.arrayBuffer())];
}

function sharedBytes(...values: number[]): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(values.length));
  bytes.set(values);
  return bytes;
}

it.each([
  ['from their own buffer', Uint8Array.of(1, 2, 3)],
  ['from within a larger buffer', Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4)],
  ['shared with another thread', sharedBytes(1, 2, 3)],
])('puts exactly these bytes into the form: %s', async (_what, bytes) => {
  expect(await sent(bytes)).toEqual([1, 2, 3]);
});

it('copies the bytes, so later writes to the buffer do not change the form', async () => {
  const form = new FormData();
  const bytes = Uint8Array.of(1, 2, 3);
  appendFile(form, 'audio', { bytes, filename: 'me.wav' });
  bytes.fill(0);
  const file = form.get('audio');
  expect(file instanceof Blob && [...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3]);
});
