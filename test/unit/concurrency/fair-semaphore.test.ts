import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FairSemaphore, type FairSemaphoreOptions } from '../../../src/concurrency/fair-semaphore.ts';

const forever = new AbortController().signal;

function semaphoreOf(limit: number, options: Partial<FairSemaphoreOptions> = {}): FairSemaphore {
  return new FairSemaphore({ limit, createFullError: () => new Error('full'), ...options });
}

/** Asks for a permit per request; `admitted` grows in the order in which they get one. */
function acquireAll(semaphore: FairSemaphore, requests: readonly { group?: string; key: string; name?: string }[]) {
  const admitted: { name: string; permit: Disposable }[] = [];
  const all = requests.map(async ({ group = 'g', key, name = key }) => {
    admitted.push({ name, permit: await semaphore.acquire({ group, key, signal: forever }) });
  });
  return { admitted, settled: () => Promise.race([Promise.all(all), new Promise(setImmediate)]) };
}

/** Gives one permit after another back and returns the order in which the requests got theirs. */
async function admissionOrder(
  semaphore: FairSemaphore,
  requests: readonly { group?: string; key: string; name?: string }[],
): Promise<string[]> {
  const first = await semaphore.acquire({ group: 'g', key: 'first', signal: forever });
  const { admitted, settled } = acquireAll(semaphore, requests);
  first[Symbol.dispose]();
  for (let count = 1; count <= requests.length; count += 1) {
    await settled();
    admitted[count - 1]?.permit[Symbol.dispose]();
  }
  return admitted.map(({ name }) => name);
}

