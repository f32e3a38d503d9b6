import { expect, test } from 'vitest';
import { SpeechQueue } from '../../../../../playground/page/voice/speech-queue.ts';

async function drain(queue: SpeechQueue): Promise<number[]> {
  const packets = await Array.fromAsync(queue);
  return packets.map((packet) => packet[0] ?? -1);
}

test('an utterance is what was pushed until its end, in order', async () => {
  const queue = new SpeechQueue();
  const drained = drain(queue);
  queue.push(Uint8Array.of(1));
  await Promise.resolve();
  queue.push(Uint8Array.of(2));
  queue.end();
  queue.push(Uint8Array.of(3));
  expect(await drained).toEqual([1, 2]);
});

test('a page that sends too much loses the oldest', async () => {
  const queue = new SpeechQueue();
  for (let index = 0; index < 253; index++) queue.push(Uint8Array.of(index % 256));
  queue.end();
  const drained = await drain(queue);
  expect(queue.dropped).toBe(3);
  expect(drained).toHaveLength(250);
  expect(drained[0]).toBe(3);
});

test('what waits can be given up', async () => {
  const queue = new SpeechQueue();
  queue.push(Uint8Array.of(1));
  queue.clear();
  queue.push(Uint8Array.of(2));
  queue.end();
  expect(await drain(queue)).toEqual([2]);
});
