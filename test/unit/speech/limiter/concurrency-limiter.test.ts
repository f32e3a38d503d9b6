import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import type { CallContext, Priority } from '../../../../src/speech/call-context.ts';
import {
  ConcurrencyLimiter,
  type ConcurrencyLimiterOptions,
  type Permit,
} from '../../../../src/speech/limiter/concurrency-limiter.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const governorOf = (changes: Partial<ConcurrencyLimiterOptions> = {}): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    concurrency: 2,
    raiseMs: 1_000,
    maxWaiting: 10,
    maxWaitingPerTenant: 10,
    log: createLogger('silent'),
    ...changes,
  });

const call = (tenant: string, priority: Priority = 'speech', signal = new AbortController().signal): CallContext => ({
  tenant,
  priority,
  signal,
});

/** Takes every slot there is. */
const fill = (governor: ConcurrencyLimiter): Promise<Permit[]> =>
  Promise.all(Array.from({ length: governor.figures().limit }, () => governor.acquire(call('first'))));

/** Lets the waiting calls go one after another and tells their order. */
async function orderOf(
  governor: ConcurrencyLimiter,
  slots: Permit[],
  calls: [string, CallContext][],
): Promise<string[]> {
  const order: string[] = [];
  const waiting = calls.map(async ([name, context]) => {
    const slot = await governor.acquire(context);
    order.push(name);
    slot.release();
  });
  for (const slot of slots) slot.release();
  await Promise.all(waiting);
  return order;
}

