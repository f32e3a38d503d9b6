import { describe, expect, it } from 'vitest';
import { createKnownDecisions } from '../../../src/captions/known-decisions.ts';
import { createLogger } from '../../../src/log.ts';

type Decision = 'opted-in' | 'opted-out';
const log = createLogger('silent');

/** A store whose answers the test gives. */
function createStore() {
  const reads: PromiseWithResolvers<ReadonlyMap<string, Decision>>[] = [];
  return {
    reads,
    all: () => {
      reads.push(Promise.withResolvers());
      return reads.at(-1)?.promise ?? Promise.reject(new Error('nothing was read'));
    },
  };
}

describe('the known decisions', () => {
  it('are those of the store, read once', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => {}, log);
    const loading = [decisions.load(), decisions.load()];
    store.reads[0]?.resolve(new Map([['ada', 'opted-out']]));
    await Promise.all(loading);
    expect(store.reads).toHaveLength(1);
    expect([...decisions.current]).toEqual([['ada', 'opted-out']]);
  });

  it('keep a decision made while an older one is being read', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => {}, log);
    const loading = decisions.load();
    decisions.set('ada', 'opted-out');
    store.reads[0]?.resolve(new Map([['ada', 'opted-in']]));
    await loading;
    expect(decisions.current.get('ada')).toBe('opted-out');
  });

  it('are read again after a failure', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => {}, log);
    const failing = decisions.load();
    store.reads[0]?.reject(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    const loading = decisions.load();
    store.reads[1]?.resolve(new Map([['ada', 'opted-in']]));
    await loading;
    expect(decisions.current.get('ada')).toBe('opted-in');
  });

  it('include decisions of other processes, and report only new ones', async () => {
    const store = createStore();
    let changes = 0;
    const decisions = createKnownDecisions(
      store,
      () => {
        changes += 1;
      },
      log,
    );
    const first = decisions.refresh();
    store.reads[0]?.resolve(new Map([['ada', 'opted-out']]));
    await first;
    const second = decisions.refresh();
    store.reads[1]?.resolve(new Map([['ada', 'opted-out']]));
    await second;
    expect(changes).toBe(1);
    expect(decisions.current.get('ada')).toBe('opted-out');
  });

  it('survive a store that fails', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => expect.unreachable(), log);
    const refreshing = decisions.refresh();
    store.reads[0]?.reject(new Error('no database'));
    await refreshing;
    expect(decisions.current.size).toBe(0);
  });
});
