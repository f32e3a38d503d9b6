import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import type { CallContext, Priority } from '../../../../src/speech/call-context.ts';
import {
  ConcurrencyLimiter,
  type ConcurrencyLimiterOptions,
  type Permit,
  PreemptedError,
} from '../../../../src/speech/limiter/concurrency-limiter.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limiterOf = (changes: Partial<ConcurrencyLimiterOptions> = {}): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    concurrency: 2,
    preemptionSettleMs: 100,
    speechExpectedMs: 2_000,
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

/** Acquires every available permit. */
const fill = (limiter: ConcurrencyLimiter): Promise<Permit[]> =>
  Promise.all(Array.from({ length: limiter.figures().limit }, () => limiter.acquire(call('first'))));

/** Admits the waiting calls one after another and returns their order. */
async function orderOf(
  limiter: ConcurrencyLimiter,
  permits: Permit[],
  calls: [string, CallContext][],
): Promise<string[]> {
  const order: string[] = [];
  const waiting = calls.map(async ([name, context]) => {
    const permit = await limiter.acquire(context);
    order.push(name);
    permit.release();
  });
  for (const permit of permits) permit.release();
  await Promise.all(waiting);
  return order;
}

test('at most the limit of requests is in flight, and a release admits the next one', async () => {
  const limiter = limiterOf();
  const [first] = await fill(limiter);
  let admitted = false;
  const third = limiter.acquire(call('guild')).then(() => {
    admitted = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(admitted).toBe(false);
  expect(limiter.figures()).toMatchObject({ limit: 2, underWay: 2, waiting: { speech: 1 } });
  first?.release();
  first?.release();
  await third;
  expect(limiter.figures()).toMatchObject({ underWay: 2, waiting: { speech: 0 } });
});

test('higher priorities go first, regardless of arrival order', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const order = await orderOf(limiter, await fill(limiter), [
    ['listing', call('a', 'listings')],
    ['interim', call('a', 'interim-captions')],
    ['file', call('a', 'files')],
    ['final', call('a', 'final-captions')],
    ['speech', call('a', 'speech')],
  ]);
  expect(order).toEqual(['speech', 'final', 'file', 'interim', 'listing']);
});

test('guilds of one priority are served round robin, each in its own order', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const order = await orderOf(limiter, await fill(limiter), [
    ['a1', call('a')],
    ['a2', call('a')],
    ['a3', call('a')],
    ['b1', call('b')],
    ['c1', call('c')],
    ['b2', call('b')],
  ]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an aborted call leaves the queue and rejects with its reason', async () => {
  const limiter = limiterOf();
  const permits = await fill(limiter);
  const controller = new AbortController();
  const reason = new Error('skipped');
  const waiting = limiter.acquire(call('a', 'speech', controller.signal));
  const settled = expect(waiting).rejects.toBe(reason);
  controller.abort(reason);
  await settled;
  expect(limiter.figures().waiting.speech).toBe(0);
  for (const permit of permits) permit.release();
  expect(limiter.figures().underWay).toBe(0);
});

test('a call that is already aborted takes no permit', async () => {
  const limiter = limiterOf();
  await expect(limiter.acquire(call('a', 'speech', AbortSignal.abort(new Error('no'))))).rejects.toThrow('no');
  expect(limiter.figures().underWay).toBe(0);
});

test('when the queue is full, a call evicts the newest waiter of the lowest priority below its own', async () => {
  const limiter = limiterOf({ concurrency: 1, maxWaiting: 2 });
  await fill(limiter);
  limiter.acquire(call('a', 'files')).catch(() => {});
  const listing = limiter.acquire(call('a', 'listings'));
  const refused = expect(listing).rejects.toMatchObject({ code: 'SPEECH_BUSY', retryable: true });
  limiter.acquire(call('b', 'speech')).catch(() => {});
  await refused;
  expect(limiter.figures()).toMatchObject({ turnedAway: 1, waiting: { speech: 1, files: 1, listings: 0 } });
});

test('when the queue is full, a call with no lower priority to evict is rejected', async () => {
  const limiter = limiterOf({ concurrency: 1, maxWaiting: 1 });
  await fill(limiter);
  limiter.acquire(call('a', 'files')).catch(() => {});
  await expect(limiter.acquire(call('b', 'files'))).rejects.toMatchObject({ code: 'SPEECH_BUSY' });
  expect(limiter.figures()).toMatchObject({ turnedAway: 1, waiting: { files: 1 } });
});

test('one guild cannot fill the queue for the others', async () => {
  const limiter = limiterOf({ concurrency: 1, maxWaitingPerTenant: 2 });
  await fill(limiter);
  limiter.acquire(call('a')).catch(() => {});
  limiter.acquire(call('a')).catch(() => {});
  await expect(limiter.acquire(call('a'))).rejects.toMatchObject({ code: 'SPEECH_BUSY' });
  limiter.acquire(call('b')).catch(() => {});
  expect(limiter.figures().waiting.speech).toBe(3);
});

test('a concurrency refusal lowers the limit below the requests in flight; quiet raises it one by one', async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const [first, second] = await fill(limiter);
  first?.refused({ limit: undefined, current: undefined });
  first?.release();
  second?.refused({ limit: undefined, current: undefined });
  second?.release();
  expect(limiter.figures()).toMatchObject({ limit: 3, underWay: 3, rateLimited: 2 });
  await vi.advanceTimersByTimeAsync(999);
  expect(limiter.figures().limit).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(limiter.figures().limit).toBe(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(limiter.figures().limit).toBe(5);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(limiter.figures().limit).toBe(5);
});

test('the limit never falls below one', async () => {
  const limiter = limiterOf();
  const [permit] = await fill(limiter);
  for (let i = 0; i < 5; i += 1) permit?.refused({ limit: 0, current: 9 });
  expect(limiter.figures().limit).toBe(1);
});

test('a fraction lowers the limit to a whole number, which never rises beyond its maximum', async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const [permit] = await fill(limiter);
  permit?.refused({ limit: 3.5, current: undefined });
  expect(limiter.figures().limit).toBe(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(limiter.figures().limit).toBe(5);
});

test('raising the limit admits a waiting call', async () => {
  const limiter = limiterOf();
  const [first, second] = await fill(limiter);
  first?.refused({ limit: undefined, current: undefined });
  first?.release();
  const waiting = limiter.acquire(call('a'));
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  expect(limiter.figures().underWay).toBe(2);
  second?.release();
});

test("the service's limit lowers ours, and holds while responses repeat it", async () => {
  const limiter = limiterOf({ concurrency: 10 });
  const permit = await limiter.acquire(call('a'));
  permit.report({ limit: 5, current: 1 });
  expect(limiter.figures().limit).toBe(5);
  await vi.advanceTimersByTimeAsync(900);
  permit.report({ limit: 5, current: 1 });
  await vi.advanceTimersByTimeAsync(900);
  expect(limiter.figures().limit).toBe(5);
});

test('a higher limit of the service does not raise ours', async () => {
  const limiter = limiterOf();
  const permit = await limiter.acquire(call('a'));
  permit.report({ limit: 50, current: 1 });
  expect(limiter.figures().limit).toBe(2);
});

test('when other clients fill the account, the limit drops to our requests in flight', async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const first = await limiter.acquire(call('a'));
  const second = await limiter.acquire(call('a'));
  second.release();
  first.report({ limit: 5, current: 5 });
  expect(limiter.figures().limit).toBe(2);
});