describe('a fair semaphore', () => {
  it('admits as many as its limit, and the next when one leaves, even if that one leaves twice', async () => {
    const { admitted, settled } = acquireAll(semaphoreOf(2), [{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }]);
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a', 'b']);
    admitted[0]?.permit[Symbol.dispose]();
    admitted[0]?.permit[Symbol.dispose]();
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('passes over a key that has all its permits', async () => {
    const semaphore = semaphoreOf(3, { limitPerKey: 1 });
    const { admitted, settled } = acquireAll(semaphore, [{ key: 'a' }, { key: 'a' }, { key: 'b' }]);
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a', 'b']);
    admitted[0]?.permit[Symbol.dispose]();
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a', 'b', 'a']);
  });

  it('reports how many go first, and every change of that', async () => {
    const semaphore = semaphoreOf(1);
    const first = await semaphore.acquire({ group: 'g', key: 'a', signal: forever });
    const positions: string[] = [];
    for (const key of ['b', 'c']) {
      void semaphore.acquire({
        group: 'g',
        key,
        signal: forever,
        onAhead: (ahead) => positions.push(`${key} ${ahead}`),
      });
    }
    first[Symbol.dispose]();
    expect(positions).toEqual(['b 0', 'c 1', 'c 0']);
  });

  it('refuses a request when too many wait, in all or under its key', async () => {
    const semaphore = semaphoreOf(1, { limitPerKey: 1, maxWaiting: 2, maxWaitingPerKey: 1 });
    await semaphore.acquire({ group: 'g', key: 'a', signal: forever });
    void semaphore.acquire({ group: 'g', key: 'a', signal: forever });
    await expect(semaphore.acquire({ group: 'g', key: 'a', signal: forever })).rejects.toThrow('full');
    void semaphore.acquire({ group: 'g', key: 'b', signal: forever });
    await expect(semaphore.acquire({ group: 'g', key: 'c', signal: forever })).rejects.toThrow('full');
  });

  it('refuses a request when too many of its group wait, and takes one of another group', async () => {
    const semaphore = semaphoreOf(1, { maxWaiting: 3, maxWaitingPerGroup: 1 });
    await semaphore.acquire({ group: 'x', key: 'a', signal: forever });
    void semaphore.acquire({ group: 'x', key: 'a', signal: forever });
    await expect(semaphore.acquire({ group: 'x', key: 'b', signal: forever })).rejects.toThrow('full');
    const { settled } = acquireAll(semaphore, [{ group: 'y', key: 'c' }]);
    await settled();
  });

  it('passes over a group that has all its permits', async () => {
    const semaphore = semaphoreOf(3, { limitPerGroup: 2 });
    const requests = ['a', 'b', 'c'].map((key) => ({ group: 'x', key }));
    const { admitted, settled } = acquireAll(semaphore, [...requests, { group: 'y', key: 'd' }]);
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
  });

  it('lets keys take turns, each in its own order', async () => {
    const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
    const requests = names.map((name) => ({ key: name.charAt(0), name }));
    expect(await admissionOrder(semaphoreOf(1), requests)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets groups take turns, and the keys within each', async () => {
    const names = ['x a1', 'x a2', 'x b1', 'x c1', 'y d1', 'y d2'];
    const requests = names.map((name) => ({ group: name.charAt(0), key: name.charAt(2), name }));
    expect(await admissionOrder(semaphoreOf(1), requests)).toEqual(['x a1', 'y d1', 'x b1', 'y d2', 'x c1', 'x a2']);
  });

  it('gives a key no third turn before another that asked meanwhile', async () => {
    const semaphore = semaphoreOf(1);
    const early = acquireAll(
      semaphore,
      ['a1', 'a2', 'a3'].map((name) => ({ key: 'a', name })),
    );
    await early.settled();
    const late = acquireAll(semaphore, [{ key: 'b', name: 'b1' }]);
    early.admitted[0]?.permit[Symbol.dispose]();
    await early.settled();
    early.admitted[1]?.permit[Symbol.dispose]();
    await late.settled();
    expect([...early.admitted, ...late.admitted].map(({ name }) => name)).toEqual(['a1', 'a2', 'b1']);
  });

  it('admits every request of a key in turn, while others ask again after each permit', async () => {
    const semaphore = semaphoreOf(1);
    const order: string[] = [];
    const first = await semaphore.acquire({ group: 'g', key: 'first', signal: forever });
    const ask = async (key: string, name: string): Promise<void> => {
      using _permit = await semaphore.acquire({ group: 'g', key, signal: forever });
      order.push(name);
      await new Promise(setImmediate);
    };
    let isBusy = true;
    const askAgainAndAgain = async (key: string): Promise<void> => {
      while (isBusy && order.length < 1_000) await ask(key, key);
    };
    const busy = ['c', 'e', 'f'].map(askAgainAndAgain);
    const own = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
    first[Symbol.dispose]();
    await Promise.all(own);
    isBusy = false;
    await Promise.all(busy);
    expect(['a1', 'a2', 'a3'].map((name) => order.indexOf(name))).toEqual([3, 6, 9]);
  });

  it('reports positions in turn, and again when the round moves on', async () => {
    const semaphore = semaphoreOf(1);
    const first = await semaphore.acquire({ group: 'g', key: 'first', signal: forever });
    const positions = new Map<string, number[]>();
    for (const name of ['a1', 'a2', 'b1', 'b2']) {
      positions.set(name, []);
      const onAhead = (ahead: number): unknown => positions.get(name)?.push(ahead);
      void semaphore.acquire({ group: 'g', key: name.charAt(0), signal: forever, onAhead });
    }
    expect(Object.fromEntries(positions)).toEqual({ a1: [0], a2: [1, 2], b1: [1], b2: [3] });
    first[Symbol.dispose]();
    void semaphore.acquire({ group: 'g', key: 'c', signal: forever });
    expect(Object.fromEntries(positions)).toEqual({ a1: [0], a2: [1, 2, 1], b1: [1, 0], b2: [3, 2, 3] });
  });

  it('leaves a key its place in the round when one of its requests is aborted', async () => {
    const semaphore = semaphoreOf(1);
    const first = await semaphore.acquire({ group: 'g', key: 'first', signal: forever });
    const controller = new AbortController();
    const gone = semaphore.acquire({ group: 'g', key: 'a', signal: controller.signal });
    const { admitted, settled } = acquireAll(semaphore, [{ key: 'a' }, { key: 'b' }]);
    controller.abort(new Error('no longer'));
    await expect(gone).rejects.toThrow('no longer');
    first[Symbol.dispose]();
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a']);
  });

  it('forgets requests that are aborted, and keeps no listener on their signals', async () => {
    const semaphore = semaphoreOf(1);
    const first = await semaphore.acquire({ group: 'g', key: 'a', signal: forever });
    const [controller, other] = [new AbortController(), new AbortController()];
    const gone = semaphore.acquire({ group: 'g', key: 'b', signal: controller.signal });
    const next = semaphore.acquire({ group: 'g', key: 'c', signal: other.signal });
    controller.abort(new Error('no longer'));
    await expect(gone).rejects.toThrow('no longer');
    first[Symbol.dispose]();
    await expect(next).resolves.toBeDefined();
    await expect(semaphore.acquire({ group: 'g', key: 'b', signal: controller.signal })).rejects.toThrow('no longer');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  });
});
