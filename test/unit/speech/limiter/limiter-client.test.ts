import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import type { CallContext } from '../../../../src/speech/call-context.ts';
import { ConcurrencyLimiter } from '../../../../src/speech/limiter/concurrency-limiter.ts';
import { LimiterClient } from '../../../../src/speech/limiter/limiter-client.ts';
import { createLimiterHost } from '../../../../src/speech/limiter/limiter-host.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';

const governorOf = (concurrency: number, maxWaiting = 10): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    concurrency,
    raiseMs: 60_000,
    maxWaiting,
    maxWaitingPerTenant: maxWaiting,
    log: createLogger('silent'),
  });

/** A thread with a desk of its own at the governor; messages are carried as between threads: later, and as copies. */
function openThread(governor: ConcurrencyLimiter) {
  const desk = createLimiterHost(governor, (answer) => queueMicrotask(() => remote.receive(structuredClone(answer))));
  const remote = new LimiterClient((request) => queueMicrotask(() => desk.receive(structuredClone(request))));
  return { desk, remote };
}

const call = (signal = new AbortController().signal): CallContext => ({ tenant: 'guild', priority: 'speech', signal });

/** Lets all messages arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('threads share one limit: a turn of one is what the other waits for', async () => {
  const governor = governorOf(1);
  const [one, other] = [openThread(governor), openThread(governor)];
  const slot = await one.remote.acquire(call());
  const waiting = other.remote.acquire(call());
  await settle();
  expect(governor.figures()).toMatchObject({ underWay: 1, waiting: { speech: 1 } });
  slot.release();
  slot.release();
  await waiting;
  expect(governor.figures()).toMatchObject({ underWay: 1, waiting: { speech: 0 } });
});

test('a call that is aborted while it waits leaves the line', async () => {
  const governor = governorOf(1);
  const { remote } = openThread(governor);
  const slot = await remote.acquire(call());
  const controller = new AbortController();
  const waiting = remote.acquire(call(controller.signal));
  await settle();
  controller.abort(new Error('not wanted'));
  await expect(waiting).rejects.toThrow('not wanted');
  slot.release();
  await settle();
  expect(governor.figures()).toMatchObject({ underWay: 0, waiting: { speech: 0 } });
});

test('a turn that is granted while its call is aborted is given back', async () => {
  const governor = governorOf(1);
  const { remote } = openThread(governor);
  const controller = new AbortController();
  const granted = remote.acquire(call(controller.signal));
  controller.abort(new Error('not wanted'));
  await expect(granted).rejects.toThrow('not wanted');
  await settle();
  expect(governor.figures().underWay).toBe(0);
});

test('what the service says about concurrency reaches the governor', async () => {
  const governor = governorOf(5);
  const { remote } = openThread(governor);
  const slot = await remote.acquire(call());
  slot.report({ limit: 3, current: undefined });
  await settle();
  expect(governor.figures().limit).toBe(3);
  slot.refused({ limit: 2, current: undefined });
  await settle();
  expect(governor.figures()).toMatchObject({ limit: 1, rateLimited: 1 });
  governor.close(new SpeechError('SPEECH_CLOSED', 'over'));
});

test('a full line turns the call away with the same error as in the governor’s own thread', async () => {
  const governor = governorOf(1, 0);
  const { remote } = openThread(governor);
  await remote.acquire(call());
  await expect(remote.acquire(call())).rejects.toMatchObject({ code: 'SPEECH_BUSY', retryable: true });
});

test('when a thread is gone everything that it held or waited for is free again', async () => {
  const governor = governorOf(1);
  const { desk, remote } = openThread(governor);
  await remote.acquire(call());
  void remote.acquire(call());
  await settle();
  desk.close();
  await settle();
  expect(governor.figures()).toMatchObject({ underWay: 0, waiting: { speech: 0 } });
});

test('closing ends what waits, and what comes later', async () => {
  const governor = governorOf(1);
  const { remote } = openThread(governor);
  await remote.acquire(call());
  const waiting = remote.acquire(call());
  await settle();
  remote.close(new SpeechError('SPEECH_CLOSED', 'over'));
  await expect(waiting).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await expect(remote.acquire(call())).rejects.toMatchObject({ code: 'SPEECH_CLOSED' });
  await settle();
  expect(governor.figures().waiting.speech).toBe(0);
});
