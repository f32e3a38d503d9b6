import { startLocalSpeech } from '@mynah/local-speech';
import { expect, test } from 'vitest';

test('speaks, and fails when it is told to', async () => {
  const speech = await startLocalSpeech();
  const say = (text: string): Promise<Response> =>
    fetch(`${speech.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${speech.apiKey}`, model: 's2-pro', 'content-type': 'application/json' },
      body: JSON.stringify({ text, format: 'opus' }),
    });

  const ogg = Buffer.from(await (await say('Good morning.')).arrayBuffer());
  expect(ogg.toString('latin1', 0, 4)).toBe('OggS');

  speech.faults.add({ endpoint: 'tts', status: 503, times: 1 });
  expect((await say('Good night.')).status).toBe(503);
  expect(speech.requests.map(({ status }) => status)).toEqual([200, 503]);
  await speech.close();
});