test('no more than the limit are under way, and a release lets the next one go', async () => {
  const governor = governorOf();
  const [first] = await fill(governor);
  let admitted = false;
  const third = governor.acquire(call('guild')).then(() => {
    admitted = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(admitted).toBe(false);
  expect(governor.figures()).toMatchObject({ limit: 2, underWay: 2, waiting: { speech: 1 } });
  first?.release();
  first?.release();
  await third;
  expect(governor.figures()).toMatchObject({ underWay: 2, waiting: { speech: 0 } });
});

test('stronger priorities go first, whoever came first', async () => {
  const governor = governorOf({ concurrency: 1 });
  const order = await orderOf(governor, await fill(governor), [
    ['listing', call('a', 'listings')],
    ['interim', call('a', 'interim-captions')],
    ['file', call('a', 'files')],
    ['final', call('a', 'final-captions')],
    ['speech', call('a', 'speech')],
  ]);
  expect(order).toEqual(['speech', 'final', 'file', 'interim', 'listing']);
});

test('within a priority guilds take turns, and each guild goes in its own order', async () => {
  const governor = governorOf({ concurrency: 1 });
  const order = await orderOf(governor, await fill(governor), [
    ['a1', call('a')],
    ['a2', call('a')],
    ['a3', call('a')],
    ['b1', call('b')],
    ['c1', call('c')],
    ['b2', call('b')],
  ]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an aborted call leaves the queue with its reason', async () => {
  const governor = governorOf();
  const slots = await fill(governor);
  const controller = new AbortController();
  const reason = new Error('skipped');
  const waiting = governor.acquire(call('a', 'speech', controller.signal));
  const settled = expect(waiting).rejects.toBe(reason);
  controller.abort(reason);
  await settled;
  expect(governor.figures().waiting.speech).toBe(0);
  for (const slot of slots) slot.release();
  expect(governor.figures().underWay).toBe(0);
});

test('a call that is aborted already takes no slot', async () => {
  const governor = governorOf();
  await expect(governor.acquire(call('a', 'speech', AbortSignal.abort(new Error('no'))))).rejects.toThrow('no');
  expect(governor.figures().underWay).toBe(0);
});

test('at the bound the newest waiter of the weakest priority makes room for a stronger call', async () => {
  const governor = governorOf({ concurrency: 1, maxWaiting: 2 });
  await fill(governor);
  governor.acquire(call('a', 'files')).catch(() => {});
  const listing = governor.acquire(call('a', 'listings'));
  const turnedAway = expect(listing).rejects.toMatchObject({ code: 'SPEECH_BUSY', retryable: true });
  governor.acquire(call('b', 'speech')).catch(() => {});
  await turnedAway;
  expect(governor.figures()).toMatchObject({ turnedAway: 1, waiting: { speech: 1, files: 1, listings: 0 } });
});

test('at the bound a call with nobody weaker before it is turned away', async () => {
  const governor = governorOf({ concurrency: 1, maxWaiting: 1 });
  await fill(governor);
  governor.acquire(call('a', 'files')).catch(() => {});
  await expect(governor.acquire(call('b', 'files'))).rejects.toMatchObject({ code: 'SPEECH_BUSY' });
  expect(governor.figures()).toMatchObject({ turnedAway: 1, waiting: { files: 1 } });
});

test('one guild cannot fill the queue for the others', async () => {
  const governor = governorOf({ concurrency: 1, maxWaitingPerTenant: 2 });
  await fill(governor);
  governor.acquire(call('a')).catch(() => {});
  governor.acquire(call('a')).catch(() => {});
  await expect(governor.acquire(call('a'))).rejects.toMatchObject({ code: 'SPEECH_BUSY' });
  governor.acquire(call('b')).catch(() => {});
  expect(governor.figures().waiting.speech).toBe(3);
});

test('a refusal for concurrency lowers the limit below what was under way, quiet raises it one by one', async () => {
  const governor = governorOf({ concurrency: 5 });
  const [first, second] = await fill(governor);
  first?.refused({ limit: undefined, current: undefined });
  first?.release();
  second?.refused({ limit: undefined, current: undefined });
  second?.release();
  expect(governor.figures()).toMatchObject({ limit: 3, underWay: 3, rateLimited: 2 });
  await vi.advanceTimersByTimeAsync(999);
  expect(governor.figures().limit).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(governor.figures().limit).toBe(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(governor.figures().limit).toBe(5);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(governor.figures().limit).toBe(5);
});

test('the limit never falls below one', async () => {
  const governor = governorOf();
  const [slot] = await fill(governor);
  for (let i = 0; i < 5; i += 1) slot?.refused({ limit: 0, current: 9 });
  expect(governor.figures().limit).toBe(1);
});

test('raising the limit lets a waiting call go', async () => {
  const governor = governorOf();
  const [first, second] = await fill(governor);
  first?.refused({ limit: undefined, current: undefined });
  first?.release();
  const waiting = governor.acquire(call('a'));
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  expect(governor.figures().underWay).toBe(2);
  second?.release();
});

test("the service's limit lowers ours, and stays while answers repeat it", async () => {
  const governor = governorOf({ concurrency: 10 });
  const slot = await governor.acquire(call('a'));
  slot.report({ limit: 5, current: 1 });
  expect(governor.figures().limit).toBe(5);
  await vi.advanceTimersByTimeAsync(900);
  slot.report({ limit: 5, current: 1 });
  await vi.advanceTimersByTimeAsync(900);
  expect(governor.figures().limit).toBe(5);
});

test('a higher limit of the service does not raise ours', async () => {
  const governor = governorOf();
  const slot = await governor.acquire(call('a'));
  slot.report({ limit: 50, current: 1 });
  expect(governor.figures().limit).toBe(2);
});

test('an account that others fill too keeps us at what we had under way', async () => {
  const governor = governorOf({ concurrency: 5 });
  const first = await governor.acquire(call('a'));
  const second = await governor.acquire(call('a'));
  second.release();
  first.report({ limit: 5, current: 5 });
  expect(governor.figures().limit).toBe(2);
});

test('our own full use of the account changes nothing', async () => {
  const governor = governorOf({ concurrency: 5 });
  const [first, ...others] = await fill(governor);
  for (const slot of others) slot.release();
  first?.report({ limit: 5, current: 5 });
  expect(governor.figures().limit).toBe(5);
});

test('closing turns away those who wait and those who come', async () => {
  const governor = governorOf();
  await fill(governor);
  const reason = new SpeechError('SPEECH_CLOSED', 'closed');
  const waiting = expect(governor.acquire(call('a'))).rejects.toBe(reason);
  governor.close(reason);
  await waiting;
  await expect(governor.acquire(call('a'))).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
