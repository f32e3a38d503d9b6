import { describe, expect, it } from 'vitest';
import { FairSemaphore } from '../../../src/files/fair-semaphore.ts';

const forever = new AbortController().signal;

function lineOf(atOnce: number, atOncePerOwner = atOnce, waiting = 10, waitingPerOwner = 10) {
  return new FairSemaphore({ atOnce, atOncePerOwner, waiting, waitingPerOwner });
}

/** Enters for each owner in turn; `inside` grows in the order in which they are let in. */
function enterAll(line: FairSemaphore, owners: readonly string[]) {
  const inside: { owner: string; turn: Disposable }[] = [];
  const entering = owners.map(async (owner) => {
    inside.push({ owner, turn: await line.enter(owner, forever) });
  });
  return { inside, settled: () => Promise.race([Promise.all(entering), new Promise(setImmediate)]) };
}

describe('the line', () => {
  it('lets in so many at once, and the next when one leaves', async () => {
    const { inside, settled } = enterAll(lineOf(2), ['a', 'b', 'c', 'd']);
    await settled();
    expect(inside.map(({ owner }) => owner)).toEqual(['a', 'b']);
    inside[0]?.turn[Symbol.dispose]();
    inside[0]?.turn[Symbol.dispose]();
    await settled();
    expect(inside.map(({ owner }) => owner)).toEqual(['a', 'b', 'c']);
  });

  it('passes by whoever has enough inside', async () => {
    const { inside, settled } = enterAll(lineOf(3, 1), ['a', 'a', 'b']);
    await settled();
    expect(inside.map(({ owner }) => owner)).toEqual(['a', 'b']);
    inside[0]?.turn[Symbol.dispose]();
    await settled();
    expect(inside.map(({ owner }) => owner)).toEqual(['a', 'b', 'a']);
  });

  it('tells those who wait how many are before them', async () => {
    const line = lineOf(1);
    const first = await line.enter('a', forever);
    const told: string[] = [];
    void line.enter('b', forever, (ahead) => told.push(`b ${ahead}`));
    void line.enter('c', forever, (ahead) => told.push(`c ${ahead}`));
    first[Symbol.dispose]();
    expect(told).toEqual(['b 0', 'c 1', 'c 0']);
  });

  it('turns away whoever comes when too many wait, in all or of one owner', async () => {
    const line = lineOf(1, 1, 2, 1);
    await line.enter('a', forever);
    void line.enter('a', forever);
    await expect(line.enter('a', forever)).rejects.toMatchObject({ code: 'FILES_BUSY', retryable: true });
    void line.enter('b', forever);
    await expect(line.enter('c', forever)).rejects.toMatchObject({ code: 'FILES_BUSY' });
  });

  it('lets go of those who give up', async () => {
    const line = lineOf(1);
    const first = await line.enter('a', forever);
    const giving = new AbortController();
    const gone = line.enter('b', giving.signal);
    const next = line.enter('c', forever);
    giving.abort(new Error('no longer'));
    await expect(gone).rejects.toThrow('no longer');
    first[Symbol.dispose]();
    await expect(next).resolves.toBeDefined();
  });
});
