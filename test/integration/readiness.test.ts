import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { createSpeechService } from '../../src/speech/speech-service.ts';
import { type ReadyParts, readinessOf } from '../../src/startup/readiness.ts';
import { NO_TRAFFIC } from '../../src/voice/traffic.ts';
import { createWorkerPool } from '../../src/voice/workers/worker-pool.ts';
import { createHealthRoute } from '../../src/web/health.ts';
import { startHttpServer } from '../../src/web/http-server.ts';

const log = createLogger('silent');
const READY: ReadyParts = {
  bot: { isReady: () => true },
  database: { ping: async () => undefined },
  voice: { threads: async () => [] },
};

/** Probes `/readyz` of a real server. */
async function serve(parts: ReadyParts) {
  const routes = [createHealthRoute(readinessOf(parts, new AbortController().signal))];
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 }, { routes, log });
  onTestFinished(() => server.close());
  return async () => {
    // Node's timer of the signal would end a probe that takes longer than it may.
    const signal = AbortSignal.timeout(2_000);
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`, { signal });
    return { status: response.status, body: await response.text() };
  };
}

/** Voice threads of which the second never answers: it computes without end as soon as it is asked. */
function createPoolWithHungThread() {
  const figures = { traffic: NO_TRAFFIC, warmSockets: 0, liveUsable: true, load: undefined };
  const answering = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => parentPort.postMessage(${JSON.stringify({ type: 'figures', figures })}));`;
  const hanging = `require('node:worker_threads').parentPort.on('message', () => { for (;;); });`;
  const scripts = [answering, hanging];
  const started: Worker[] = [];
  const speech = createSpeechService({
    ...{ baseUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9', apiKey: 'a-speech-key', model: 's2-pro' },
    ...{ format: 'opus', concurrency: 1, log },
  });
  const pool = createWorkerPool({
    count: 2,
    startThread: () => {
      const worker = new Worker(scripts.shift() ?? answering, { eval: true });
      started.push(worker);
      return worker;
    },
    permits: speech.permits,
    onEvent: () => undefined,
    log,
  });
  onTestFinished(async () => {
    const closing = pool.close();
    await Promise.all(started.map((worker) => worker.terminate()));
    await closing;
    await speech.close();
  });
  return pool;
}

describe('GET /readyz', () => {
  it('is 200 when Discord, the database and all voice threads answer', async () => {
    const probe = await serve(READY);
    expect(await probe()).toEqual({ status: 200, body: 'ready\n' });
  });

  it('names a voice thread that hangs, within 2 s, however often it is asked', async () => {
    const probe = await serve({ ...READY, voice: createPoolWithHungThread() });
    const probes = await Promise.all(Array.from({ length: 20 }, () => probe()));
    expect(new Set(probes.map(({ body }) => body))).toEqual(new Set(['voice-1: does not answer\n']));
    expect(await probe()).toEqual({ status: 503, body: 'voice-1: does not answer\n' });
  });

  it('names a database that hangs, within 2 s, and asks it once', async () => {
    let asked = 0;
    const ping = () => {
      asked += 1;
      return new Promise<void>(() => undefined);
    };
    const probe = await serve({ ...READY, database: { ping } });
    for (let probes = 0; probes < 2; probes += 1) {
      expect(await probe()).toEqual({ status: 503, body: 'database: does not answer\n' });
    }
    expect(asked).toBe(1);
  });
});
