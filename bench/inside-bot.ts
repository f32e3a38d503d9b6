/**
 * Preloaded into a bot's process; the bot itself is unchanged. Logs `node is up` immediately. SIGWINCH collects garbage in
 * all threads and logs `memory`; SIGHUP terminates the oldest voice thread, like a crash inside it would.
 */
import { channel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { isMainThread, type Worker } from 'node:worker_threads';
import type { BotMemory } from './bot-memory.ts';

const STANDARD_OUTPUT = 1;

function log(entry: { readonly msg: string }): void {
  writeSync(STANDARD_OUTPUT, `${JSON.stringify({ level: 'info', ...entry })}\n`);
}

async function measure(threads: readonly Worker[]): Promise<BotMemory> {
  const { getHeapStatistics } = await import('node:v8');
  const { collectGarbage } = await import('./rig/memory.ts');
  await collectGarbage(threads);
  const heaps = [getHeapStatistics(), ...(await Promise.all(threads.map((thread) => thread.getHeapStatistics())))];
  const [main = { heapBytes: 0, externalBytes: 0 }, ...voice] = heaps.map((heap) => ({
    heapBytes: heap.used_heap_size,
    externalBytes: heap.external_memory,
  }));
  return { rssBytes: process.memoryUsage.rss(), main, voice };
}

if (isMainThread) {
  const threads = new Set<Worker>();
  channel('worker_threads').subscribe((message) => {
    const { worker } = message as { worker: Worker };
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  });
  process.on('SIGWINCH', () => void measure([...threads]).then((memory) => log({ msg: 'memory', ...memory })));
  process.on('SIGHUP', () => void threads.values().next().value?.terminate());
  log({ msg: 'node is up' });
}
