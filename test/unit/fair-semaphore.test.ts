import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FairSemaphore, type FairSemaphoreOptions } from '../../src/fair-semaphore.ts';

const forever = new AbortController().signal;

function semaphoreOf(limit: number, options: Partial<FairSemaphoreOptions> = {}): FairSemaphore {
  return new FairSemaphore({ limit, createFullError: () => new Error('full'), ...options });
}

/** Asks for a permit per request; `admitted` grows in the order in which they get one. */
function acquireAll(semaphore: FairSemaphore, requests: readonly { key: string; name?: string; priority?: number }[]) {
  const admitted: { name: string; permit: Disposable }[] = [];
  const all = requests.map(async ({ key, name = key, priority = 0 }) => {
    admitted.push({ name, permit: await semaphore.acquire({ key, priority, signal: forever }) });
  });
  return { admitted, settled: () => Promise.race([Promise.all(all), new Promise(setImmediate)]) };
}

/** Gives one permit after another back and returns the order in which the requests got theirs. */
async function admissionOrder(
  semaphore: FairSemaphore,
  requests: readonly { key: string; name?: string; priority?: number }[],
): Promise<string[]> {
  const first = await semaphore.acquire({ key: 'first', signal: forever });
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
    const first = await semaphore.acquire({ key: 'a', signal: forever });
    const positions: string[] = [];
    for (const key of ['b', 'c']) {
      void semaphore.acquire({ key, signal: forever, onAhead: (ahead) => positions.push(`${key} ${ahead}`) });
    }
    first[Symbol.dispose]();
    expect(positions).toEqual(['b 0', 'c 1', 'c 0']);
  });

  it('reports to those whom a stronger request overtakes', async () => {
    const semaphore = semaphoreOf(1);
    await semaphore.acquire({ key: 'a', signal: forever });
    const positions: number[] = [];
    void semaphore.acquire({ key: 'b', priority: 1, signal: forever, onAhead: (ahead) => positions.push(ahead) });
    void semaphore.acquire({ key: 'c', signal: forever });
    expect(positions).toEqual([0, 1]);
  });

  it('refuses a request when too many wait, in all or under its key', async () => {
    const semaphore = semaphoreOf(1, { limitPerKey: 1, maxWaiting: 2, maxWaitingPerKey: 1 });
    await semaphore.acquire({ key: 'a', signal: forever });
    void semaphore.acquire({ key: 'a', signal: forever });
    await expect(semaphore.acquire({ key: 'a', signal: forever })).rejects.toThrow('full');
    void semaphore.acquire({ key: 'b', signal: forever });
    await expect(semaphore.acquire({ key: 'c', signal: forever })).rejects.toThrow('full');
  });

  it('refuses the newest of the weakest instead, when that is weaker than the request', async () => {
    const semaphore = semaphoreOf(1, { maxWaiting: 4 });
    await semaphore.acquire({ key: 'a', signal: forever });
    const refused: string[] = [];
    for (const name of ['b strong 0', 'b weak 2', 'c old 2', 'c new 2']) {
      const [key = '', , priority] = name.split(' ');
      semaphore
        .acquire({ key, priority: Number(priority), signal: forever })
        .catch((error: Error) => refused.push(`${name}: ${error.message}`));
    }
    void semaphore.acquire({ key: 'd', priority: 1, signal: forever });
    await new Promise(setImmediate);
    expect(refused).toEqual(['c new 2: full']);
    expect([0, 1, 2].map((priority) => semaphore.waiting(priority))).toEqual([1, 1, 2]);
  });

  it('lets a key at its bound lose a weaker request of its own, never one of another key', async () => {
    const semaphore = semaphoreOf(1, { maxWaitingPerKey: 1 });
    await semaphore.acquire({ key: 'a', signal: forever });
    void semaphore.acquire({ key: 'b', priority: 2, signal: forever });
    const own = semaphore.acquire({ key: 'c', priority: 1, signal: forever });
    void semaphore.acquire({ key: 'c', signal: forever });
    await expect(own).rejects.toThrow('full');
    expect(semaphore.waiting(2)).toBe(1);
  });

  it('goes by priority, then by arrival', async () => {
    const names = ['late 1', 'a 0', 'a 0 too', 'b 0'];
    const requests = names.map((name) => ({ key: name.charAt(0), name, priority: name.includes('1') ? 1 : 0 }));
    expect(await admissionOrder(semaphoreOf(1), requests)).toEqual(['a 0', 'a 0 too', 'b 0', 'late 1']);
  });

  it('lets keys take turns where that is asked for, each in its own order', async () => {
    const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
    const requests = names.map((name) => ({ key: name.charAt(0), name }));
    const semaphore = semaphoreOf(1, { keysInTurn: true });
    expect(await admissionOrder(semaphore, requests)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives a key no third turn before another that asked meanwhile', async () => {
    const semaphore = semaphoreOf(1, { keysInTurn: true });
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
    const semaphore = semaphoreOf(1, { keysInTurn: true });
    const order: string[] = [];
    const first = await semaphore.acquire({ key: 'first', signal: forever });
    const ask = async (key: string, name: string): Promise<void> => {
      using _permit = await semaphore.acquire({ key, signal: forever });
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
    const semaphore = semaphoreOf(1, { keysInTurn: true });
    const first = await semaphore.acquire({ key: 'first', signal: forever });
    const positions = new Map<string, number[]>();
    for (const name of ['a1', 'a2', 'b1', 'b2']) {
      positions.set(name, []);
      const onAhead = (ahead: number): unknown => positions.get(name)?.push(ahead);
      void semaphore.acquire({ key: name.charAt(0), signal: forever, onAhead });
    }
    expect(Object.fromEntries(positions)).toEqual({ a1: [0], a2: [1, 2], b1: [1], b2: [3] });
    first[Symbol.dispose]();
    void semaphore.acquire({ key: 'c', signal: forever });
    expect(Object.fromEntries(positions)).toEqual({ a1: [0], a2: [1, 2, 1], b1: [1, 0], b2: [3, 2, 3] });
  });

  it('leaves a key its place in the round when one of its requests is aborted', async () => {
    const semaphore = semaphoreOf(1, { keysInTurn: true });
    const first = await semaphore.acquire({ key: 'first', signal: forever });
    const controller = new AbortController();
    const gone = semaphore.acquire({ key: 'a', signal: controller.signal });
    const { admitted, settled } = acquireAll(semaphore, [{ key: 'a' }, { key: 'b' }]);
    controller.abort(new Error('no longer'));
    await expect(gone).rejects.toThrow('no longer');
    first[Symbol.dispose]();
    await settled();
    expect(admitted.map(({ name }) => name)).toEqual(['a']);
  });

  it('admits more when its limit rises, and fewer when it falls', async () => {
    const semaphore = semaphoreOf(1);
    const { admitted, settled } = acquireAll(semaphore, [{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    await settled();
    semaphore.limit = 2;
    await settled();
    expect(admitted).toHaveLength(2);
    semaphore.limit = 1;
    admitted[0]?.permit[Symbol.dispose]();
    await settled();
    expect(admitted).toHaveLength(2);
    expect(semaphore.held).toBe(1);
  });

  it('forgets requests that are aborted, and keeps no listener on their signals', async () => {
    const semaphore = semaphoreOf(1);
    const first = await semaphore.acquire({ key: 'a', signal: forever });
    const [controller, other] = [new AbortController(), new AbortController()];
    const gone = semaphore.acquire({ key: 'b', signal: controller.signal });
    const next = semaphore.acquire({ key: 'c', signal: other.signal });
    controller.abort(new Error('no longer'));
    await expect(gone).rejects.toThrow('no longer');
    first[Symbol.dispose]();
    await expect(next).resolves.toBeDefined();
    await expect(semaphore.acquire({ key: 'b', signal: controller.signal })).rejects.toThrow('no longer');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  });

  it('refuses all requests once it is closed', async () => {
    const semaphore = semaphoreOf(1);
    await semaphore.acquire({ key: 'a', signal: forever });
    const waiting = semaphore.acquire({ key: 'b', signal: forever });
    semaphore.close(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(semaphore.acquire({ key: 'c', signal: forever })).rejects.toThrow('closed');
  });
});
