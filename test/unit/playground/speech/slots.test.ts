import { describe, expect, it } from 'vitest';
import { createSlots } from '../../../../playground/speech/slots.ts';

describe('slots', () => {
  it('let so many in, so many wait, and nobody else', async () => {
    const slots = createSlots({ concurrency: 1, maxWaiting: 1 });
    const first = await slots.take();
    const waiting = slots.take();
    expect(first).toBeDefined();
    expect(await slots.take()).toBeUndefined();
    first?.[Symbol.dispose]();
    expect(await waiting).toBeDefined();
  });

  it('go to whoever waits longest', async () => {
    const slots = createSlots({ concurrency: 1, maxWaiting: 2 });
    const order: string[] = [];
    const first = await slots.take();
    const visit = async (name: string): Promise<void> => {
      using _slot = await slots.take();
      order.push(name);
    };
    const visits = [visit('a'), visit('b')];
    first?.[Symbol.dispose]();
    await Promise.all(visits);
    expect(order).toEqual(['a', 'b']);
  });

  it('are freed once, however often they are disposed', async () => {
    const slots = createSlots({ concurrency: 1, maxWaiting: 0 });
    const first = await slots.take();
    first?.[Symbol.dispose]();
    first?.[Symbol.dispose]();
    expect(await slots.take()).toBeDefined();
    expect(await slots.take()).toBeUndefined();
  });

  it('are not kept for those who stopped waiting', async () => {
    const slots = createSlots({ concurrency: 1, maxWaiting: 1 });
    const first = await slots.take();
    const abort = new AbortController();
    const waiting = slots.take(abort.signal);
    abort.abort(new Error('changed my mind'));
    await expect(waiting).rejects.toThrow('changed my mind');
    const next = slots.take();
    first?.[Symbol.dispose]();
    expect(await next).toBeDefined();
    await expect(slots.take(abort.signal)).rejects.toThrow('changed my mind');
  });
});
