import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { startVoiceThread, startVoiceThreads } from '../../src/startup/voice-threads.ts';
import type { ToVoiceThread } from '../../src/voice/workers/worker-messages.ts';
import type { VoiceThreadData } from '../../src/voice-thread.ts';

const data: VoiceThreadData = {
  speech: {
    ...{ baseUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9', apiKey: 'key', model: 'model' },
    ...{ format: 'opus', concurrency: 1 },
  },
  logLevel: 'silent',
  secrets: [],
  isTraced: false,
  mainTimeOriginMs: performance.timeOrigin,
};

async function startThread(): Promise<Worker> {
  const thread = startVoiceThread(data);
  thread.postMessage({ type: 'ping' } satisfies ToVoiceThread);
  expect(await once(thread, 'message')).toEqual([{ type: 'pong' }]);
  return thread;
}

it('a voice thread reports when it has left its channels', async () => {
  const thread = await startThread();
  thread.postMessage({ type: 'close' } satisfies ToVoiceThread);
  expect(await once(thread, 'message')).toEqual([{ type: 'closed' }]);
  await thread.terminate();
});

it('a voice thread has half of the young generation that V8 gives by default', async () => {
  const thread = await startThread();
  await vi.waitFor(() => expect(thread.resourceLimits).toMatchObject({ maxYoungGenerationSizeMb: 24 }));
  await thread.terminate();
});

it('a voice thread passes the exception that ends it to the main thread', async () => {
  const thread = await startThread();
  const exited = new Promise((resolve) => thread.once('exit', resolve));
  const failed = once(thread, 'error');
  thread.postMessage({ type: 'restore', sessions: 'not what can be restored' });
  expect(await failed).toEqual([
    expect.objectContaining({ name: 'TypeError', stack: expect.stringContaining('engine.ts') }),
  ]);
  await exited;
});

it('a voice thread that ends before the engine takes it is replaced', async () => {
  const workers: Worker[] = [];
  const onWorker = (message: unknown): void => void workers.push((message as { worker: Worker }).worker);
  channel('worker_threads').subscribe(onWorker);
  await using threads = startVoiceThreads(2, data);
  await threads.started;
  channel('worker_threads').unsubscribe(onWorker);
  const [dead, alive] = workers as [Worker, Worker];
  await dead.terminate();
  const log = createLogger('silent');
  const logged = vi.spyOn(log, 'error');
  const first = threads.take(log);
  expect(first).toBe(alive);
  expect(logged).toHaveBeenCalledOnce();
  const second = threads.take(log);
  second.postMessage({ type: 'ping' } satisfies ToVoiceThread);
  expect(await once(second, 'message')).toEqual([{ type: 'pong' }]);
  await Promise.all([first.terminate(), second.terminate()]);
});