test('using the whole account ourselves changes nothing', async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const [first, ...others] = await fill(limiter);
  for (const permit of others) permit.release();
  first?.report({ limit: 5, current: 5 });
  expect(limiter.figures().limit).toBe(5);
});

test('closing rejects waiting and new calls', async () => {
  const limiter = limiterOf();
  await fill(limiter);
  const reason = new SpeechError('SPEECH_CLOSED', 'closed');
  const waiting = expect(limiter.acquire(call('a'))).rejects.toBe(reason);
  limiter.close(reason);
  await waiting;
  await expect(limiter.acquire(call('a'))).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tenant with a queue gets its share while seven others ask again after each request', async () => {
  vi.useRealTimers();
  const limiter = limiterOf({ concurrency: 5, maxWaiting: 100 });
  const permits = await fill(limiter);
  let admissions = 0;
  let isBusy = true;
  const request = async (tenant: string): Promise<number> => {
    const permit = await limiter.acquire(call(tenant));
    admissions += 1;
    const place = admissions;
    await new Promise(setImmediate);
    permit.release();
    return place;
  };
  const askAgainAndAgain = async (tenant: string): Promise<void> => {
    while (isBusy && admissions < 2_000) await request(tenant);
  };
  const busy = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(askAgainAndAgain);
  const places = Promise.all(Array.from({ length: 10 }, () => request('a')));
  for (const permit of permits) permit.release();
  const last = Math.max(...(await places));
  isBusy = false;
  await Promise.all(busy);
  // Eight tenants: one of eight admissions is its own.
  expect(last).toBeLessThanOrEqual(80);
});

test('one permit stays for speech, and files hold at most half', {
  meta: { promises: ['files-take-most-half'] },
}, async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const underWay = () => limiter.figures().underWay;
  for (let i = 0; i < 5; i += 1) limiter.acquire(call('a', 'files')).catch(() => {});
  expect(underWay()).toBe(2);
  for (let i = 0; i < 5; i += 1) limiter.acquire(call('a', 'final-captions')).catch(() => {});
  expect(underWay()).toBe(4);
  await limiter.acquire(call('a', 'speech'));
  expect(limiter.figures()).toMatchObject({ underWay: 5, waiting: { files: 3, 'final-captions': 3, speech: 0 } });
});

