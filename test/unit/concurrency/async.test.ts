import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  backoffMs,
  createOrder,
  linkSignals,
  sleep,
  sleepUnlessAborted,
  untilAborted,
  withinTime,
} from '../../../src/concurrency/async.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('sleep', () => {
  it('resolves after its time and leaves no listener', async () => {
    const { signal } = new AbortController();
    const slept = sleep(1_000, signal);
    expect(listenersOf(signal)).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await slept;
    expect(listenersOf(signal)).toBe(0);
  });

  it('rejects with the reason of an abort and leaves no timer', async () => {
    const controller = new AbortController();
    const slept = sleep(1_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts no timer when the signal has aborted already', async () => {
    await expect(sleep(1_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can end early without rejecting', async () => {
    const controller = new AbortController();
    const slept = sleepUnlessAborted(1_000, controller.signal);
    controller.abort();
    await expect(slept).resolves.toBeUndefined();
  });
});

describe('untilAborted', () => {
  it('gives what the work gives and removes its listener', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(Promise.resolve(7), signal)).resolves.toBe(7);
    expect(listenersOf(signal)).toBe(0);
  });

  it('rejects with the reason when the abort comes first', async () => {
    const controller = new AbortController();
    const result = untilAborted(new Promise(() => {}), controller.signal);
    controller.abort(new Error('stopped'));
    await expect(result).rejects.toThrow('stopped');
  });
});

describe('withinTime', () => {
  it('gives what the work gives, and leaves no timer', async () => {
    await expect(withinTime(Promise.resolve('text'), 1_000, 'late')).resolves.toBe('text');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the other value when the work takes longer', async () => {
    const result = withinTime(new Promise(() => {}), 1_000, 'late');
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(result).resolves.toBe('late');
  });

  it('rejects when the work does', async () => {
    await expect(withinTime(Promise.reject(new Error('broken')), 1_000, 'late')).rejects.toThrow('broken');
  });
});

describe('linkSignals', () => {
  it('aborts with the reason of the first that aborts', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    using linked = linkSignals([one.signal, two.signal]);
    two.abort('two');
    one.abort('one');
    expect(linked.signal.reason).toBe('two');
  });

  it('aborts with a reason of its own after its time', async () => {
    using linked = linkSignals([], { afterMs: 50, reason: () => 'late' });
    await vi.advanceTimersByTimeAsync(50);
    expect(linked.signal.reason).toBe('late');
  });

  it('has aborted when one of the signals had', () => {
    using linked = linkSignals([AbortSignal.abort('before')]);
    expect(linked.signal.reason).toBe('before');
  });

  it('leaves no listener and no timer once it is disposed of', () => {
    const { signal } = new AbortController();
    for (let count = 0; count < 100; count += 1) {
      using _linked = linkSignals([signal], { afterMs: 1_000, reason: () => 'late' });
      expect(listenersOf(signal)).toBe(1);
    }
    expect(listenersOf(signal)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an order', () => {
  const workFor = (delayMs: number, done: string[], what: string) => async () => {
    await sleep(delayMs);
    done.push(what);
    return what;
  };

  it('runs work of one key one after the other, also after a failure, beside that of other keys', async () => {
    const inOrder = createOrder();
    const done: string[] = [];
    const failed = inOrder('a', () => Promise.reject(new Error('no')));
    const first = inOrder('a', workFor(20, done, 'a1'));
    void inOrder('a', workFor(1, done, 'a2'));
    void inOrder('b', workFor(10, done, 'b1'));
    await expect(failed).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(30);
    expect(done).toEqual(['b1', 'a1', 'a2']);
    await expect(first).resolves.toBe('a1');
  });

  it('has settled once all that it has is done', async () => {
    const inOrder = createOrder();
    const done: string[] = [];
    void inOrder('a', workFor(20, done, 'a'));
    void inOrder('b', workFor(10, done, 'b'));
    void inOrder.settled().then(() => done.push('settled'));
    await vi.advanceTimersByTimeAsync(19);
    expect(done).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['b', 'a', 'settled']);
  });
});

describe('backoffMs', () => {
  it.each([
    ['none', [100, 200, 400, 500, 500]],
    ['equal', [75, 150, 300, 375, 375]],
    ['full', [50, 100, 200, 250, 250]],
  ] as const)('doubles up to its most with jitter %s', (jitter, expected) => {
    const backoff = { baseMs: 100, maxMs: 500, jitter };
    expect([1, 2, 3, 4, 5].map((failures) => backoffMs(failures, backoff, () => 0.5))).toEqual(expected);
  });
});
