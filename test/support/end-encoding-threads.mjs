// A program of its own: threads that encode Opus without a pause are ended in the middle of it.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { openOpusCodec } from '@mynah/opus/opus-codec';

const THREADS = 10;

if (isMainThread) {
  for (let count = 0; count < THREADS; count += 1) {
    const thread = new Worker(new URL(import.meta.url));
    await once(thread, 'message');
    // Somewhere in the middle of a frame, which takes some 100 µs.
    await sleep(count);
    await thread.terminate();
  }
  process.stdout.write(`ended ${THREADS} threads\n`);
} else {
  const codec = openOpusCodec(1);
  const frame = Buffer.alloc(1_920, 7);
  codec.encode(frame);
  parentPort?.postMessage('encoding');
  for (;;) codec.encode(frame);
}