test('a guild that holds its fair share gets no more while another waits, whatever the kind', {
  meta: { promises: ['server-takes-most-fair'] },
}, async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const captions = await Promise.all(Array.from({ length: 4 }, () => limiter.acquire(call('a', 'final-captions'))));
  limiter.acquire(call('a', 'final-captions')).catch(() => {});
  const listing = limiter.acquire(call('b', 'listings'));
  captions[0]?.release();
  await listing;
  expect(limiter.figures().waiting).toMatchObject({ 'final-captions': 1, listings: 0 });
});

/** Holds the only permit for a file that can be sent again. */
async function holdForFile(limiter: ConcurrencyLimiter, preemptions = 0): Promise<Permit> {
  return limiter.acquire(call('a', 'files'), { isPreemptible: true, preemptions });
}

test('with one permit, speech takes it from a request that can be repeated, which then goes first', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const file = await holdForFile(limiter);
  const speech = limiter.acquire(call('b', 'speech'));
  expect(file.preempted.reason).toBeInstanceOf(PreemptedError);
  limiter.acquire(call('a', 'files')).catch(() => {});
  file.release();
  const again = holdForFile(limiter, 1);
  await vi.advanceTimersByTimeAsync(100);
  (await speech).release();
  await vi.advanceTimersByTimeAsync(1_900);
  await again;
  expect(limiter.figures()).toMatchObject({ preempted: 1, underWay: 1, waiting: { files: 1 } });
});

test('with one permit, speech waits for a request that cannot be repeated', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const file = await limiter.acquire(call('a', 'files'));
  limiter.acquire(call('b', 'speech')).catch(() => {});
  expect(file.preempted.aborted).toBe(false);
});

test('a request is ended for speech at most twice', {
  meta: { promises: ['request-interrupted-most-twice'] },
}, async () => {
  const limiter = limiterOf({ concurrency: 1 });
  for (const [preemptions, isPreempted] of [true, true, false].entries()) {
    const file = await holdForFile(limiter, preemptions);
    const speech = limiter.acquire(call('b', 'speech'));
    expect(file.preempted.aborted).toBe(isPreempted);
    file.release();
    await vi.advanceTimersByTimeAsync(100);
    (await speech).release();
    await vi.advanceTimersByTimeAsync(1_900);
  }
});

test('after a preemption a single permit is for speech alone for a while', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const file = await holdForFile(limiter);
  const speech = limiter.acquire(call('b', 'speech'));
  file.release();
  limiter.acquire(call('a', 'files')).catch(() => {});
  await vi.advanceTimersByTimeAsync(100);
  (await speech).release();
  expect(limiter.figures()).toMatchObject({ underWay: 0, waiting: { files: 1 } });
  (await limiter.acquire(call('b', 'speech'))).release();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(limiter.figures()).toMatchObject({ underWay: 1, waiting: { files: 0 } });
});

test('the permit of a preempted request is free once the service has seen its end', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const file = await holdForFile(limiter);
  limiter.acquire(call('b', 'speech')).catch(() => {});
  file.release();
  await vi.advanceTimersByTimeAsync(99);
  expect(limiter.figures()).toMatchObject({ underWay: 1, waiting: { speech: 1 } });
  await vi.advanceTimersByTimeAsync(1);
  expect(limiter.figures()).toMatchObject({ underWay: 1, waiting: { speech: 0 } });
});

test('where a second permit exists, speech ends nothing', async () => {
  const limiter = limiterOf({ concurrency: 2 });
  const file = await holdForFile(limiter);
  await limiter.acquire(call('b', 'speech'));
  limiter.acquire(call('c', 'speech')).catch(() => {});
  expect(file.preempted.aborted).toBe(false);
});

test('when the service lowers the limit, speech that waits takes a permit from requests that can be repeated', async () => {
  const limiter = limiterOf({ concurrency: 5 });
  const files = [await holdForFile(limiter), await holdForFile(limiter)];
  const speech = await limiter.acquire(call('b', 'speech'));
  speech.report({ limit: 1, current: undefined });
  speech.release();
  const next = limiter.acquire(call('b', 'speech'));
  expect(files.map(({ preempted }) => preempted.aborted)).toEqual([true, true]);
  for (const file of files) file.release();
  await vi.advanceTimersByTimeAsync(100);
  await next;
});

test('a request that was ended for speech is not refused because the queue is full', async () => {
  const limiter = limiterOf({ concurrency: 1, maxWaiting: 1 });
  const file = await holdForFile(limiter);
  const speech = limiter.acquire(call('b', 'speech'));
  file.release();
  const again = holdForFile(limiter, 1);
  await expect(limiter.acquire(call('c', 'speech'))).rejects.toMatchObject({ code: 'SPEECH_BUSY' });
  await vi.advanceTimersByTimeAsync(100);
  (await speech).release();
  await vi.advanceTimersByTimeAsync(0);
  expect(limiter.figures()).toMatchObject({ turnedAway: 1, waiting: { files: 1, speech: 0 } });
  void again;
});
