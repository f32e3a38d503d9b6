import { describe, expect, it } from 'vitest';
import { createBoundedSemaphore } from '../../../src/recognition/bounded-semaphore.ts';

describe('a bounded semaphore', () => {
  it('grants its permits, queues as many callers as it may, and refuses the rest', async () => {
    const semaphore = createBoundedSemaphore({ concurrency: 1, maxWaiting: 1 });
    const first = await semaphore.acquire();
    const waiting = semaphore.acquire();
    expect(first).toBeDefined();
    expect(await semaphore.acquire()).toBeUndefined();
    first?.[Symbol.dispose]();
    expect(await waiting).toBeDefined();
  });

  it('grants a free permit to the caller who has waited longest', async () => {
    const semaphore = createBoundedSemaphore({ concurrency: 1, maxWaiting: 2 });
    const order: string[] = [];
    const first = await semaphore.acquire();
    const acquire = async (name: string): Promise<void> => {
      using _permit = await semaphore.acquire();
      order.push(name);
    };
    const callers = [acquire('a'), acquire('b')];
    first?.[Symbol.dispose]();
    await Promise.all(callers);
    expect(order).toEqual(['a', 'b']);
  });

  it('frees a permit once, however often it is disposed of', async () => {
    const semaphore = createBoundedSemaphore({ concurrency: 1, maxWaiting: 0 });
    const first = await semaphore.acquire();
    first?.[Symbol.dispose]();
    first?.[Symbol.dispose]();
    expect(await semaphore.acquire()).toBeDefined();
    expect(await semaphore.acquire()).toBeUndefined();
  });

  it('keeps no permit for callers that stopped waiting', async () => {
    const semaphore = createBoundedSemaphore({ concurrency: 1, maxWaiting: 1 });
    const first = await semaphore.acquire();
    const abort = new AbortController();
    const waiting = semaphore.acquire(abort.signal);
    abort.abort(new Error('changed my mind'));
    await expect(waiting).rejects.toThrow('changed my mind');
    const next = semaphore.acquire();
    first?.[Symbol.dispose]();
    expect(await next).toBeDefined();
    await expect(semaphore.acquire(abort.signal)).rejects.toThrow('changed my mind');
  });
});
