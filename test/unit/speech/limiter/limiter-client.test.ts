import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import type { CallContext } from '../../../../src/speech/call-context.ts';
import { ConcurrencyLimiter, PreemptedError } from '../../../../src/speech/limiter/concurrency-limiter.ts';
import { LimiterClient } from '../../../../src/speech/limiter/limiter-client.ts';
import { createLimiterHost } from '../../../../src/speech/limiter/limiter-host.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';

const limiterOf = (concurrency: number, maxWaiting = 10): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    concurrency,
    preemptionSettleMs: 100,
    speechExpectedMs: 2_000,
    raiseMs: 60_000,
    maxWaiting,
    maxWaitingPerTenant: maxWaiting,
    log: createLogger('silent'),
  });

/** A thread's client and its host at the limiter. Messages travel as between threads: asynchronously, as copies. */
function openThread(limiter: ConcurrencyLimiter) {
  const host = createLimiterHost(
    limiter,
    (answer) => queueMicrotask(() => client.receive(structuredClone(answer))),
    createLogger('silent'),
  );
  const client = new LimiterClient((request) => queueMicrotask(() => host.receive(structuredClone(request))));
  return { host, client };
}

const call = (signal = new AbortController().signal): CallContext => ({ tenant: 'guild', priority: 'speech', signal });

/** Waits until all messages have arrived. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('threads share one limit: while one holds the only permit, the other waits', async () => {
  const limiter = limiterOf(1);
  const [one, other] = [openThread(limiter), openThread(limiter)];
  const permit = await one.client.acquire(call());
  const waiting = other.client.acquire(call());
  await settle();
  expect(limiter.figures()).toMatchObject({ underWay: 1, waiting: { speech: 1 } });
  permit.release();
  permit.release();
  await waiting;
  expect(limiter.figures()).toMatchObject({ underWay: 1, waiting: { speech: 0 } });
});

test('a call aborted while it waits leaves the queue', async () => {
  const limiter = limiterOf(1);
  const { client } = openThread(limiter);
  const permit = await client.acquire(call());
  const controller = new AbortController();
  const waiting = client.acquire(call(controller.signal));
  await settle();
  controller.abort(new Error('not wanted'));
  await expect(waiting).rejects.toThrow('not wanted');
  permit.release();
  await settle();
  expect(limiter.figures()).toMatchObject({ underWay: 0, waiting: { speech: 0 } });
});

test('a permit granted while its call is aborted is returned', async () => {
  const limiter = limiterOf(1);
  const { client } = openThread(limiter);
  const controller = new AbortController();
  const granted = client.acquire(call(controller.signal));
  controller.abort(new Error('not wanted'));
  await expect(granted).rejects.toThrow('not wanted');
  await settle();
  expect(limiter.figures().underWay).toBe(0);
});

test('the concurrency values the service reports reach the limiter', async () => {
  const limiter = limiterOf(5);
  const { client } = openThread(limiter);
  const permit = await client.acquire(call());
  permit.report({ limit: 3, current: undefined });
  await settle();
  expect(limiter.figures().limit).toBe(3);
  permit.refused({ limit: 2, current: undefined });
  await settle();
  expect(limiter.figures()).toMatchObject({ limit: 1, rateLimited: 1 });
  limiter.close(new SpeechError('SPEECH_CLOSED', 'over'));
});

test('a full queue rejects the call with the same error as in the limiter’s own thread', async () => {
  const limiter = limiterOf(1, 0);
  const { client } = openThread(limiter);
  await client.acquire(call());
  await expect(client.acquire(call())).rejects.toMatchObject({ code: 'SPEECH_BUSY', retryable: true });
});

test('when a thread ends, its permits are released and its waiting calls are dropped', async () => {
  const limiter = limiterOf(1);
  const { host, client } = openThread(limiter);
  await client.acquire(call());
  void client.acquire(call());
  await settle();
  host.close();
  await settle();
  expect(limiter.figures()).toMatchObject({ underWay: 0, waiting: { speech: 0 } });
});

test('closing rejects waiting and later calls', async () => {
  const limiter = limiterOf(1);
  const { client } = openThread(limiter);
  await client.acquire(call());
  const waiting = client.acquire(call());
  await settle();
  client.close(new SpeechError('SPEECH_CLOSED', 'over'));
  await expect(waiting).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await expect(client.acquire(call())).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await settle();
  expect(limiter.figures().waiting.speech).toBe(0);
});

test('a thread learns that speech of another thread needs its permit, and passes it on', async () => {
  const limiter = limiterOf(1);
  const [one, other] = [openThread(limiter), openThread(limiter)];
  const file = await one.client.acquire({ ...call(), priority: 'files' }, { isPreemptible: true, preemptions: 0 });
  const speech = other.client.acquire(call());
  await settle();
  expect(file.preempted.reason).toBeInstanceOf(PreemptedError);
  file.release();
  (await speech).release();
  await settle();
  expect(limiter.figures()).toMatchObject({ underWay: 0, preempted: 1 });
});

test('a permit that is taken back before it arrives is both granted and taken back', async () => {
  const limiter = limiterOf(1);
  const [one, other] = [openThread(limiter), openThread(limiter)];
  const file = one.client.acquire({ ...call(), priority: 'files' }, { isPreemptible: true, preemptions: 0 });
  const speech = other.client.acquire(call());
  const permit = await file;
  await settle();
  expect(permit.preempted.aborted).toBe(true);
  permit.release();
  await speech;
});

test('a thread that ends after its permit was taken back gives it to speech', async () => {
  const limiter = limiterOf(1);
  const [one, other] = [openThread(limiter), openThread(limiter)];
  await one.client.acquire({ ...call(), priority: 'files' }, { isPreemptible: true, preemptions: 0 });
  const speech = other.client.acquire(call());
  await settle();
  one.host.close();
  await speech;
  expect(limiter.figures()).toMatchObject({ underWay: 1, waiting: { speech: 0 } });
});
