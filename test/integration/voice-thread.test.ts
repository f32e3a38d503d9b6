import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { ToVoiceThread } from '../../src/voice/workers/worker-messages.ts';
import type { VoiceThreadData } from '../../src/voice-thread.ts';

const data: VoiceThreadData = {
  speech: {
    ...{ baseUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9', apiKey: 'key', model: 'model' },
    ...{ format: 'opus', concurrency: 1 },
  },
  logLevel: 'silent',
  secrets: [],
  mainTimeOriginMs: performance.timeOrigin,
};

async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('../../src/voice-thread.ts', import.meta.url), { workerData: data, execArgv: [] });
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
