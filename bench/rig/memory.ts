import { Session } from 'node:inspector/promises';
import type { Worker } from 'node:worker_threads';
import type { MemoryFigures } from './contender-calls.ts';

/** Collects garbage in all threads and measures this process, which needs `--expose-gc`. */
export async function memoryAfterCollection(workers: Iterable<Worker>): Promise<MemoryFigures> {
  const threads = [...workers];
  await collectGarbage(threads);
  const { rss, heapUsed, external } = process.memoryUsage();
  const heaps = await Promise.all(threads.map((thread) => thread.getHeapStatistics()));
  return {
    rssBytes: rss,
    heapBytes: heaps.reduce((sum, heap) => sum + heap.used_heap_size, heapUsed),
    externalBytes: heaps.reduce((sum, heap) => sum + heap.external_memory, external),
  };
}

/** Collects garbage in this thread and in `workers`, which must be all of them; needs `--expose-gc`. */
export async function collectGarbage(threads: readonly Worker[]): Promise<void> {
  // The second pass collects what the finalizers of the first released.
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    if (threads.length > 0) await collectInWorkers(threads.length);
  }
}

/** Blocks this thread for that long. */
export function keepBusy(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

/** Workers have no `gc` of their own; an inspector session can run it in them. */
async function collectInWorkers(count: number): Promise<void> {
  const session = new Session();
  session.connect();
  const { promise, resolve } = Promise.withResolvers<void>();
  let collected = 0;
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
    const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
    void session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  });
  session.on('NodeWorker.receivedMessageFromWorker', () => {
    collected += 1;
    if (collected === count) resolve();
  });
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await promise;
  session.disconnect();
}
